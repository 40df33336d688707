import type { Intent } from '../domain/payments/intent.ts';
import type { Millis } from '../values/time.ts';
import type { DueQuery } from './due.ts';

/** An intent, and the request that caused it: so are the events of the transaction that ends it. */
export type CausedIntent = Pick<Intent, 'id' | 'correlation'>;

export interface IntentRecords {
  /** Opens an intent; false while another one is open for the same subject. */
  open(intent: Intent): Promise<boolean>;
  save(intent: Intent): Promise<void>;
  find(id: string): Promise<Intent | undefined>;
  /** The open intent with an idempotency key. */
  byKey(gatewayKey: string): Promise<Intent | undefined>;
  /** The open intent of a subject. */
  of(subject: string): Promise<Intent | undefined>;
  /**
   * Intents whose lease had expired at a moment. `system` and `site` are that moment on the system clock and on the
   * site's clock.
   */
  expired(system: Millis, site: Millis): Promise<readonly Intent[]>;
  /** Intents whose lease has expired, as due work. */
  readonly abandoned: DueQuery;
  /** Closes an intent whose outcome is recorded; false when it is closed already, or is to be reversed. */
  complete(intent: CausedIntent): Promise<boolean>;
  /** Closes an intent; false when it is closed already. */
  close(intent: CausedIntent): Promise<boolean>;
}

/** The outcomes of requests with an `Idempotency-Key`, kept as long as their stored responses. */
export interface OutcomeRecords {
  /**
   * Records an outcome in its transaction, for a request that holds the key. Throws `simultaneous_request` when the key
   * already has an outcome: the lease of this request expired, and a repeated one finished first.
   */
  record(key: string, outcome: object): Promise<void>;
  find(key: string): Promise<object | undefined>;
}
