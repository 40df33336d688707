import type { Pricing } from './pricing.ts';
import type { PricingChain } from './types.ts';

/** The steps of `pricing`, by their names, each after what came before it. */
export const chain = <Value>(
  pricing: Pricing,
  names: readonly string[],
  outcome: Promise<Value>,
): PricingChain<Value> => {
  const then = (...handlers: Parameters<typeof outcome.then>) => chain(pricing, names, outcome.then(...handlers));
  const own = pricing as unknown as Record<string, (...args: unknown[]) => never>;
  const steps = names.map((name) => [name, (...args: unknown[]) => then(() => own[name]?.(...args))]);
  return {
    ...Object.fromEntries(steps),
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
