/** A history as the transitions carry it out: each boundary and each operation at its own moment. */
import { Failure } from '../../failure.ts';
import { fraction } from '../../money/fraction.ts';
import { readFraction } from '../../money/fraction-text.ts';
import { type ChangeableCharge, creditCharges } from '../../price/change.ts';
import { usageLines } from '../../price/usage.ts';
import type { Seconds } from '../../time.ts';
import { isoTime } from '../../time.ts';
import { refuseUsage, usageAddOnOf } from '../../usages/usage.ts';
import { crossBoundary, nextBoundary } from '../boundary.ts';
import { cancel } from '../cancel.ts';
import { convertTrial } from '../convert-trial.ts';
import { linesOfSubscription } from '../lines.ts';
import { pause } from '../pause.ts';
import { postpone } from '../postpone.ts';
import { productPrice } from '../products.ts';
import { quantityPrice } from '../quantity-price.ts';
import { reactivate } from '../reactivate.ts';
import type { AgreedPlan, SubscriptionAddOnRecord, SubscriptionRecord } from '../record.ts';
import { requestChange } from '../request-change.ts';
import { resume } from '../resume.ts';
import { terminate } from '../terminate.ts';
import { addOn, sell, usageAddOn } from '../testing/subscription.ts';
import { type ProductCredit, type SubscriptionCharge, type Transition, transitionTo } from '../transition.ts';
import { priced } from './charges.ts';
import type { BilledLine, CreditedLine, Event, History, Operation, Sold, SoldAddOn, Standing } from './history.ts';

export const livedHistory = (history: History): Event[] => {
  const events: Event[] = [];
  const lines: StoredLine[] = [];
  const used: RecordedUsage[] = [];
  let subscription: SubscriptionRecord | null = null;

  const happened = (at: Seconds, what: Event['what'], transition: Transition | undefined): void => {
    const credited = transition ? creditsOf(transition, subscription, lines) : [];
    const billed = transition?.subscription ? chargesOf(history, transition, at, lines, used) : [];
    const after = transition ? transition.subscription : subscription;
    events.push({ at, what, refused: !transition, billed, credited, after: standingOf(after) });
    subscription = after;
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
    if (subscription)
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
    },
    add_ons: sold.addOns.map(addOnRecord),
    unit: sold.price,
    quantity: sold.quantity,
  });
};

const addOnRecord = ({ code, unit, quantity, model, tiers }: SoldAddOn): SubscriptionAddOnRecord =>
  quantity !== null
    ? addOn(code, { unit_amount_in_cents: unit, quantity })
    : model === undefined
      ? usageAddOn(code, unit)
      : {
          ...usageAddOn(code),
          unit_amount_in_cents: null,
          tier_type: model,
          tiers: (tiers ?? []).map(({ ending, unit }) => ({ ending: ending ?? 999_999_999, unit })),
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
  unit_amount_in_cents: to.price,
  quantity: to.quantity,
  add_ons: to.addOns.map(addOnRecord),
});

