import { Failure, Invalid } from '../../../values/failure.ts';
import { USUAL_ORDER } from '../../../values/price/cart.ts';
import type { Seconds } from '../../../values/time.ts';
import { isoTime } from '../../../values/time.ts';
import { monthlyRevenue } from '../../revenue/mrr.ts';
import { refuseUsage, usageAddOnOf } from '../../usages/usage.ts';
import { crossBoundary, nextBoundary } from '../boundary.ts';
import { cancel } from '../cancel.ts';
import { convertTrial } from '../convert-trial.ts';
import { pause } from '../pause.ts';
import { postpone } from '../postpone.ts';
import { pricedIn } from '../ramp.ts';
import { reactivate } from '../reactivate.ts';
import type { AgreedPlan, RampInterval, SubscriptionAddOnRecord, SubscriptionRecord } from '../record.ts';
import { requestChange } from '../request-change.ts';
import { resume } from '../resume.ts';
import { shownRamp } from '../shown-ramp.ts';
import { terminate } from '../terminate.ts';
import { addOn, sell, usageAddOn } from '../testing/subscription.ts';
import { type Transition, transitionTo } from '../transition.ts';
import type { Event, History, Operation, Sold, SoldAddOn, Standing } from './history.ts';
import { chargesOf, creditsOf, type RecordedUsage, refundUnits, type Stored } from './lived-lines.fixture.ts';

export const livedHistory = (history: History): Event[] => {
  const events: Event[] = [];
  const stored: Stored = { lines: [], last: undefined };
  const used: RecordedUsage[] = [];
  let subscription: SubscriptionRecord | null = null;

  const happened = (at: Seconds, what: Event['what'], transition: Transition | undefined): void => {
    const credited = transition ? creditsOf(transition, subscription, stored, at) : [];
    const before = stored.lines.length;
    const billed = transition?.subscription
      ? chargesOf(history, transition, { at, before: subscription }, stored.lines, used)
      : [];
    // A credit invoice is numbered before the charge invoice of the same moment.
    if (stored.lines.length > before) stored.last = { at, lines: [before, stored.lines.length] };
    else if (credited.length > 0) stored.last = { at, lines: [0, 0] };
    const after = transition ? transition.subscription : subscription;
    events.push({ at, what, refused: !transition, billed, credited, after: standingOf(history, after) });
    subscription = after;
  };
  /** A refund changes no subscription, and its invoice is not the last one. */
  const refunded = (at: Seconds, operation: Extract<Operation, { do: 'refund' }>): void => {
    const credited = unlessRefused(() => refundUnits(stored, at, operation));
    events.push({
      at,
      what: 'refund',
      refused: !credited,
      billed: [],
      credited: credited ?? [],
      after: standingOf(history, subscription),
    });
  };
  const crossUntil = (until: Seconds): void => {
    for (;;) {
      const boundary = subscription && nextBoundary(subscription);
      if (!subscription || boundary === null || boundary > until) return;
      happened(boundary, 'boundary', crossBoundary(subscription, boundary, { unpayable: false }));
    }
  };

  happened(history.createdAt, 'sale', sale(history));
  for (const { at, operation } of history.operations) {
    crossUntil(at);
    if (!subscription) continue;
    if (operation.do === 'refund') refunded(at, operation);
    else
      happened(
        at,
        operation.do,
        unlessRefused(() =>
          operation.do === 'use'
            ? recordUsage(subscription!, at, operation, used)
            : operate(history, subscription!, at, operation),
        ),
      );
  }
  crossUntil(history.until);
  return events;
};

const sale = (history: History): Transition<SubscriptionRecord> => {
  const { sold, trial, startsAt, firstBill, ownCycles, renewalCycles, autoRenew } = history;
  return sell(isoTime(history.createdAt), {
    plan: {
      id: sold.plan,
      plan_code: sold.plan,
      plan_interval_unit: sold.interval.unit,
      plan_interval_length: sold.interval.length,
      trial_interval_unit: trial?.unit ?? 'days',
      trial_interval_length: trial?.length ?? 0,
      total_billing_cycles: sold.cycles,
      setup_fee_in_cents: { USD: sold.setupFee },
    },
    requested: {
      auto_renew: autoRenew,
      ...(startsAt === null ? {} : { starts_at: startsAt }),
      ...(firstBill === null ? {} : { first_bill_date: firstBill }),
      ...(ownCycles === null ? {} : { total_billing_cycles: ownCycles }),
      ...(renewalCycles === null ? {} : { renewal_billing_cycles: renewalCycles }),
      ...(history.inclusive ? { tax_inclusive: true } : {}),
      ...feeOf(sold),
    },
    add_ons: sold.addOns.map(addOnRecord),
    unit: sold.ramp[0]?.price ?? sold.price,
    ramp_intervals: rampOf(sold),
    quantity: sold.quantity,
  });
};

