import type { ApprovalState } from '@service/billing/domain/approvals/approval.ts';
import type { DisputeState } from '@service/billing/domain/disputes/dispute.ts';
import type { WorkStatus } from '@service/billing/domain/due/work.ts';
import type { MessageStatus } from '@service/billing/domain/outbox/message.ts';
import type { PaymentResult } from '@service/billing/domain/payments/gateway-result.ts';
import type { TransactionRecord } from '@service/billing/domain/transactions/record.ts';
import type { DeliveryState } from '@service/billing/domain/webhooks/delivery.ts';
import type { WebhookEndpoint } from '@service/billing/domain/webhooks/endpoint.ts';
import type { SubscriptionFilter } from '@service/billing/ports/subscriptions.ts';
import type { TransactionFilter } from '@service/billing/ports/transactions.ts';
import type { ListedOperator } from '@service/billing/queries/access/operators.ts';
import type { CustomerRow, CustomerState } from '@service/billing/queries/accounts/customer-list.ts';
import type { CatalogueDifference } from '@service/billing/queries/catalogue/catalogue-differences.ts';
import type { GiftCardState } from '@service/billing/queries/catalogue/catalogue-list.ts';
import type { ListedState } from '@service/billing/queries/periods/list-periods.ts';
import type { COUPON_STATES } from '@service/billing/resources/coupon.ts';
import type { CHARGE_STATES, CREDIT_STATES } from '@service/billing/resources/invoice.ts';
import type { ITEM_STATES } from '@service/billing/resources/item.ts';
import type { ReportRunState } from '@service/billing/resources/report-run.ts';
import type { SUBSCRIPTION_STATES } from '@service/billing/resources/subscription.ts';
import { html, type Markup } from '../../../documents/html.ts';

type Tone = 'good' | 'bad' | 'warn' | 'calm';
type Shown = readonly [word: string, tone: Tone];
type Words<State extends string> = Readonly<Record<State, Shown>>;

type PauseReason = NonNullable<WebhookEndpoint['pause_reason']>;

