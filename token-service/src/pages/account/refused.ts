import type { Seconds } from '@service/billing/values/time.ts';

/** The reason why there is no page. */
export type Refusal =
  | 'unknown'
  | 'signedOut'
  | 'missing'
  | 'unreadable'
  | 'expiredForm'
  | 'tooMany'
  | 'insecure'
  | 'busy'
  | 'unavailable'
  | 'readOnly'
  | 'repeated';

/** Ends a request with a page that says why. */
export class Refused extends Error {
  readonly refusal: Refusal;
  /** Seconds, for `Retry-After`. */
  readonly wait: Seconds | undefined;
  constructor(refusal: Refusal, wait?: Seconds) {
    super(refusal);
    this.refusal = refusal;
    this.wait = wait;
  }
}
