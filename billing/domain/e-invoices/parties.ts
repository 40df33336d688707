import type { Site } from '../../resources/site.ts';
import { readVatNumber } from '../../values/tax/vat-number.ts';
import type { AccountRecord } from '../accounts/record.ts';
import { asSeller } from '../business-entities/seller.ts';
import type { InvoiceParts } from '../invoices/invoice-parts.ts';
import type { EInvoiceAddress, EInvoiceBuyer, EInvoiceSeller } from './e-invoice.ts';

/** The settings of a site that describe the seller on e-invoices. */
export type SellingSettings = Pick<
  Site,
  | 'mode'
  | 'time_zone'
  | 'subdomain'
  | 'company'
  | 'company_address'
  | 'company_city'
  | 'company_zip'
  | 'company_vat_number'
  | 'company_contact'
  | 'company_phone'
  | 'company_email'
  | 'company_iban'
  | 'seller_country'
  | 'mail_from'
  | 'mail_reply_to'
>;

const MOST_ADDRESS_LINES = 3;

const filled = (lines: readonly (string | null | undefined)[]): string[] =>
  lines.flatMap((line) => (line?.trim() ? [line.trim()] : []));

/** Returns an address; what does not fit into three lines is joined to the third. */
const addressOf = (
  lines: readonly (string | null | undefined)[],
  { city, zip, state, country }: Readonly<Partial<Record<'city' | 'zip' | 'state' | 'country', string | null>>>,
): EInvoiceAddress => {
  const all = filled(lines);
  const rest = all.slice(MOST_ADDRESS_LINES - 1).join(', ');
  return {
    lines: [...all.slice(0, MOST_ADDRESS_LINES - 1), ...(rest ? [rest] : [])],
    city: city?.trim() || null,
    zip: zip?.trim() || null,
    state: state?.trim() || null,
    country: country ?? '',
  };
};

/** Returns a VAT number with the prefix of its country; null for none. */
const prefixed = (country: string, written: string | null | undefined): string | null => {
  if (!written?.trim()) return null;
  const { prefix, digits } = readVatNumber(country, written);
  return prefix + digits;
};

/**
 * Returns who sold an invoice, with the country in which the seller is taxed: the business entity, else the site. The
 * address is that of the invoice's template, else of the entity, else of the site.
 */
export const sellerOf = (
  site: SellingSettings,
  { invoice, entity }: Pick<InvoiceParts, 'invoice' | 'entity'>,
): { readonly seller: EInvoiceSeller; readonly country: string } => {
  const selling = asSeller(site, entity);
  const country = selling.seller_country;
  const structured = invoice.look?.address ?? entity?.invoice_display_address;
  const name = selling.company?.trim() || site.subdomain;
  const email = selling.company_email ?? selling.mail_reply_to ?? selling.mail_from ?? null;
  return {
    country,
    seller: {
      name,
      vat_number: prefixed(country, selling.company_vat_number) ?? '',
      registration_number: entity?.default_registration_number ?? null,
      email,
      address: structured
        ? addressOf([structured.address1, structured.address2], {
            ...structured,
            country: structured.country ?? country,
          })
        : addressOf(streetLines(selling), { city: selling.company_city, zip: selling.company_zip, country }),
      contact: { name: selling.company_contact?.trim() || name, phone: selling.company_phone?.trim() || null, email },
    },
  };
};

/** The lines of the site's address but the one that repeats its postal code and city. */
const streetLines = ({ company_address, company_city: city, company_zip: zip }: SellingSettings): string[] =>
  company_address.filter((line) => !(city && zip && line.includes(city) && line.includes(zip)));

/** Returns the billed party of an invoice. Without a name there, it has that of the account. */
export const buyerOf = ({ invoice }: Pick<InvoiceParts, 'invoice'>, account: AccountRecord): EInvoiceBuyer => {
  const { address } = invoice;
  const person =
    filled([address.first_name, address.last_name]).join(' ') ||
    address.name_on_account?.trim() ||
    filled([account.first_name, account.last_name]).join(' ');
  const company = address.company?.trim() || account.company_name?.trim();
  return {
    name: company || person,
    code: invoice.account_code,
    vat_number: prefixed(address.country ?? '', invoice.vat_number),
    email: account.email ?? null,
    address: addressOf([address.address1, address.address2], address),
    contact: company && person ? person : null,
  };
};

/** Returns where an invoice was shipped to; null without a whole address. */
export const shippedToOf = ({ invoice }: Pick<InvoiceParts, 'invoice'>): EInvoiceAddress | null => {
  const to = invoice.shipping_address;
  return to?.country && to.city && to.zip ? addressOf([to.address1, to.address2], to) : null;
};
