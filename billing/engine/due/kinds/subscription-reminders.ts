import type { EventRecord, PrerenewalType } from '../../../domain/events/event.ts';
import type { MailDraft } from '../../../domain/mail/facts.ts';
import { subscriptionFacts } from '../../../domain/mail/mails-of-events.ts';
import { ANNOUNCED_MONTHS, RENEWAL_NOTICE, TRIAL_NOTICE } from '../../../domain/mail/reminders.ts';
import { crossBoundary } from '../../../domain/subscriptions/boundary.ts';
import { isTrialPeriod } from '../../../domain/subscriptions/periods.ts';
import { periodPrice } from '../../../domain/subscriptions/products.ts';
import { agreedNext, priceChangesAt } from '../../../domain/subscriptions/ramp.ts';
import type { ShownSubscription, SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Records } from '../../../ports/storage.ts';
import type { SubscriptionRecords } from '../../../ports/subscriptions.ts';
import { siteTime } from '../../../resources/site.ts';
import type { Seconds } from '../../../values/time.ts';
import { queueMails } from '../../recording/mail/queue-mails.ts';
import { draftTransition, type TransitionDeps } from '../../subscriptions/carry-out-transition.ts';
import type { DueEntry } from './kind.ts';

/** Announces the end of a trial three days ahead. The order confirmation announced the end of a shorter one. */
export const trialReminders = (deps: TransitionDeps): DueEntry => ({
  next: ({ subscriptions }, until, limit) => subscriptions.trialsToRemind(until, limit),
  run: (caller, { id }) =>
    remind(deps, caller, id, 'trial', (subscription) => {
      const { trial_started_at, trial_ends_at } = subscription;
      if (!isTrialPeriod(subscription) || !trial_ends_at) return undefined;
      if (trial_ends_at - (trial_started_at ?? trial_ends_at) <= TRIAL_NOTICE) return undefined;
      return (account, amount) => ({
        ...account,
        kind: 'trial_ending',
        facts: { ...subscriptionFacts(subscription), ...amount, ends_at: trial_ends_at },
      });
    }),
});

/** Announces a renewal of a year or more 30 days ahead. The end of a trial has a notice of its own. */
export const renewalReminders = (deps: TransitionDeps): DueEntry => ({
  next: ({ subscriptions }, until, limit) => subscriptions.renewalsToRemind(until, limit),
  run: (caller, { id }) =>
    remind(deps, caller, id, 'renewal', (subscription) => {
      const { current_period_started_at: start, current_period_ends_at: renews_at } = subscription;
      if (isTrialPeriod(subscription) || !renews_at || renews_at - (start ?? renews_at) <= RENEWAL_NOTICE)
        return undefined;
      return (account, amount) => ({
        ...account,
        kind: 'renewal_ahead',
        facts: { ...subscriptionFacts(subscription), ...amount, renews_at, ...newPrice(subscription) },
      });
    }),
});

/** Announces another price of a ramp seven days ahead, unless a renewal of a year or more is announced anyway. */
export const priceReminders = (deps: TransitionDeps): DueEntry => ({
  next: ({ subscriptions }, until, limit) => subscriptions.pricesToRemind(until, limit),
  run: (caller, { id }) =>
    remind(deps, caller, id, 'price', (subscription) => {
      const renews_at = priceChangesAt(subscription);
      if (renews_at === null || isAnnounced(subscription)) return undefined;
      return (account, amount) => ({
        ...account,
        kind: 'renewal_ahead',
        facts: { ...subscriptionFacts(subscription), ...amount, renews_at, ...newPrice(subscription) },
      });
    }),
});

const isAnnounced = ({ interval_unit, interval_length }: SubscriptionRecord): boolean =>
  interval_unit === 'months' && interval_length >= ANNOUNCED_MONTHS;

const newPrice = (subscription: SubscriptionRecord): { readonly new_price_in_cents?: number } =>
  priceChangesAt(subscription) === null ? {} : { new_price_in_cents: periodPrice(agreedNext(subscription)) };

