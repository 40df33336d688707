import type { Seconds } from '../../values/time.ts';

/** Settings that were changed, by name, with the value before and after. */
export type AuditChanges = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/** An append-only record of a change: actor, action and time. */
export interface AuditEntry {
  readonly id: string;
  readonly at: Seconds;
  /** `key:<id>`, `operator:<email>` or `command line:<user>`; see docs/operations.md#audit-log. */
  readonly actor: string;
  readonly correlation: string;
  /** The action, for example `account.created`. */
  readonly action: string;
  /** The record, by the name clients know. */
  readonly subject: string;
  /**
   * The network address from which it was asked for; null: none is known, or it is that of a customer, which the audit
   * log does not keep.
   */
  readonly address: string | null;
  /** Null where the entry is not about settings. */
  readonly changes: AuditChanges | null;
}
