import type { Seconds } from '../../values/time.ts';
import type { TransactionRecord } from './record.ts';

/** A refusal is an outcome, not an exception: it leaves a transaction, unless no gateway was asked. */
export interface Declined {
  readonly outcome: 'declined';
  readonly error_code: string;
  readonly transaction?: TransactionRecord;
  /** Seconds until the request can succeed, if an attempt limit refused it. */
  readonly retry_after?: Seconds;
}
