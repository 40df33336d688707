import type { Seconds } from '../../values/time.ts';
import { inTrial } from './periods.ts';
import type { SubscriptionRecord } from './record.ts';
import { renew } from './renew.ts';
import { stateFailure } from './state-failure.ts';
import { termEnd } from './term.ts';
import type { Transition } from './transition.ts';

/** Ends a trial now and starts the first paid period, from which later ones are computed. Throws `not_in_trial`. */
export const convertTrial = (subscription: SubscriptionRecord, at: Seconds): Transition<SubscriptionRecord> => {
  if (subscription.state !== 'active' || !inTrial(subscription, at)) throw stateFailure('not_in_trial', subscription);
  const ended: SubscriptionRecord = {
    ...subscription,
    anchor_at: at,
    trial_ends_at: at,
    current_period_ends_at: at,
    first_bill_date: at,
  };
  return renew({ ...ended, current_term_ends_at: termEnd(ended) }, at);
};
