import type { SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import { termWindow } from '../../../domain/subscriptions/usage-counter.ts';
import type { Records } from '../../../ports/storage.ts';
import { decimalFraction, type Fraction, plus } from '../../../values/money/fraction.ts';
import { plainDecimal } from '../../../values/money/plain-decimal.ts';
import type { Seconds } from '../../../values/time.ts';

/**
 * Returns a function that counts usage of an add-on on through its terms: it returns the amount that was billed before
 * in the term of a moment, what the same invoice bills before included, and adds an amount to it. Amounts are decimal
 * text.
 */
export const termCounter = (
  { usages }: Pick<Records, 'usages'>,
  subscription: SubscriptionRecord,
  addOnCode: string,
): ((moment: Seconds, added: string) => Promise<string>) => {
  const counters = new Map<Seconds, Fraction>();
  return async (moment, added) => {
    const term = termWindow(subscription, moment);
    const before =
      counters.get(term.startedAt) ?? decimalFraction((await usages.billed(subscription.uuid, addOnCode, term)).amount);
    counters.set(term.startedAt, plus(before, decimalFraction(added)));
    return plainDecimal(before);
  };
};
