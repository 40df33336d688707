/** A message to a person, queued with the change that causes it and delivered afterwards. */
export interface Outgoing {
  readonly id: string;
  readonly kind: string;
  /** An email address, or `support`. */
  readonly recipient: string;
  readonly correlation: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A message of the outbox with what has become of it. Moments are milliseconds of the system clock. */
export interface OutboxMessage extends Outgoing {
  readonly queued_at: number;
  /** `failed`: no more attempts are made. */
  readonly status: 'queued' | 'delivered' | 'failed';
  /** Attempts made so far. */
  readonly attempts: number;
  /** Null unless it is queued. */
  readonly next_attempt_at: number | null;
}
