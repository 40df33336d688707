import { endOf } from '@service/billing/domain/dunning/dunning.ts';
import { invoiceName } from '@service/billing/domain/invoices/invoice-name.ts';
import type { InvoiceParts } from '@service/billing/domain/invoices/invoice-parts.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import { offersAccountPages } from '@service/billing/resources/site.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { dayOf, exactMomentOf, moneyOf } from '../../parts/figures.ts';
import { customerPath } from '../../parts/paths.ts';
import { type ConsoleVisit, may } from '../../visit.ts';
import { declineReason } from './decline-words.ts';
import { finalAction } from './dunning-words.ts';
import { invoiceLink } from './money-parts.ts';

type Owed = Pick<InvoiceParts, 'invoice' | 'transactions'>;

/** Returns why the last attempt to collect an invoice failed, in words; undefined if none failed. */
export const lastDecline = ({ transactions }: Pick<Owed, 'transactions'>): string | undefined => {
  const last = transactions?.findLast(({ action }) => action === 'purchase');
  return last && declineReason(last);
};

/**
 * Returns what an invoice that is past due owes, why its last attempt failed, and what happens next and when; empty for
 * another one. `named`: with a link to the invoice, for pages that show several.
 */
export const owedSection = (
  visit: ConsoleVisit,
  { invoice, transactions }: Owed,
  { named = false }: { readonly named?: boolean } = {},
): Markup | string => {
  if (invoice.state !== 'past_due') return '';
  const { balance_in_cents, currency, due_on, created_at } = invoice;
  const reason = lastDecline({ transactions });
  return html`<p class="trouble"><strong>${moneyOf(balance_in_cents, currency)}</strong>${named ? html` of invoice ${invoiceLink(visit, invoiceName(invoice))}` : ''} is past due since ${exactMomentOf(visit, due_on ?? created_at)}.${
    reason ? ` The last attempt failed: ${reason}` : ''
  } ${nextAttempt(visit, invoice)} ${nextSteps(visit, invoice)}${askForMethod(visit, invoice)}</p>`;
};

/** A way to ask the customer for another payment method. */
const askForMethod = (visit: ConsoleVisit, { account_code, collection_method }: ShownInvoice): Markup | string =>
  collection_method === 'automatic' && offersAccountPages(visit.site) && may(visit, 'customers.link')
    ? html` <a href="${visit.prefix}${customerPath(account_code, 'link')}">Send sign-in link</a>`
    : '';

/** Whether no attempt to collect an invoice is to come, although it could be collected by itself. */
export const isNotAttemptedAgain = ({
  state,
  collection_method,
  attempt_next_collection_at: attempt,
}: Pick<ShownInvoice, 'state' | 'collection_method' | 'attempt_next_collection_at'>): boolean =>
  state === 'past_due' && collection_method === 'automatic' && attempt === null;

const nextAttempt = (visit: ConsoleVisit, invoice: ShownInvoice): Markup | string => {
  const { attempt_next_collection_at: attempt, collection_method } = invoice;
  if (attempt !== null) return html`Next attempt: ${exactMomentOf(visit, attempt)}.`;
  return collection_method === 'manual'
    ? 'The customer pays it by transfer, so no card is attempted.'
    : 'It is not attempted again: ask for another payment method.';
};

/** The next reminder, and the final step of dunning with its day. */
const nextSteps = (visit: ConsoleVisit, { dunning, dunning_due_at }: ShownInvoice): Markup | string => {
  if (!dunning) return '';
  if (dunning.final) return 'Dunning has ended with its final step.';
  if (dunning.ended_at !== null || dunning_due_at === null) {
    return 'Dunning was stopped: no reminder is sent, and nothing ends by itself.';
  }
  const end = Math.max(endOf(dunning), dunning_due_at);
  const isFinal = dunning_due_at >= endOf(dunning);
  const isSilent = visit.site.mail_off.includes('payment_failed');
  const reminder = isSilent
    ? 'This site sends no reminders.'
    : isFinal
      ? 'No reminder is left.'
      : html`Next reminder: ${exactMomentOf(visit, dunning_due_at)}.`;
  return html`${reminder} If it is not paid by ${dayOf(visit, end)}, ${finalAction(dunning.schedule)}.`;
};
