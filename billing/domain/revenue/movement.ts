import type { Seconds } from '../../values/time.ts';
import type { SubscriptionMrr } from '../subscriptions/subscription-mrr.ts';

/**
 * The reasons for which monthly recurring revenue moves. `opening`: it was there when this service began to record it.
 * `transfer`: from one plan to another. `relocation`: with its customer, from one country to another. `past_due` and
 * `recovered` move it out of what is paid, and back.
 */
export const MRR_MOVEMENT_KINDS = [
  'opening',
  'new',
  'expansion',
  'contraction',
  'churn_voluntary',
  'churn_involuntary',
  'reactivation',
  'transfer',
  'relocation',
  'past_due',
  'recovered',
] as const;

export type MrrMovementKind = (typeof MRR_MOVEMENT_KINDS)[number];

/** A change of the recurring revenue of a subscription. Movements are never changed or removed. */
export interface MrrMovement {
  readonly id: string;
  readonly subscription_id: string;
  readonly account_id: string;
  /** The country of the customer at the time; null where it was not known. */
  readonly country: string | null;
  readonly plan_code: string;
  readonly currency: string;
  readonly at: Seconds;
  readonly kind: MrrMovementKind;
  /** The change of the revenue by its terms. */
  readonly amount_in_cents: number;
  /** The change of the part of it that is past due. */
  readonly past_due_in_cents: number;
  /** The revenue by its terms after the movement. */
  readonly mrr_in_cents: number;
  /** The reason of a churn: the one that the customer gave, `paused` or `not_paid`; null where none was given. */
  readonly reason: string | null;
}

/** The `terms` of a paused subscription. */
export const PAUSED = 'paused';

type Step = Pick<MrrMovement, 'kind' | 'plan_code' | 'amount_in_cents' | 'past_due_in_cents' | 'mrr_in_cents'>;

/** Returns the part of the revenue that is paid. */
export const paidMrr = ({ in_cents, past_due }: SubscriptionMrr): number => (past_due ? 0 : in_cents);

/**
 * Returns the movements from one state to the next, in order. `before` is undefined for a new subscription, and null
 * for one whose revenue was not recorded yet.
 */
export const mrrMovements = (before: SubscriptionMrr | null | undefined, after: SubscriptionMrr): readonly Step[] => {
  const steps: Step[] = [];
  const was = before?.in_cents ?? 0;
  const wasPastDue = before?.past_due ?? false;
  const move = (kind: MrrMovementKind, plan_code: string, amount: number, mrr: number): void => {
    const past_due = wasPastDue ? amount : 0;
    steps.push({ kind, plan_code, amount_in_cents: amount, past_due_in_cents: past_due, mrr_in_cents: mrr });
  };
  if (before?.live && after.live && before.plan_code !== after.plan_code && was !== 0) {
    move('transfer', before.plan_code, -was, 0);
    move('transfer', after.plan_code, was, was);
  }
  if (after.in_cents !== was) {
    const plan = after.live ? after.plan_code : (before?.plan_code ?? after.plan_code);
    move(kindOf(before, after), plan, after.in_cents - was, after.in_cents);
  }
  if (after.past_due !== wasPastDue && after.in_cents !== 0) {
    steps.push({
      kind: after.past_due ? 'past_due' : 'recovered',
      plan_code: after.plan_code,
      amount_in_cents: 0,
      past_due_in_cents: after.past_due ? after.in_cents : -after.in_cents,
      mrr_in_cents: after.in_cents,
    });
  }
  return steps;
};

/**
 * Returns the movements of a subscription whose customer has moved from one country to another: out of the one, and
 * into the other.
 */
export const relocationMovements = (
  { in_cents, past_due, plan_code }: SubscriptionMrr,
  countries: { readonly from: string | null; readonly to: string | null },
): readonly (Step & Pick<MrrMovement, 'country'>)[] => {
  const step = (amount_in_cents: number, mrr_in_cents: number, country: string | null) => ({
    ...{ kind: 'relocation' as const, plan_code, country, amount_in_cents, mrr_in_cents },
    past_due_in_cents: past_due ? amount_in_cents : 0,
  });
  return [step(-in_cents, 0, countries.from), step(in_cents, in_cents, countries.to)];
};

const kindOf = (before: SubscriptionMrr | null | undefined, after: SubscriptionMrr): MrrMovementKind => {
  if (before === null) return 'opening';
  if (!before?.live) return before?.began ? 'reactivation' : 'new';
  if (after.live) return after.in_cents > before.in_cents ? 'expansion' : 'contraction';
  const isUnpaid = before.past_due || Boolean(after.written_off_until);
  return isUnpaid && after.terms !== PAUSED ? 'churn_involuntary' : 'churn_voluntary';
};
