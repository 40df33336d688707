import type { Issue } from '../failure.ts';
import type { Site } from '../site.ts';
import type { TermsWished } from './requested-terms.ts';

/** The terms of an invoice, settled (reference "pricing", section 7). */
export interface Terms {
  readonly collection_method: 'automatic' | 'manual';
  /** Days; 0 for what is collected automatically. */
  readonly net_terms: number;
  readonly po_number: string | null;
  readonly terms_and_conditions: string | null;
  readonly customer_notes: string | null;
  readonly credit_customer_notes: string | null;
  readonly vat_reverse_charge_notes: string | null;
  readonly gateway_code: string | null;
}

/** Notes that were not asked for are the site's own. */
export const settledTerms = (site: Site, wished: TermsWished): Terms => {
  const collection_method = wished.collection_method ?? 'automatic';
  const customer_notes = wished.customer_notes ?? site.customer_notes;
  return {
    collection_method,
    net_terms: collection_method === 'manual' ? (wished.net_terms ?? 0) : 0,
    po_number: wished.po_number || null,
    terms_and_conditions: wished.terms_and_conditions ?? site.terms_and_conditions,
    customer_notes,
    credit_customer_notes: wished.credit_customer_notes ?? customer_notes,
    vat_reverse_charge_notes: wished.vat_reverse_charge_notes ?? site.vat_reverse_charge_notes,
    gateway_code: wished.gateway_code || null,
  };
};

/** What needs invoicing by hand, on a site that does not do it (specification "Create purchase: request body"). */
export const termsIssues = (site: Site, path: string, { collection_method, po_number }: TermsWished): Issue[] => [
  ...(collection_method === 'manual' && !site.manual_invoicing
    ? [{ field: `${path}.collection_method`, symbol: 'inclusion' as const }]
    : []),
  ...(po_number && !site.manual_invoicing ? [{ field: `${path}.po_number`, symbol: 'present' as const }] : []),
];
