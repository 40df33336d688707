import type { Invoice } from '../../resources/invoice.ts';
import type { Site } from '../../resources/site.ts';
import type { Issue } from '../../values/failure.ts';
import type { RequestedTerms } from './requested-terms.ts';

/** The terms on which an invoice is collected. */
export interface Terms {
  readonly collection_method: 'automatic' | 'manual';
  /** Days; 0 for automatic collection. */
  readonly net_terms: number;
  readonly net_terms_type: Invoice['net_terms_type'];
  readonly po_number: string | null;
  readonly terms_and_conditions: string | null;
  readonly customer_notes: string | null;
  readonly credit_customer_notes: string | null;
  readonly vat_reverse_charge_notes: string | null;
  readonly gateway_code: string | null;
  /** The payment method of the account that pays; null: its primary, and of a manual invoice none. */
  readonly billing_info_uuid: string | null;
}

/** Returns the terms of an order: where the request names none, those of the site. */
export const resolveTerms = (site: Site, requested: RequestedTerms): Terms => {
  const collection_method = requested.collection_method ?? 'automatic';
  const customer_notes = requested.customer_notes ?? site.customer_notes;
  return {
    collection_method,
    net_terms: collection_method === 'manual' ? (requested.net_terms ?? 0) : 0,
    net_terms_type: collection_method === 'manual' ? (requested.net_terms_type ?? 'net') : 'net',
    po_number: requested.po_number || null,
    terms_and_conditions: requested.terms_and_conditions ?? site.terms_and_conditions,
    customer_notes,
    credit_customer_notes: requested.credit_customer_notes ?? customer_notes,
    vat_reverse_charge_notes: requested.vat_reverse_charge_notes ?? site.vat_reverse_charge_notes,
    gateway_code: requested.gateway_code || null,
    billing_info_uuid: collection_method === 'automatic' ? requested.billing_info_uuid || null : null,
  };
};

/**
 * Returns the issues of requested terms: manual invoicing, and a purchase order number, on a site without manual
 * invoicing.
 */
export const termsIssues = (site: Site, path: string, { collection_method, po_number }: RequestedTerms): Issue[] => [
  ...(collection_method === 'manual' && !site.manual_invoicing
    ? [{ field: `${path}.collection_method`, symbol: 'inclusion' as const, choices: ['automatic'] }]
    : []),
  ...(po_number && !site.manual_invoicing
    ? [{ field: `${path}.po_number`, symbol: 'present', reason: 'no_manual_invoicing' } as const]
    : []),
];
