import { nextBoundary } from '../../domain/subscriptions/boundary.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { Seconds } from '../../values/time.ts';
import { boundaryUpdate } from './boundary-update.ts';

type Update = NonNullable<ReturnType<typeof boundaryUpdate>>;

export interface NextBilledPeriod {
  /** Time at which the period starts and is billed. */
  readonly at: Seconds;
  /** The subscription until then. */
  readonly before: ShownSubscription;
  readonly update: Exclude<Update, { readonly kind: 'end' }>;
  /** The subscription once the period has started. */
  readonly after: ShownSubscription;
}

/** Maximum number of boundaries of a pause that are crossed to find the period after it. */
const MOST_BOUNDARIES = 1200;

/**
 * Returns the next period that a subscription will be billed for; undefined if it ends before that. `subscription` need
 * not be stored: a preview of a change has a next period too.
 */
export const nextBilledPeriod = (subscription: ShownSubscription): NextBilledPeriod | undefined => {
  let before = subscription;
  for (let crossed = 0; crossed < MOST_BOUNDARIES; crossed += 1) {
    const at = nextBoundary(before);
    const update = at === null ? undefined : boundaryUpdate(before, at);
    if (at === null || !update || update.kind === 'end') return undefined;
    const after = { ...before, ...update.transition.subscription };
    if (update.transition.charges.some(({ kind }) => kind === 'period')) return { at, before, update, after };
    before = after;
  }
  return undefined;
};
