import type { ShownCreditPayment } from '@service/billing/domain/invoices/credit-payment.ts';
import { invoiceName } from '@service/billing/domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { Movement } from '@service/billing/domain/ledger/movement.ts';
import type { ShownTransaction } from '@service/billing/domain/transactions/record.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { english } from '../../../../documents/messages/en/index.ts';
import { dayOf, momentOf, moneyOf } from '../../parts/figures.ts';
import { LEDGER_NAMES } from '../../parts/ledger-names.ts';
import { paymentPath } from '../../parts/paths.ts';
import { stateBadge } from '../../parts/state-words.ts';
import { consoleTable } from '../../parts/table.ts';
import type { ConsoleVisit } from '../../visit.ts';
import { codeInWords, invoiceLink, methodInShort, signedCents } from './money-parts.ts';
import { actionInWords } from './payment-words.ts';

/** Attempts, payments and refunds of an invoice, oldest first. */
export const paymentsSection = (visit: ConsoleVisit, transactions: readonly ShownTransaction[]): Markup =>
  html`<section>${consoleTable({
    caption: 'Payments and refunds of the invoice',
    rows: transactions,
    href: ({ uuid }) => `${visit.prefix}${paymentPath(uuid)}`,
    empty: 'No payment was attempted yet.',
    columns: [
      {
        name: 'method',
        label: 'Method',
        cell({ type, details, description }) {
          const method = methodInShort({ ...details.account.billing_info, type });
          return type === 'manual' && description
            ? html`<span>${method} <span class="quiet">${description}</span></span>`
            : method;
        },
      },
      { name: 'action', label: 'Action', cell: ({ action }) => actionInWords(action) },
      {
        name: 'status',
        label: 'State',
        cell: ({ status, transaction_error: error }) =>
          html`<span>${stateBadge('payment', status)}${error ? html` <span class="quiet">${english.decline(error.error_code).merchant_message}</span>` : ''}</span>`,
      },
      { name: 'at', label: 'When', cell: ({ created_at }) => momentOf(visit, created_at) },
      {
        name: 'amount',
        label: 'Amount',
        numeric: true,
        cell: (payment) => moneyOf(signedCents(payment), payment.currency),
      },
    ],
  })}</section>`;

interface Credits {
  readonly invoice: ShownInvoice;
  readonly creditPayments: readonly ShownCreditPayment[];
  /** Credit invoices made against a charge invoice. */
  readonly credits: readonly ShownInvoice[];
  /** The reasons why they were made, by their numbers. */
  readonly reasons: ReadonlyMap<string, string>;
  /** Numbers of the charge invoices that a credit invoice credits. */
  readonly originals: readonly string[];
}

/** Credit invoices made against an invoice, and the credit that it used or that was used of it. */
export const creditsSection = (
  visit: ConsoleVisit,
  { invoice, creditPayments, credits, reasons, originals }: Credits,
): Markup | string => {
  const money = (cents: number): string => moneyOf(cents, invoice.currency);
  const uses = creditPayments.map((use) => ({ use, text: useInWords(visit, invoice, use) }));
  if (uses.length === 0 && credits.length === 0 && originals.length === 0) return '';
  return html`<section class="panel"><h2>Credit</h2>
${originals.length > 0 ? html`<p>It credits ${originals.map((number, place) => html`${place > 0 ? ', ' : ''}${invoiceLink(visit, number)}`)}.</p>` : ''}
<ul class="plain-list">${credits.map((credit) => {
    const reason = reasons.get(invoiceName(credit));
    return html`<li>Credit invoice ${invoiceLink(visit, invoiceName(credit))}, ${codeInWords(credit.origin)}: ${money(0 - credit.total_in_cents)} ${stateBadge('invoice', credit.state)}${reason ? html` <span class="quiet">${reason}</span>` : ''}</li>\n`;
  })}${uses.map(
    ({ use, text }) =>
      html`<li>${text}: ${money(use.amount_in_cents)}, ${dayOf(visit, use.created_at)}${use.voided_at === null ? '' : html` ${stateBadge('invoice', 'voided')}`}</li>\n`,
  )}</ul></section>`;
};

const useInWords = (visit: ConsoleVisit, { uuid }: ShownInvoice, use: ShownCreditPayment): Markup => {
  if (use.applied_to_invoice_id === uuid)
    return html`Paid from credit invoice ${invoiceLink(visit, use.original_invoice)}`;
  if (use.applied_to_invoice !== null) return html`Used for invoice ${invoiceLink(visit, use.applied_to_invoice)}`;
  if (use.refund_transaction_uuid !== null) {
    return html`<a href="${visit.prefix}${paymentPath(use.refund_transaction_uuid)}">Refunded as money</a>`;
  }
  return html`${use.action === 'write_off' ? 'Written off' : 'Voided'}`;
};

/** The postings to the ledger for an invoice and its payments, one row an entry. */
export const postingsSection = (visit: ConsoleVisit, movements: readonly Movement[]): Markup => {
  const rows = movements.flatMap((movement) => movement.entries.map((entry, place) => ({ movement, entry, place })));
  const side = (cents: number, currency: string): string => (cents > 0 ? moneyOf(cents, currency) : '');
  return html`<details class="panel"><summary><h2>Ledger postings</h2></summary>${consoleTable({
    caption: 'Ledger postings of the invoice and its payments',
    rows,
    empty: 'Nothing was posted.',
    columns: [
      {
        name: 'what',
        label: 'Movement',
        cell: ({ movement, place }) => (place === 0 ? codeInWords(movement.kind).replace('.', ' ') : ''),
      },
      { name: 'at', label: 'When', cell: ({ movement, place }) => (place === 0 ? momentOf(visit, movement.at) : '') },
      { name: 'account', label: 'Account', cell: ({ entry }) => LEDGER_NAMES[entry.account] },
      {
        name: 'debit',
        label: 'Debit',
        numeric: true,
        cell: ({ entry, movement }) => side(entry.amount, movement.currency),
      },
      {
        name: 'credit',
        label: 'Credit',
        numeric: true,
        cell: ({ entry, movement }) => side(0 - entry.amount, movement.currency),
      },
    ],
  })}</details>`;
};
