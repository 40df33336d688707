import { type BoundaryFacts, crossBoundary } from '../../domain/subscriptions/boundary.ts';
import type { SubscriptionRecord } from '../../domain/subscriptions/record.ts';
import type { Seconds } from '../../values/time.ts';
import type { Update } from './decision.ts';

/** Returns the update of a subscription at its next boundary; undefined before it. */
export const boundaryUpdate = (
  before: SubscriptionRecord,
  at: Seconds,
  facts: BoundaryFacts = { unpayable: false },
): Update | undefined => {
  const transition = crossBoundary(before, at, facts);
  if (!transition) return undefined;
  const { state } = transition.subscription;
  if (before.state === 'future') return { kind: 'start', transition, what: 'subscription.started' };
  if (state === 'expired') return { kind: 'end', transition, what: 'subscription.expired' };
  return { kind: 'renew', transition, what: state === 'paused' ? 'subscription.paused' : 'subscription.renewed' };
};
