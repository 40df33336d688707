import { Failure, type FailureSymbol } from '../../values/failure.ts';
import type { SubscriptionRecord } from './record.ts';

type Symbol = Extract<FailureSymbol, `subscription_${string}` | 'not_in_trial' | 'usage_not_recordable'>;

/** Returns the failure for an action that a subscription's state does not allow. */
export const stateFailure = (symbol: Symbol, { uuid, state }: SubscriptionRecord): Failure =>
  new Failure(symbol, { value: uuid, state });
