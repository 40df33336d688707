import { isItem } from '@service/billing/domain/subscriptions/agreement.ts';
import { resumeAt } from '@service/billing/domain/subscriptions/pause.ts';
import { inTrial } from '@service/billing/domain/subscriptions/periods.ts';
import type { ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import type { OrderDraft } from '@service/billing/engine/orders/drafting/draft-order.ts';
import type { TransitionDeps } from '@service/billing/engine/subscriptions/carry-out-transition.ts';
import { findAccount } from '@service/billing/queries/accounts/accounts.ts';
import { listInvoices } from '@service/billing/queries/invoices/invoices.ts';
import { findSubscription } from '@service/billing/queries/subscriptions/subscriptions.ts';
import { previewRenewal } from '@service/billing/usecases/subscriptions/preview-renewal.ts';
import { previewUsage } from '@service/billing/usecases/usages/preview-usage.ts';
import { isRefusedByRule } from '@service/billing/values/failure.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { totalAndDue } from '../../parts/draft-sums.ts';
import { draftTable } from '../../parts/draft-table.ts';
import { customerTitle, dayOf, exactMomentOf, factList, moneyOf, shortId } from '../../parts/figures.ts';
import { foldedActions } from '../../parts/folded-actions.ts';
import { actionLink } from '../../parts/form.ts';
import { customerPath, subscriptionPath } from '../../parts/paths.ts';
import { showPage } from '../../parts/shell.ts';
import { stateBadge } from '../../parts/state-words.ts';
import { consoleTable } from '../../parts/table.ts';
import { type ConsoleRoute, readingPage } from '../../route.ts';
import { type ConsoleVisit, consoleVisitOf, may } from '../../visit.ts';
import { waitingApprovals } from '../approvals/waiting-approvals.ts';
import { isPausing, pauseInWords, pauseLength, subscriptionBadges } from './pause-words.ts';
import { rampSection } from './ramp-prices.ts';
import { couponsOfHolder } from './subscription-coupons.ts';
import { priceInWords } from './subscription-parts.ts';
import { usageSection } from './usage-section.ts';

const MOST_INVOICES = 12;

/** One subscription: its next invoice, usage, periods, coupons, pending change and invoices. */
export const subscriptionPage = (deps: TransitionDeps): ConsoleRoute => {
  const find = findSubscription(deps);
  const accountOf = findAccount(deps);
  const renewalOf = previewRenewal(deps);
  const waiting = waitingApprovals(deps);
  const invoices = listInvoices(deps);
  const couponsOf = couponsOfHolder(deps);
  const usageOf = previewUsage(deps);
  const newest = { sort: 'created_at', order: 'desc' } as const;

  return readingPage('/subscriptions/:uuid', 'subscription', 'subscriptions.read', async (ctx) => {
    const visit = consoleVisitOf(ctx);
    const { caller } = visit;
    const subscription = await find(caller, ctx.params.uuid ?? '');
    const { uuid, currency, account_code, account_id } = subscription;
    const [approvals, account, next, billed, coupons, usage] = await Promise.all([
      waiting(visit, { account_id, subject: uuid }),
      accountOf(caller, account_code),
      renewalOf(caller, subscription).catch(unpriced),
      invoices.page(caller, { ...newest, filter: { subscription_id: uuid }, limit: MOST_INVOICES }),
      couponsOf(visit, { account_id, account_code, uuid, isOpen: subscription.state !== 'expired' }),
      usageOf(caller, subscription),
    ]);
    showPage(
      ctx,
      {
        title: subscription.plan_name,
        badge: html`${subscriptionBadges(visit, subscription)}${inTrial(subscription, caller.at) ? stateBadge('subscription', 'in_trial') : ''}`,
        subtitle: html`${priceInWords(subscription, currency)} · <a href="${visit.prefix}${customerPath(account_code)}">${customerTitle(visit, account)}</a>${paidBy(visit, subscription)}`,
        back: { href: '/subscriptions', label: 'Subscriptions' },
        actions: actionsOf(visit, subscription),
      },
      [
        approvals,
        html`<div class="sections"><div>
<section class="panel"><h2>Next invoice</h2>${
          next === undefined
            ? html`<p>${nothingNext(visit, subscription)}</p>`
            : next === 'unpriced'
              ? html`<p>It cannot be priced now: its plan or its prices are incomplete.</p>`
              : html`<p><strong>${moneyOf(next.draft.due, currency)} is due</strong> on ${exactMomentOf(visit, next.at)}${ofTotal(next.draft)}</p>${draftTable(visit, next.draft, 'Next invoice', 'Due')}`
        }</section>
${usageSection(visit, subscription, usage)}
${rampSection(visit, subscription)}
${pauseOf(visit, subscription)}
${pendingOf(visit, subscription)}
<section><h2>Invoices</h2>${consoleTable({
          caption: 'Invoices of the subscription',
          rows: billed.records,
          href: ({ invoice_number, invoice_number_prefix }) =>
            `${visit.prefix}/invoices/${invoice_number_prefix}${invoice_number}`,
          empty: 'No invoice yet.',
          columns: [
            {
              name: 'number',
              label: 'Number',
              cell: ({ invoice_number, invoice_number_prefix }) => `${invoice_number_prefix}${invoice_number}`,
            },
            { name: 'state', label: 'State', cell: ({ state }) => stateBadge('invoice', state) },
            { name: 'date', label: 'Date', cell: ({ created_at }) => dayOf(visit, created_at) },
            {
              name: 'total',
              label: 'Total',
              numeric: true,
              cell: (invoice) => moneyOf(invoice.total_in_cents, invoice.currency),
            },
          ],
        })}</section></div>
<div><section class="panel"><h2>Terms</h2>${factList(factsOf(visit, subscription))}</section>
${addOnsOf(subscription)}
${coupons}</div></div>`,
      ],
    );
  });
};

/** Names the parent of the customer, where it pays. */
const paidBy = (
  visit: ConsoleVisit,
  { account_code, payer_account_code: payer }: ShownSubscription,
): Markup | string =>
  payer === account_code ? '' : html` · billed to <a href="${visit.prefix}${customerPath(payer)}">${payer}</a>`;

/** Names the total where credit pays a part of it. */
const ofTotal = ({ charge, due, currency }: OrderDraft): string => {
  const total = charge?.invoice.total_in_cents ?? 0;
  return due === total ? '' : `: ${totalAndDue(total, due, currency)}`;
};

/** A renewal that cannot be priced leaves the rest of the page as it is. */
const unpriced = (error: unknown): 'unpriced' => {
  if (isRefusedByRule(error)) return 'unpriced';
  throw error;
};

const nothingNext = (visit: ConsoleVisit, { state, expires_at }: ShownSubscription): string => {
  if (state === 'expired') return 'It has ended and is not billed any more.';
  if (expires_at !== null) return `It ends on ${dayOf(visit, expires_at)} and is not billed any more.`;
  return 'It is not billed any more.';
};

const actionsOf = (visit: ConsoleVisit, { uuid, state, paused_at, trial_ends_at }: ShownSubscription): Markup[] => {
  const link = (action: string, label: string, main = false, key = '') =>
    actionLink(visit, subscriptionPath(uuid, action), label, { main, key });
  const isTrial = trial_ends_at !== null && trial_ends_at > visit.caller.at;
  const isLive = state === 'active' || state === 'paused' || state === 'canceled';
  const changes = may(visit, 'subscriptions.change')
    ? [
        ...(isLive ? [link('change', 'Change', true, 'e')] : []),
        ...(state === 'canceled' ? [link('reactivate', 'Reactivate')] : []),
        ...(state === 'active' && paused_at === null ? [link('pause', 'Pause')] : []),
        ...(state === 'active' && paused_at !== null
          ? [link('undo-pause', 'Undo the pause'), link('pause', 'Change the pause')]
          : []),
        ...(state === 'paused' ? [link('resume', 'Resume'), link('pause', 'Change the pause')] : []),
        ...(state === 'active' || state === 'future' ? [link('postpone', 'Postpone')] : []),
        ...(isTrial && state === 'active' ? [link('convert-trial', 'End trial')] : []),
      ]
    : [];
  const cancels =
    may(visit, 'subscriptions.cancel') && state !== 'expired'
      ? [link('cancel', state === 'canceled' ? 'End now' : 'Cancel')]
      : [];
  // The names of actions on a pause are long for a phone.
  return foldedActions([...changes, ...cancels], paused_at === null ? 3 : 2);
};

const factsOf = (visit: ConsoleVisit, subscription: ShownSubscription) => {
  const day = (at: Seconds | null) => (at === null ? null : exactMomentOf(visit, at));
  const {
    uuid,
    collection_method,
    net_terms,
    net_terms_type,
    current_period_started_at,
    current_period_ends_at,
    current_term_ends_at,
    trial_ends_at,
    remaining_pause_cycles,
    cancel_reason,
    cancel_comment,
  } = subscription;
  return [
    { label: 'Id', value: shortId(uuid) },
    {
      label: 'Collected',
      value: collection_method === 'automatic' ? 'automatically' : `by invoice, ${net_terms_type} ${net_terms}`,
    },
    { label: 'Period began', value: day(current_period_started_at) },
    { label: 'Period ends', value: day(current_period_ends_at) },
    { label: 'Term ends', value: day(current_term_ends_at) },
    { label: 'Trial ends', value: day(trial_ends_at) },
    { label: 'Starts', value: day(subscription.starts_at) },
    { label: 'Created', value: day(subscription.created_at) },
    { label: 'Canceled', value: day(subscription.canceled_at) },
    { label: 'Ends', value: day(subscription.expires_at) },
    { label: 'Pause from', value: day(subscription.paused_at) },
    { label: 'Resumes', value: day(resumeAt(subscription)) },
    {
      label: 'Left of the pause',
      value: remaining_pause_cycles === null ? null : pauseLength(remaining_pause_cycles, subscription),
    },
    { label: 'Shipping method', value: subscription.shipping_method_code },
    { label: 'Purchase order', value: subscription.po_number },
    { label: 'Reason for canceling', value: [cancel_reason, cancel_comment].filter(Boolean).join(': ') },
  ];
};

const pauseOf = (visit: ConsoleVisit, subscription: ShownSubscription): Markup | string => {
  const said = pauseInWords(visit, subscription);
  return said
    ? html`<section class="panel"><h2>${isPausing(subscription) ? 'Scheduled pause' : 'Pause'}</h2><p>${said}</p></section>`
    : '';
};

const pendingOf = (visit: ConsoleVisit, { pending, currency, current_period_ends_at }: ShownSubscription) =>
  pending === null
    ? ''
    : html`<section class="panel"><h2>Pending change</h2><p>${pending.plan_name}, ${priceInWords(pending, currency)}, from ${
        pending.at === 'term_end' ? 'the end of the term' : dayOf(visit, current_period_ends_at ?? visit.caller.at)
      } on.</p></section>`;

const addOnsOf = ({ add_ons, currency }: ShownSubscription): Markup | string =>
  add_ons.length === 0
    ? ''
    : html`<section class="panel"><h2>Add-ons</h2><ul class="plain-list">${add_ons.map(
        ({ name, add_on_code, add_on_source, quantity, unit_amount_in_cents }) =>
          html`<li>${quantity ?? 1} × ${name || add_on_code}${isItem({ add_on_source }) ? ' (item)' : ''}${unit_amount_in_cents === null ? '' : `, ${moneyOf(unit_amount_in_cents, currency)} each`}</li>`,
      )}</ul></section>`;