/** The word and the colour of every state of every kind of record, also of those that only filters have. */
export const STATE_WORDS = {
  customer: {
    open: ['open', 'good'],
    active: ['open', 'good'],
    closed: ['closed', 'calm'],
    past_due: ['past due', 'bad'],
    in_trial: ['in trial', 'warn'],
    canceling: ['canceling', 'warn'],
    subscriber: ['subscriber', 'calm'],
    non_subscriber: ['no subscription', 'calm'],
    card_expires: ['card expires', 'warn'],
    no_card: ['no card', 'warn'],
  } satisfies Words<CustomerRow['state'] | CustomerState | 'open'>,
  subscription: {
    live: ['live', 'good'],
    active: ['active', 'good'],
    pending: ['pending', 'warn'],
    in_trial: ['in trial', 'warn'],
    past_due: ['past due', 'bad'],
    canceled: ['canceled', 'warn'],
    pausing: ['pausing', 'warn'],
    paused: ['paused', 'warn'],
    future: ['future', 'calm'],
    expired: ['expired', 'calm'],
  } satisfies Words<(typeof SUBSCRIPTION_STATES)[number] | NonNullable<SubscriptionFilter['state']>>,
  invoice: {
    pending: ['pending', 'warn'],
    processing: ['processing', 'warn'],
    past_due: ['past due', 'bad'],
    paid: ['paid', 'good'],
    failed: ['failed', 'bad'],
    open: ['open', 'good'],
    closed: ['closed', 'calm'],
    voided: ['voided', 'calm'],
    refunded: ['refunded', 'calm'],
  } satisfies Words<(typeof CHARGE_STATES)[number] | (typeof CREDIT_STATES)[number] | 'refunded'>,
  payment: {
    success: ['successful', 'good'],
    successful: ['successful', 'good'],
    failed: ['failed', 'bad'],
    declined: ['declined', 'bad'],
    void: ['voided', 'calm'],
    voided: ['voided', 'calm'],
    scheduled: ['scheduled', 'warn'],
    processing: ['processing', 'warn'],
    pending: ['pending', 'warn'],
  } satisfies Words<TransactionRecord['status'] | NonNullable<TransactionFilter['state']>>,
  gateway_outcome: {
    succeeded: ['successful', 'good'],
    pending: ['pending', 'warn'],
    action_required: ['to be confirmed', 'warn'],
    declined: ['declined', 'bad'],
    unknown: ['unknown', 'warn'],
  } satisfies Words<PaymentResult['outcome'] | 'unknown'>,
  dispute: {
    unanswered: ['to answer', 'warn'],
    answered: ['answered', 'calm'],
    undecided: ['undecided', 'warn'],
    inquiry: ['inquiry', 'warn'],
    open: ['open', 'warn'],
    won: ['won', 'good'],
    lost: ['lost', 'bad'],
  } satisfies Words<DisputeState | 'unanswered' | 'answered' | 'undecided'>,
  coupon: {
    redeemable: ['redeemable', 'good'],
    expired: ['expired', 'calm'],
    maxed_out: ['used up', 'warn'],
    inactive: ['withdrawn', 'calm'],
  } satisfies Words<(typeof COUPON_STATES)[number]>,
  redemption: { active: ['active', 'good'], inactive: ['ended', 'calm'] },
  gift_card: {
    open: ['open', 'good'],
    unpaid: ['unpaid', 'warn'],
    delivered: ['open', 'good'],
    purchased: ['open', 'good'],
    redeemed: ['redeemed', 'calm'],
    canceled: ['canceled', 'warn'],
  } satisfies Words<GiftCardState | 'delivered' | 'purchased'>,
  item: { active: ['active', 'good'], inactive: ['inactive', 'calm'] } satisfies Words<(typeof ITEM_STATES)[number]>,
  catalogue_copy: {
    new: ['new', 'good'],
    changed: ['changed', 'warn'],
    unchanged: ['unchanged', 'calm'],
    blocked: ['cannot be copied', 'bad'],
  } satisfies Words<CatalogueDifference['outcome']>,
  work: {
    stuck: ['stuck', 'bad'],
    parked: ['parked', 'bad'],
    late: ['late', 'warn'],
    waiting: ['waiting', 'warn'],
    postponed: ['postponed', 'warn'],
    ending: ['ending', 'calm'],
    dismissed: ['dismissed', 'calm'],
  } satisfies Words<WorkStatus | 'stuck'>,
  intent: { reversing: ['reversing', 'warn'], open: ['under way', 'warn'], abandoned: ['abandoned', 'warn'] },
  worker: { running: ['running', 'good'], silent: ['silent', 'warn'] },
  mail: {
    undelivered: ['not delivered', 'bad'],
    queued: ['queued', 'calm'],
    delivered: ['delivered', 'good'],
    kept: ['kept', 'calm'],
    bounced: ['bounced', 'bad'],
    skipped: ['skipped', 'calm'],
    failed: ['failed', 'bad'],
  } satisfies Words<MessageStatus | 'undelivered'>,
  delivery: {
    undelivered: ['not delivered', 'bad'],
    pending: ['pending', 'warn'],
    delivered: ['delivered', 'good'],
    retrying: ['retrying', 'warn'],
    failed: ['failed', 'bad'],
    paused: ['paused', 'warn'],
  } satisfies Words<DeliveryState | 'undelivered'>,
  endpoint: {
    active: ['active', 'good'],
    operator: ['paused', 'warn'],
    gone: ['paused: responded 410', 'warn'],
    failing: ['paused: failed for five days', 'warn'],
  } satisfies Words<PauseReason | 'active'>,
  gateway: {
    active: ['active', 'good'],
    off: ['off', 'warn'],
    unreachable: ['does not answer', 'bad'],
    recovering: ['answers again', 'warn'],
  },
  approval: {
    waiting: ['waiting', 'warn'],
    approved: ['approved', 'calm'],
    declined: ['declined', 'bad'],
    withdrawn: ['withdrawn', 'calm'],
  } satisfies Words<ApprovalState>,
  period: {
    current: ['not over', 'calm'],
    open: ['to close', 'warn'],
    closing: ['closing', 'warn'],
    closed: ['closed', 'good'],
    reopened: ['reopened', 'warn'],
  } satisfies Words<ListedState>,
  report_run: {
    waiting: ['waiting', 'warn'],
    running: ['running', 'warn'],
    done: ['done', 'good'],
    canceled: ['canceled', 'calm'],
    failed: ['failed', 'bad'],
  } satisfies Words<ReportRunState>,
  check: { done: ['done', 'good'], open: ['open', 'bad'], same: ['the same', 'good'], differs: ['differs', 'bad'] },
  operator: {
    active: ['active', 'good'],
    invited: ['invited', 'calm'],
    expired: ['link expired', 'calm'],
    disabled: ['disabled', 'bad'],
    read_only: ['read-only', 'warn'],
  } satisfies Words<ListedOperator['state'] | 'read_only'>,
  key: { active: ['active', 'good'], replaced: ['replaced', 'warn'] },
  business_entity: { active: ['active', 'good'], inactive: ['removed', 'calm'] },
  service: { ok: ['works', 'good'], degraded: ['degraded', 'bad'] },
  service_part: { ok: ['ok', 'good'], warning: ['warning', 'warn'], failure: ['failure', 'bad'] },
} as const satisfies Readonly<Record<string, Words<string>>>;

/** A kind of record with states. */
export type StateKind = keyof typeof STATE_WORDS;
export type StateOf<Kind extends StateKind> = keyof (typeof STATE_WORDS)[Kind] & string;

const shownAs = <Kind extends StateKind>(kind: Kind, state: StateOf<Kind>): Shown =>
  (STATE_WORDS[kind] as unknown as Readonly<Record<string, Shown>>)[state] as Shown;

/** The word of a state: `past due`. */
export const stateWord = <Kind extends StateKind>(kind: Kind, state: StateOf<Kind>): string => shownAs(kind, state)[0];

/** A state by word and colour; `label` says more than the word. */
export const stateBadge = <Kind extends StateKind>(
  kind: Kind,
  state: StateOf<Kind>,
  label = stateWord(kind, state),
): Markup => toneBadge(shownAs(kind, state)[1], label);

/** The choices of a filter by state, in their order. */
export const stateChoices = <Kind extends StateKind>(
  kind: Kind,
  states: readonly StateOf<Kind>[],
): readonly (readonly [state: string, word: string])[] => states.map((state) => [state, stateWord(kind, state)]);

/** A word in colour that is no state, such as the days that are left. */
export const toneBadge = (tone: Tone, label: string): Markup => html`<span class="badge ${tone}">${label}</span>`;
