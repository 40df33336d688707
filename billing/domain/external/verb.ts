import type { ExternalVerb } from '../../resources/external-import.ts';
import type { ExternalSubscriptionRow } from './record.ts';

type Shown = Pick<ExternalSubscriptionRow, 'state' | 'last_purchased' | 'expires_at'>;

/**
 * Returns the verb of the notification that a change of an app store’s subscription causes, unless the store has named
 * one; undefined where receivers are told nothing.
 */
export const verbOf = (before: Shown | undefined, after: Shown): ExternalVerb | undefined => {
  if (!before) return 'new';
  if (before.state !== after.state) return verbOfStates(before.state, after.state);
  const isLater = (name: 'last_purchased' | 'expires_at'): boolean => (after[name] ?? 0) > (before[name] ?? 0);
  return after.state === 'active' && (isLater('last_purchased') || isLater('expires_at')) ? 'renewed' : undefined;
};

const verbOfStates = (from: Shown['state'], to: Shown['state']): ExternalVerb => {
  switch (to) {
    case 'active':
      return from === 'past_due' ? 'recovered' : 'reactivated';
    case 'past_due':
      return 'renewal_failure';
    default:
      return to;
  }
};
