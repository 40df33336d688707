/** A message that leaves the house later. Queued with the change that causes it, delivered after. */
export interface Outgoing {
  readonly id: string;
  readonly kind: string;
  /** An email address, or `support`. */
  readonly recipient: string;
  readonly correlation: string;
  readonly payload: Readonly<Record<string, unknown>>;
}
