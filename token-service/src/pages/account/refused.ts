import type { Seconds } from '@service/billing/values/time.ts';

/** The reason why there is no page. */
export type PageRefusal =
  | 'unknown'
  | 'signedOut'
  | 'missing'
  | 'unreadable'
  | 'viewing'
  | 'expiredForm'
  | 'tooMany'
  | 'insecure'
  | 'busy'
  | 'unavailable'
  | 'readOnly'
  | 'repeated';

/** Ends a request with a page that says why. */
export class PageRefused extends Error {
  readonly refusal: PageRefusal;
  /** Seconds, for `Retry-After`. */
  readonly wait: Seconds | undefined;
  constructor(refusal: PageRefusal, wait?: Seconds) {
    super(refusal);
    this.refusal = refusal;
    this.wait = wait;
  }
}