const operate = (
  { upgrades, downgrades }: History,
  subscription: SubscriptionRecord,
  at: Seconds,
  operation: Exclude<Operation, { do: 'use' }>,
): Transition => {
  switch (operation.do) {
    case 'change': {
      const { timeframe, to } = operation;
      const requested = { timeframe, to: agreementTo(subscription, to), settings: {} };
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
      return terminate(subscription, at, { refund: 'none', charge: operation.charge });
  }
};

const unlessRefused = (work: () => Transition): Transition | undefined => {
  try {
    return work();
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
};

/** A charge line of a product as it is stored, newest last. */
interface StoredLine extends ChangeableCharge {
  readonly what: string;
  readonly from: Seconds;
}

interface RecordedUsage {
  readonly code: string;
  readonly at: Seconds;
  readonly amount: number;
}

const recordUsage = (
  subscription: SubscriptionRecord,
  at: Seconds,
  { code, amount }: Extract<Operation, { do: 'use' }>,
  used: RecordedUsage[],
): Transition => {
  if (!usageAddOnOf(subscription, code)) throw new Failure('not_found');
  refuseUsage(subscription, at);
  used.push({ code, at, amount });
  return transitionTo(subscription, []);
};

/** Takes the unbilled usage of a period, and returns its amounts: one for each tier used. */
const billUsage = ({ add_on_code, ...price }: SubscriptionAddOnRecord, since: Seconds, used: RecordedUsage[]) => {
  const billed = used.filter(({ code, at }) => code === add_on_code && at >= since);
  used.splice(0, used.length, ...used.filter((one) => !billed.includes(one)));
  const total = billed.reduce((sum, { amount }) => sum + amount, 0);
  return usageLines(quantityPrice({ add_on_code, ...price }), String(total)).map(({ gross }) => gross);
};

const chargesOf = (
  history: History,
  { subscription, charges }: Transition,
  at: Seconds,
  lines: StoredLine[],
  used: RecordedUsage[],
) =>
  charges.flatMap((charge) =>
    charge.kind === 'usage'
      ? charge.addOns.flatMap((sold) =>
          billUsage(sold, charge.period.startedAt, used).map((gross) => ({
            what: `usage ${sold.add_on_code}`,
            from: charge.period.startedAt,
            to: charge.period.endsAt,
            ...priced(gross, history),
          })),
        )
      : linesOf(history, subscription!, charge, at, lines),
  );

const linesOf = (
  history: History,
  subscription: SubscriptionRecord,
  charge: Exclude<SubscriptionCharge, { kind: 'usage' }>,
  at: Seconds,
  stored: StoredLine[],
): BilledLine[] => {
  const none = { gross: 0, discount: 0, tax: 0 };
  const setting = { uuid: () => '', at, account_id: '', currency: 'USD' };
  const plan = { accounting_code: null, setup_fee_accounting_code: null, setup_fee_revenue_schedule_type: null };
  const drafts = linesOfSubscription(setting, { subscription, plan, charge, rates: [], shipping: null }, 0);
  return drafts.flatMap(({ record }) => {
    const amounts = priced(record.unit_amount_in_cents * record.quantity, history);
    const what = `${record.origin} ${record.product_code}`;
    const { computation, start_date: from, end_date: to } = record;
    const whole = computation?.whole_in_cents ?? 0;
    if (computation && whole > 0 && !record.origin.endsWith('_trial')) {
      const covered = readFraction(computation.proration);
      stored.push({ what, from: from!, ...amounts, whole, open: whole, covered, credited: none, share: fraction(0) });
    }
    return amounts.gross > 0 || record.origin.endsWith('_trial') ? [{ what, from: from!, to, ...amounts }] : [];
  });
};

const creditsOf = ({ credits }: Transition, before: SubscriptionRecord | null, lines: StoredLine[]): CreditedLine[] =>
  credits.flatMap((credit) => {
    if (credit.kind !== 'product') throw new Error('Only products are credited');
    return before ? creditsOfProduct(before, credit, lines) : [];
  });

const creditsOfProduct = (
  before: SubscriptionRecord,
  { product, amount: removed, proration }: ProductCredit,
  lines: StoredLine[],
): CreditedLine[] => {
  const { kind, code } = product;
  const since = before.current_period_started_at ?? 0;
  const places = [...lines.keys()]
    .filter((place) => {
      const { what, from } = lines[place]!;
      return from >= since && (kind === 'plan' ? what.startsWith('plan ') : what === `add_on ${code}`);
    })
    .reverse();
  const charges = places.map((place) => lines[place]!);
  const uncharged = productPrice(before, product) - charges.reduce((sum, { open }) => sum + open, 0);
  const amount = Math.max(0, removed - Math.max(0, uncharged));
  let rest = amount;
  return creditCharges(charges, amount, proration).flatMap(({ gross, discount, tax, share }, index) => {
    const line = charges[index]!;
    const taken = Math.min(rest, line.open);
    rest -= taken;
    const { credited } = line;
    lines[places[index]!] = {
      ...line,
      open: line.open - taken,
      share,
      credited: {
        gross: credited.gross + gross,
        discount: credited.discount + discount,
        tax: credited.tax + tax,
      },
    };
    return gross > 0 ? [{ what: line.what, from: line.from, gross, discount, tax }] : [];
  });
};

const standingOf = (subscription: SubscriptionRecord | null): Standing => {
  const both = (one: Seconds | null, other: Seconds | null): [Seconds, Seconds] | null =>
    one === null || other === null ? null : [one, other];
  const { state } = subscription ?? { state: 'removed' as const };
  const record = subscription!;
  return {
    state,
    plan: record.plan_code,
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
