import type { Intent } from '../payments/intent.ts';
import type { DueQuery } from './due.ts';

export interface IntentRecords {
  /** False while another intent has the subject: a live one, or one that is not reversed yet. */
  open(intent: Intent): Promise<boolean>;
  save(intent: Intent): Promise<void>;
  find(id: string): Promise<Intent | undefined>;
  /** The open intent of a subject. */
  of(subject: string): Promise<Intent | undefined>;
  /** Those whose lease was out at a moment of the system's clock, which is another one by the site's. */
  expired(system: number, site: number): Promise<readonly Intent[]>;
  /** Those whose lease is out, as due work. */
  readonly abandoned: DueQuery;
  /** False when it is closed already. */
  close(id: string): Promise<boolean>;
}

/** The outcomes of requests with an `Idempotency-Key`, kept for as long as their answers are. */
export interface OutcomeRecords {
  /**
   * Called in the transaction of the outcome, by a request that has taken its key. Throws `simultaneous_request` when
   * the key has an outcome: this request outlived its lease, and a repeated one finished first.
   */
  record(key: string, outcome: object): Promise<void>;
  find(key: string): Promise<object | undefined>;
}
