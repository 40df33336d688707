import type { Seconds } from '../../values/time.ts';

/** An append-only record of a change: actor, action and time. */
export interface AuditEntry {
  readonly id: string;
  readonly at: Seconds;
  /** `key:<id>`, or `command line`. */
  readonly actor: string;
  readonly correlation: string;
  /** The action, for example `account.created`. */
  readonly action: string;
  /** The record, by the name clients know. */
  readonly subject: string;
}
