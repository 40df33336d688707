import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import { findPayingMethod } from '@service/billing/queries/accounts/billing-info.ts';
import { findInvoice, findInvoiceParts } from '@service/billing/queries/invoices/invoices.ts';
import { LATEST } from '@service/billing/resources/version.ts';
import { collectInvoice } from '@service/billing/usecases/invoices/collect-invoice.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { english } from '../../../../documents/messages/en/index.ts';
import { dayOf, moneyOf } from '../../parts/figures.ts';
import { type ConsoleRoute, FormProblem } from '../../route.ts';
import { type ConsoleVisit, withPermission } from '../../visit.ts';
import { isNotAttemptedAgain, lastDecline } from './collection-outlook.ts';
import { describeCustomerMail } from './customer-mail.ts';
import { invoiceForm } from './invoice-form.ts';
import type { MoneyDeps } from './money-deps.ts';
import { methodInShort } from './money-parts.ts';

/** An attempt by hand counts as one of the schedule, so it moves the next. */
const nextInWords = (visit: ConsoleVisit, next: Seconds | null): string =>
  next === null ? 'It is not attempted again by itself.' : `The next attempt is on ${dayOf(visit, next)} now.`;

/** Collects an open invoice now. */
export const collectRoutes = (deps: MoneyDeps): readonly ConsoleRoute[] => {
  const payingMethod = findPayingMethod(deps);
  const find = findInvoice(deps);
  const partsOf = findInvoiceParts(deps);
  const mailSent = describeCustomerMail(deps);
  const collect = withPermission('invoices.collect', collectInvoice(deps));

  const warningOf = async ({ caller }: ConsoleVisit, { uuid }: ShownInvoice, method: string): Promise<Markup> => {
    const reason = lastDecline(await partsOf({ caller, version: LATEST, turn: deps.world.turn, embedded: 1 }, uuid));
    return html`<strong>${reason ? `The last attempt failed: ${reason} ` : ''}${method} is not attempted again by itself. An attempt by hand will most likely fail too, unless the customer has settled it with the bank: ask for another payment method.</strong><br>`;
  };

  return invoiceForm(deps, {
    action: 'collect',
    permission: 'invoices.collect',
    title: 'Collect invoice',
    async explain(visit, invoice) {
      const { balance_in_cents, currency } = invoice;
      const charged = await payingMethod(visit.caller, invoice);
      const method = charged && methodInShort(charged);
      const amount = moneyOf(balance_in_cents, currency);
      const warning = method && isNotAttemptedAgain(invoice) ? await warningOf(visit, invoice, method) : '';
      return method
        ? html`${warning}Credit of the account pays first; the rest of ${amount} is charged to ${method} at once. An account is collected by hand once an hour at most.`
        : `The account has no payment method, so only its credit can pay ${amount}. Ask the customer to add one.`;
    },
    moves: { amountOf: ({ balance_in_cents }) => balance_in_cents, fields: [] },
    button: ({ balance_in_cents, currency }) => `Collect ${moneyOf(balance_in_cents, currency)} now`,
    async carryOut(visit, invoice) {
      const { uuid, account_code, balance_in_cents, currency } = invoice;
      const amount = moneyOf(balance_in_cents, currency);
      const charged = await payingMethod(visit.caller, invoice);
      const method = charged && methodInShort(charged);
      const outcome = await collect(visit, uuid, undefined, charged);
      if (outcome.outcome === 'declined') {
        const { attempt_next_collection_at: next } = await find(visit.caller, uuid);
        throw new FormProblem(
          `${amount} was not collected. ${english.decline(outcome.error_code).merchant_message} ${nextInWords(visit, next)} ${await mailSent(visit, account_code)}`,
        );
      }
      const after = await find(visit.caller, uuid);
      const said = await mailSent(visit, account_code);
      return after.state === 'processing'
        ? `${amount} is being debited from ${method ?? 'the account'}; the bank decides in some days. ${said}`
        : `${amount} was collected${method ? ` with ${method}` : ''}. ${said}`;
    },
  });
};
