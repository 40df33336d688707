import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import { invoiceName } from '@service/billing/domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { RowCustomer } from '@service/billing/queries/accounts/row-parts.ts';
import { knownCardType } from '@service/billing/values/card/card-type.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { customerTitle } from '../../parts/figures.ts';
import { customerPath, invoicePath } from '../../parts/paths.ts';
import { type ConsoleVisit, seesPersonalData } from '../../visit.ts';

/** `Invoice 1001`, `Credit invoice 1002`. */
export const invoiceHeading = (invoice: ShownInvoice): string =>
  `${invoice.type === 'credit' ? 'Credit invoice' : 'Invoice'} ${invoiceName(invoice)}`;

/** The page above that of an action on an invoice. */
export const backToInvoice = (invoice: ShownInvoice) => ({
  href: invoicePath(invoiceName(invoice)),
  label: invoiceHeading(invoice),
});

/** A link to the page of an invoice. */
export const invoiceLink = ({ prefix }: Pick<ConsoleVisit, 'prefix'>, number: string): Markup =>
  html`<a href="${prefix}${invoicePath(number)}">${number}</a>`;

/** A link to the customer of a record. */
export const customerLink = (visit: ConsoleVisit, account: AccountRecord): Markup =>
  html`<a href="${visit.prefix}${customerPath(account.account_code)}">${customerTitle(visit, account)}</a>`;

/** The name of a row's customer, as the operator may see it. */
export const rowTitle = (visit: ConsoleVisit, customer: RowCustomer | undefined): string => {
  if (!customer) return '–';
  const { account_code, name, company, email } = customer;
  return (seesPersonalData(visit) && (name || company || email)) || account_code;
};

interface Method {
  readonly type?: string | null | undefined;
  readonly card_type?: string | null | undefined;
  readonly last_four?: string | null | undefined;
}

const KINDS: Readonly<Record<string, string>> = {
  bank_account: 'bank account',
  sepa: 'SEPA debit',
  bacs: 'BACS debit',
  becs: 'BECS debit',
  paypal: 'wallet',
  manual: 'payment by hand',
};

/** `Visa 4242`, `bank account 6789`, `wallet`. */
export const methodInShort = ({ type, card_type, last_four }: Method): string =>
  [knownCardType(card_type) ?? KINDS[type ?? ''] ?? 'card', last_four].filter(Boolean).join(' ');

interface MovedMoney {
  readonly action: string;
  readonly amount_in_cents: number;
}

/** The amount of a payment as a list shows it: below 0 for a refund, which goes to the customer. */
export const signedCents = ({ action, amount_in_cents }: MovedMoney): number =>
  action === 'refund' ? 0 - amount_in_cents : amount_in_cents;

/** The words of a code with underscores: `immediate_change` is `immediate change`. */
export const codeInWords = (code: string): string => code.replaceAll('_', ' ');
