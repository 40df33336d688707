import { mapValues } from '../map-values.ts';
import type { PricedSubscription, PricingChain } from './types.ts';

type Step = (...args: never[]) => never;

/** The steps of `pricing`, each run after the one before it. */
export const chain = <Value>(pricing: PricedSubscription, outcome: Promise<Value>): PricingChain<Value> => {
  const then = (...handlers: Parameters<typeof outcome.then>) => chain(pricing, outcome.then(...handlers));
  return {
    ...mapValues(
      pricing as unknown as Record<string, Step>,
      (step) =>
        (...args: never[]) =>
          then(() => step(...args)),
    ),
    then,
    catch: (rejected: (error: unknown) => never) => then(undefined, rejected),
    done(priced, failed) {
      then(() => pricing.reprice()).then(
        (price) => queueMicrotask(() => priced?.(price as never)),
        (error) =>
          queueMicrotask(() => {
            if (!failed) throw error;
            failed(error);
          }),
      );
      return pricing;
    },
  } as PricingChain<Value>;
};
