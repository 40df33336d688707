import type { AlertKind, OpenAlert } from '../domain/alerts/alert.ts';

/** Conditions of a site that need a person, one episode of each kind. */
export interface OpenAlertRecords {
  /** The oldest first. */
  all(): Promise<readonly OpenAlert[]>;
  /** Records the begin of an episode. Returns false if another process has recorded it. */
  begin(alert: OpenAlert): Promise<boolean>;
  /** Records how an episode was last seen; has no effect once it is over. */
  note(alert: OpenAlert): Promise<void>;
  /** Records that an episode is over. Returns false if another process has recorded it. */
  end(kind: AlertKind): Promise<boolean>;
}
