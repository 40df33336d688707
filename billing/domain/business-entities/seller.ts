import type { EntityAddress } from '../../resources/business-entity.ts';
import type { Site } from '../../resources/site.ts';
import type { LineLabels } from '../general-ledger/labels.ts';
import { NO_LABELS } from '../general-ledger/labels.ts';
import type { BusinessEntityRecord } from './record.ts';

/** The part of an invoice's header that its seller determines. */
export interface SellerHeader {
  /** Null: the site itself sells. */
  readonly business_entity_id: string | null;
  readonly invoice_number_prefix: string;
  /** The labels of lines that have none of their own. */
  readonly labels: LineLabels;
}

/** The seller: a business entity, or the site itself. */
export interface InvoiceSeller {
  /** The site with the settings of the entity in place of its own. */
  readonly site: Site;
  readonly entity: BusinessEntityRecord | undefined;
  readonly header: SellerHeader;
}

/** The header of an invoice that the site itself sells. */
export const SITE_SELLS: SellerHeader = { business_entity_id: null, invoice_number_prefix: '', labels: NO_LABELS };

/**
 * Returns the entity that sells to a customer: the one that the account names, else the one for the country of the
 * billing address, else the default one; undefined where the site itself sells.
 */
export const chosenEntity = (
  entities: readonly BusinessEntityRecord[],
  override: string | null,
  country: string | null | undefined,
): BusinessEntityRecord | undefined =>
  entities.find(({ id }) => id === override) ??
  entities.find(({ subscriber_location_countries: countries }) => country && countries.includes(country)) ??
  entities.find(({ is_default }) => is_default);

type SellingSite = Pick<
  Site,
  | 'company'
  | 'company_address'
  | 'company_vat_number'
  | 'seller_country'
  | 'customer_notes'
  | 'terms_and_conditions'
  | 'vat_reverse_charge_notes'
  | 'mail_from'
>;

/** Returns a site as an entity of it sells: with its name, address, numbers, texts and sender of mail. */
export const asSeller = <S extends Partial<SellingSite>>(site: S, entity: BusinessEntityRecord | undefined): S =>
  entity
    ? {
        ...site,
        company: entity.name,
        company_address: linesOfEntity(entity),
        company_vat_number: entity.default_vat_number,
        seller_country: entity.tax_address.country ?? site.seller_country,
        customer_notes: entity.customer_notes ?? site.customer_notes ?? null,
        terms_and_conditions: entity.terms_and_conditions ?? site.terms_and_conditions ?? null,
        vat_reverse_charge_notes: entity.vat_reverse_charge_notes ?? site.vat_reverse_charge_notes ?? null,
        mail_from: entity.mail_from ?? site.mail_from ?? null,
      }
    : site;

/** Returns the lines of an entity's address as invoices print it, without the country, and its registration number. */
const linesOfEntity = ({ invoice_display_address, default_registration_number }: BusinessEntityRecord): string[] => [
  ...linesOfAddress(invoice_display_address),
  ...(default_registration_number ? [default_registration_number] : []),
];

/** Returns the lines of an address of the merchant, without the country. */
export const linesOfAddress = ({ address1, address2, city, state, zip, phone }: EntityAddress): string[] =>
  [address1, address2, [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', '), phone].filter(
    (line): line is string => typeof line === 'string' && line !== '',
  );
