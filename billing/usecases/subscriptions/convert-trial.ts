import { convertTrial as convert } from '../../domain/subscriptions/convert-trial.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import type { OrderDeps } from '../../engine/orders/with-order.ts';
import { carryOutPaidTransition } from '../../engine/subscriptions/carry-out-paid-transition.ts';
import { decisionOf, type Moved } from '../../engine/subscriptions/move-subscription.ts';
import type { Caller } from '../../ports/caller.ts';
import { needSubscription } from '../../queries/subscriptions/subscriptions.ts';
import type { ConvertedTrialInput } from '../../resources/converted-trial.ts';
import { otherAccountIssues, paymentIn } from '../../resources/stored-payment.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { refuse } from '../../values/failure.ts';

/**
 * Ends the trial of a subscription now and starts its first paid period. If the payment is declined, the trial
 * continues. Throws `not_found`, `not_in_trial`, and `simultaneous_request`.
 */
export const convertTrial =
  (deps: OrderDeps) =>
  async (
    caller: Caller,
    named: string,
    { value, issues }: Submitted<ConvertedTrialInput>,
  ): Promise<Moved | Declined> => {
    const records = deps.storage.of(caller.site.id);
    const { uuid, account_code } = await needSubscription(records, named);
    refuse([...issues, ...otherAccountIssues('subscription', value, account_code)]);
    const converted = await carryOutPaidTransition(
      deps,
      caller,
      uuid,
      async (before, at) => decisionOf(convert(before, at), 'subscription.trial_converted'),
      paymentIn(value),
    );
    if ('outcome' in converted) return converted;
    return { outcome: 'moved', subscription: await needSubscription(records, uuid) };
  };
