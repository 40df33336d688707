import { ibanFault, normaliseIban } from '../../values/bank/iban.ts';
import type { InvoiceParts } from '../invoices/invoice-parts.ts';
import type { ShownTransaction } from '../transactions/record.ts';
import type { PaymentInstructions } from './e-invoice.ts';

const NONE = { iban: null, card: null } as const;

/** The codes of methods without a stored payment method, such as payments that were entered by hand. */
const CODES: Readonly<Record<string, PaymentInstructions['code']>> = {
  paypal: '68',
  check: '20',
  money_order: '20',
  cash: '10',
  sepa: '59',
  bank_account: '49',
  bacs: '49',
  becs: '49',
};

const TRANSFERS = ['eft', 'wire_transfer'];

/** Returns the instructions for a transfer; without an account to pay to, none that are defined. */
const transfer = (iban: string | null, currency: string): PaymentInstructions => {
  if (!iban) return { ...NONE, code: '1' };
  return { ...NONE, code: currency === 'EUR' ? '58' : '30', iban };
};

/** Returns the method that a payment or refund was made with. A card shows its last four digits at most. */
const madeWith = (one: ShownTransaction, iban: string | null): PaymentInstructions => {
  const { type, last_four, card_type } = one.details.account.billing_info ?? {};
  if (TRANSFERS.includes(one.payment_method)) return transfer(iban, one.currency);
  if (last_four && (type ?? 'credit_card') === 'credit_card' && one.payment_method === 'credit_card') {
    return { ...NONE, code: '54', card: { last_four, brand: card_type || null } };
  }
  const code = CODES[type ?? ''] ?? CODES[one.payment_method];
  return { ...NONE, code: code ?? (one.payment_method === 'credit_card' ? '68' : '1') };
};

/**
 * Returns how an invoice was paid or is to be paid, or a credit was paid out: by the latest payment or refund, else by
 * credit, else as its collection method has it. `iban`: the merchant's account, or null.
 */
export const paymentInstructions = (
  { invoice, transactions, creditPayments }: InvoiceParts,
  iban: string | null,
): PaymentInstructions => {
  const action = invoice.type === 'credit' ? 'refund' : 'purchase';
  const latest = (transactions ?? []).findLast((one) => one.status === 'success' && one.action === action);
  if (latest) return madeWith(latest, iban);
  if (invoice.type === 'credit') return { ...NONE, code: '97' };
  if (invoice.balance_in_cents === 0 && creditPayments.some(({ voided_at }) => voided_at === null)) {
    return { ...NONE, code: '97' };
  }
  return invoice.collection_method === 'manual' ? transfer(iban, invoice.currency) : { ...NONE, code: '1' };
};

/** Returns the merchant's IBAN as documents have it; undefined for a text that is none. */
export const merchantIban = (written: string | null): string | null | undefined => {
  if (!written?.trim()) return null;
  const iban = normaliseIban(written);
  return ibanFault(iban) === undefined ? iban : undefined;
};
