import type { EInvoice } from './e-invoice.ts';

/** The formats of e-invoices: the plain standard or XRechnung, in UBL 2.1 or in CII D16B. */
export const E_INVOICE_FORMATS = {
  en16931_ubl: { syntax: 'ubl', profile: 'en16931', label: 'EN 16931 (UBL)' },
  en16931_cii: { syntax: 'cii', profile: 'en16931', label: 'EN 16931 (CII)' },
  xrechnung_ubl: { syntax: 'ubl', profile: 'xrechnung', label: 'XRechnung (UBL)' },
  xrechnung_cii: { syntax: 'cii', profile: 'xrechnung', label: 'XRechnung (CII)' },
} as const;

export type EInvoiceFormat = keyof typeof E_INVOICE_FORMATS;
export const E_INVOICE_FORMAT_NAMES = Object.keys(E_INVOICE_FORMATS) as EInvoiceFormat[];

export type EInvoiceProfile = (typeof E_INVOICE_FORMATS)[EInvoiceFormat]['profile'];

/** BT-24, and BT-23 where a profile demands it. */
export const PROFILE_IDS: Readonly<
  Record<EInvoiceProfile, { readonly specification: string; readonly process: string | null }>
> = {
  en16931: { specification: 'urn:cen.eu:en16931:2017', process: null },
  xrechnung: {
    specification: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
    process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  },
};

/**
 * Returns what an e-invoice lacks for a profile, each as a sentence with what to set. XRechnung demands more than the
 * standard: the buyer's reference, whole addresses, a contact and electronic addresses.
 */
export const profileProblems = (
  { buyer_reference, seller, buyer, delivery }: EInvoice,
  profile: EInvoiceProfile,
): string[] => {
  if (profile === 'en16931') return [];
  const demanded: readonly (readonly [present: unknown, sentence: string])[] = [
    [
      buyer_reference,
      "The buyer's reference (Leitweg-ID) is missing: set the custom field buyer_reference of the account, or the purchase order number.",
    ],
    [seller.address.city, 'The city of the seller is missing: set company_city, or that of the business entity.'],
    [seller.address.zip, 'The postal code of the seller is missing: set company_zip, or that of the business entity.'],
    [
      seller.contact.phone && (seller.contact.phone.match(/\d/g)?.length ?? 0) >= 3,
      'The telephone number of the seller is missing: set company_phone, with three digits at least.',
    ],
    [seller.email, 'The email address of the seller is missing: set company_email.'],
    [buyer.address.city, 'The city of the buyer is missing: complete the billing address of the account.'],
    [buyer.address.zip, 'The postal code of the buyer is missing: complete the billing address of the account.'],
    [buyer.email, 'The email address of the buyer is missing: set the email of the account.'],
    [
      !delivery || (delivery.address.city && delivery.address.zip),
      'The shipping address lacks its city or its postal code.',
    ],
  ];
  return demanded.flatMap(([present, sentence]) => (present ? [] : [sentence]));
};

/** Returns the format for an e-invoice that is sent: XRechnung in Germany if it has all for it, else the plain one. */
export const sentFormat = (invoice: EInvoice): EInvoiceFormat =>
  [invoice.seller, invoice.buyer].some(({ address }) => address.country === 'DE') &&
  profileProblems(invoice, 'xrechnung').length === 0
    ? 'xrechnung_ubl'
    : 'en16931_ubl';

/**
 * Returns an e-invoice as a profile has it. XRechnung demands of a SEPA debit (59) the IBAN that is debited, which is
 * not kept here, so it is called a debit (49).
 */
export const inProfile = (invoice: EInvoice, profile: EInvoiceProfile): EInvoice =>
  profile === 'xrechnung' && invoice.payment.code === '59'
    ? { ...invoice, payment: { ...invoice.payment, code: '49' } }
    : invoice;