const addOnRecord = (sold: SoldAddOn): SubscriptionAddOnRecord => {
  const { code, item, unit, quantity, model, tiers, percentages, byTerm, last } = sold;
  return addOn(code, {
    ...(item ? { add_on_source: 'item', item_code: code } : {}),
    ...(quantity === null ? usageAddOn(code) : { quantity }),
    ...(percentages && { usage_type: 'percentage' }),
    usage_timeframe: byTerm ? 'subscription_term' : null,
    usage_calculation_type: last ? 'last_in_period' : null,
    percentage_tiers: (percentages ?? []).map(({ ending, share }) => ({ ending, percentage: String(share / 10_000) })),
    ...(model === undefined
      ? { unit_amount_in_cents: unit }
      : {
          unit_amount_in_cents: null,
          tier_type: model,
          tiers: (tiers ?? []).map(({ ending, unit }) => ({ ending: ending ?? 999_999_999, unit })),
        }),
  });
};

const agreementTo = (subscription: SubscriptionRecord, to: Sold): AgreedPlan => ({
  plan_id: to.plan,
  plan_code: to.plan,
  plan_name: to.plan,
  interval_unit: to.interval.unit,
  interval_length: to.interval.length,
  setup_fee_in_cents: to.setupFee,
  tax_exempt: subscription.tax_exempt,
  tax_code: subscription.tax_code,
  revenue_schedule_type: subscription.revenue_schedule_type,
  total_billing_cycles: to.cycles,
  ...pricedIn(subscription, to.plan, rampOf(to), to.price),
  quantity: to.quantity,
  add_ons: to.addOns.map(addOnRecord),
  ...feeOf(to),
});

const feeOf = ({ shipping }: Sold) => ({
  shipping_method_code: shipping?.method ?? null,
  shipping_amount_in_cents: shipping?.amount ?? null,
});

const rampOf = ({ ramp }: Sold): RampInterval[] =>
  ramp.map(({ from, price }) => ({ starting_billing_cycle: from, unit_amount_in_cents: price }));

const operate = (
  { upgrades, downgrades }: History,
  subscription: SubscriptionRecord,
  at: Seconds,
  operation: Exclude<Operation, { do: 'use' | 'refund' }>,
): Transition => {
  switch (operation.do) {
    case 'change': {
      const { timeframe, to, billed } = operation;
      const requested = {
        timeframe,
        to: agreementTo(subscription, to),
        settings: {},
        ...(billed ? { proration: billed } : {}),
      };
      return requestChange(subscription, at, requested, {
        upgrade_proration: upgrades,
        downgrade_proration: downgrades,
      });
    }
    case 'postpone':
      return postpone(subscription, at, operation.to);
    case 'pause':
      return pause(subscription, at, { cycles: operation.cycles, pastDue: false });
    case 'resume':
      return resume(subscription, at);
    case 'cancel':
      return cancel(subscription, at, operation.timeframe);
    case 'reactivate':
      return reactivate(subscription, at);
    case 'convert trial':
      return convertTrial(subscription, at);
    case 'terminate':
      return terminate(subscription, at, { refund: operation.refund, charge: operation.charge });
  }
};

const unlessRefused = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch (error) {
    if (error instanceof Failure || error instanceof Invalid) return undefined;
    throw error;
  }
};

const recordUsage = (
  subscription: SubscriptionRecord,
  at: Seconds,
  { code, amount }: Extract<Operation, { do: 'use' }>,
  used: RecordedUsage[],
): Transition => {
  if (!usageAddOnOf(subscription, code)) throw new Failure('not_found');
  refuseUsage(subscription, at);
  used.push({ code, at, amount, isBilled: false });
  return transitionTo(subscription, []);
};

/** Its revenue after the coupon of the history, at the rate with which it is billed. */
const mrrOf = ({ discount, tax }: History, subscription: SubscriptionRecord | null): number => {
  if (!subscription) return 0;
  const scope = { plans: 'all', items: 'all', charges: false } as const;
  return monthlyRevenue(
    { ...subscription, tax_rate: String(tax / 100) },
    discount === 0 ? [] : [{ id: 'coupon', off: { percent: discount }, scope }],
    USUAL_ORDER,
  );
};

const standingOf = (history: History, subscription: SubscriptionRecord | null): Standing => {
  const both = (one: Seconds | null, other: Seconds | null): [Seconds, Seconds] | null =>
    one === null || other === null ? null : [one, other];
  const { state } = subscription ?? { state: 'removed' as const };
  const record = subscription!;
  return {
    state,
    plan: record.plan_code,
    price: record.unit_amount_in_cents,
    mrr: mrrOf(history, subscription),
    rampStarts: shownRamp(record).map(({ starting_on }) => starting_on),
    period: both(record.current_period_started_at, record.current_period_ends_at),
    term: both(record.current_term_started_at, record.current_term_ends_at),
    remainingCycles: record.remaining_billing_cycles,
    autoRenew: record.auto_renew,
    trialEnds: record.trial_ends_at,
    canceledAt: record.canceled_at,
    expiresAt: record.expires_at,
    pausedAt: record.paused_at,
    pauseCycles: record.remaining_pause_cycles,
    nextBill: state === 'canceled' ? null : record.next_bill_date,
    pending: record.pending !== null,
  };
};
