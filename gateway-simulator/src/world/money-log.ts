import type { SimulatorClock } from './clock.ts';

/** One movement of money, or of a claim to it. Amounts are in the currency's smallest unit. */
export interface MoneyMovement {
  /** Counts from 1. */
  readonly number: number;
  /** Seconds since 1970 on the simulator's clock. */
  readonly at: number;
  readonly kind: MovementKind;
  readonly amount: number;
  readonly currency: string;
  readonly charge: string;
  readonly payment_intent: string | null;
  readonly customer: string | null;
  readonly payment_method: string | null;
  readonly refund: string | null;
  readonly dispute: string | null;
  /** The last four digits and the fingerprint of the card or account. */
  readonly last4: string | null;
  readonly fingerprint: string | null;
  /** Metadata of the PaymentIntent at that moment. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly idempotency_key: string | null;
}

/**
 * - `authorized`, `captured`, `released`: an amount is reserved on a card, taken, or set free again
 * - `debit_started`, `debited`, `debit_failed`: a bank debit
 * - `refunded`, `refund_failed`: money to the customer, and back when that failed
 * - `withdrawn`, `reinstated`: a dispute takes the money, or returns it
 */
export type MovementKind =
  | 'authorized'
  | 'captured'
  | 'released'
  | 'debit_started'
  | 'debited'
  | 'debit_failed'
  | 'refunded'
  | 'refund_failed'
  | 'withdrawn'
  | 'reinstated';

export interface MoneyLog {
  add(movement: Omit<MoneyMovement, 'number' | 'at'>): void;
  /** Every movement, in order. */
  all(): readonly MoneyMovement[];
  clear(): void;
}

export const openMoneyLog = (clock: SimulatorClock): MoneyLog => {
  let movements: MoneyMovement[] = [];
  return {
    add: (movement) => {
      movements.push(Object.freeze({ number: movements.length + 1, at: clock.seconds(), ...movement }));
    },
    all: () => movements,
    clear: () => {
      movements = [];
    },
  };
};