interface Amount {
  readonly amount_in_cents: number;
  readonly currency: string;
}

type Reminder = (account: Pick<MailDraft, 'account_id' | 'recipient'>, amount: Amount) => MailDraft;

/** The types of events; another price has none of its own. */
const NOTICES: Readonly<Partial<Record<Reminded, PrerenewalType>>> = {
  trial: 'subscription_trial_expiring',
  renewal: 'annual_subscription_reminder',
};

type Reminded = Parameters<SubscriptionRecords['markReminded']>[1];

/**
 * Announces the boundary of a subscription once: with an event, if it has a type for it, and with mail that names the
 * amount of its next invoice. A subscription that will not renew gets neither, and neither does one whose boundary has
 * passed.
 */
const remind = async (
  deps: TransitionDeps,
  caller: Caller,
  uuid: string,
  what: Reminded,
  reminder: (subscription: ShownSubscription) => Reminder | undefined,
): Promise<void> => {
  const { storage, world } = deps;
  const seen = await storage.of(caller.site.id).subscriptions.find(uuid);
  const draft = seen && reminder(seen);
  const amount = draft && (await renewalAmount(deps, caller, seen));
  await storage.transaction(caller.site.id, async (records) => {
    const now = await records.subscriptions.find(uuid);
    if (!now) return;
    await records.subscriptions.markReminded(uuid, what);
    const isSame = now.current_period_ends_at === seen?.current_period_ends_at && now.state === seen.state;
    if (!draft || !amount || !isSame) return;
    const notice = NOTICES[what];
    if (notice) await records.events.appendAll([await noticeOf(records, world, caller, now, notice)]);
    const { account_id } = now;
    const recipient = await emailOf(records, account_id);
    if (recipient) await queueMails(records, world, [draft({ account_id, recipient }, amount)], caller);
  });
};

const noticeOf = async (
  { accounts, shippingAddresses }: Pick<Records, 'accounts' | 'shippingAddresses'>,
  { ids }: Pick<TransitionDeps['world'], 'ids'>,
  { at, correlation }: Caller,
  subscription: SubscriptionRecord,
  notification_type: PrerenewalType,
): Promise<EventRecord> => {
  const { account_id, shipping_address_key: key } = subscription;
  const account = await accounts.snapshot(account_id);
  if (!account) throw new Error(`There is no account ${account_id}`);
  const shipping_address = key === null ? null : ((await shippingAddresses.byKeys([key]))[0] ?? null);
  const event = { type: 'prerenewal', notification_type, account, subscription, shipping_address } as const;
  return { id: ids.uuid(), at, type: event.type, account_id, correlation, event };
};

const emailOf = async ({ accounts }: Pick<Records, 'accounts'>, id: string): Promise<string | undefined> => {
  const account = await accounts.byId(id);
  return account?.state === 'active' ? (account.email ?? undefined) : undefined;
};

/** Returns the total of the invoice at the next boundary; undefined if the subscription does not renew. */
const renewalAmount = async (
  deps: TransitionDeps,
  caller: Caller,
  subscription: ShownSubscription,
): Promise<Amount | undefined> => {
  const boundary: Seconds | null = subscription.current_period_ends_at;
  if (boundary === null || isOver(deps, caller, boundary)) return undefined;
  const transition = crossBoundary(subscription, boundary, { unpayable: false });
  if (!transition?.charges.some(({ kind }) => kind === 'period')) return undefined;
  const update = { kind: 'renew', transition, what: 'subscription.renewed' } as const;
  const draft = await draftTransition(deps, { ...caller, at: boundary }, subscription, update);
  return { amount_in_cents: draft?.charge?.invoice.total_in_cents ?? 0, currency: subscription.currency };
};

/**
 * Whether a renewal is past, which is not announced after an outage. A sandbox whose clock moves forward gets every
 * reminder.
 */
const isOver = ({ world }: TransitionDeps, { site }: Caller, boundary: Seconds): boolean =>
  site.mode === 'production' && boundary <= siteTime(site, world.clock);
