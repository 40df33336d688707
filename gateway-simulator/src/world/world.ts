import type Stripe from 'stripe';
import type { InjectedFault } from '../faults/fault.ts';
import type { SimulatorClock } from './clock.ts';
import type { MoneyLog } from './money-log.ts';
import type { State } from './state.ts';

/** The request whose operation runs; null for what the simulator does by itself. */
export interface CurrentRequest {
  readonly id: string;
  readonly idempotency_key: string | null;
  /** `Stripe-Version`, or the latest that the simulator knows. */
  readonly version: string;
  /** Set by an operation whose card asks for a fault. */
  fault: InjectedFault | undefined;
}

/** Delays of later events, in milliseconds of the simulator's clock. */
export interface Delays {
  /** Until a bank debit settles or fails. */
  readonly debit: number;
  /** Until a pending refund succeeds, or a refund that fails later fails. */
  readonly refund: number;
  /** Until a dispute follows a charge, and the bank decides a dispute with evidence. */
  readonly dispute: number;
  /** Until a search finds a new object: https://docs.stripe.com/search#data-freshness. */
  readonly search: number;
}

/** Everything that operations use. */
export interface SimulatorWorld {
  readonly state: State;
  readonly clock: SimulatorClock;
  readonly log: MoneyLog;
  readonly delays: Delays;
  /** The merchant's fee for a dispute that takes money. */
  readonly disputeFee: number;
  /** The key of fingerprints: one for each run. */
  readonly fingerprintKey: Buffer;
  /** Returns the base address of the simulator's own pages: `http://127.0.0.1:12111`. */
  url(): string;
  request: CurrentRequest | null;
  /** Records an event with a copy of the object, and delivers it to webhook endpoints. */
  emit(type: Stripe.Event.Type, object: { id: string }, previous?: Record<string, unknown>): void;
}
