import type { Seconds } from '../../values/time.ts';

/** Who changed what, and when. Append-only. */
export interface AuditEntry {
  readonly id: string;
  readonly at: Seconds;
  /** `key:<id>`, or `command line`. */
  readonly actor: string;
  readonly correlation: string;
  /** For example `account.created`. */
  readonly action: string;
  /** The record, by the name clients know. */
  readonly subject: string;
}
