import type { Transaction } from '../../resources/transaction.ts';
import type { Unverified } from '../billing-info/billing-info.ts';

/** The countries that speak for where the customer of an invoice was at the sale, beside those of the addresses. */
export interface LocationEvidence {
  /** The country of the customer's IP address. */
  readonly ip_country: string | null;
  /** The country of the card's issuer or of the bank. */
  readonly method_country: string | null;
}

/** The part of a payment method that says in which country it is. */
type LocatedMethod = Pick<Unverified, 'type' | 'ip_address_country' | 'cc_bin_country'>;

/** The countries of bank accounts whose scheme has only one. */
const COUNTRY_OF_SCHEME: Readonly<Partial<Record<Unverified['type'], string>>> = {
  bank_account: 'US',
  bacs: 'GB',
  becs: 'AU',
};

/** Returns the evidence that a payment method gives; null where it gives none. */
export const evidenceOf = (method: LocatedMethod | null | undefined): LocationEvidence | null => {
  const ip_country = method?.ip_address_country ?? null;
  const method_country = method ? (COUNTRY_OF_SCHEME[method.type] ?? method.cc_bin_country ?? null) : null;
  return ip_country === null && method_country === null ? null : { ip_country, method_country };
};

/** Returns an invoice with the evidence of a payment of it, which replaces what was known before. */
export const withEvidence = <I extends { readonly tax_evidence: LocationEvidence | null }>(
  invoice: I,
  payment: Pick<Transaction, 'details'> | undefined,
): I => {
  const before = invoice.tax_evidence ?? null;
  const given = evidenceOf(payment?.details.account.billing_info);
  if (!given) return { ...invoice, tax_evidence: before };
  return {
    ...invoice,
    tax_evidence: {
      ip_country: given.ip_country ?? before?.ip_country ?? null,
      method_country: given.method_country ?? before?.method_country ?? null,
    },
  };
};
