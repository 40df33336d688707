import type { Millis, MonotonicClock } from '@service/billing/values/time.ts';

type Methods<S> = { readonly [K in keyof S]: (...given: never[]) => Promise<unknown> };

/** Milliseconds without a failure after which an outage is over: in a cluster, other calls succeed meanwhile. */
const CALM = 60_000;

/**
 * Returns an object that calls `shared` and, while that does not answer, `own`: limits that each process counts alone
 * are better than a shop that cannot sell. `onFailure` gets every failure of `shared`; `isFirst` marks the first one of
 * an outage.
 */
export const withFallback = <S extends Methods<S>>(
  shared: S,
  own: S,
  { elapsed }: MonotonicClock,
  onFailure: (error: unknown, isFirst: boolean) => void,
): S => {
  let calmAt: Millis = 0;
  const either =
    (name: keyof S) =>
    async (...given: never[]): Promise<unknown> => {
      try {
        return await shared[name](...given);
      } catch (error) {
        onFailure(error, elapsed() >= calmAt);
        calmAt = elapsed() + CALM;
        return own[name](...given);
      }
    };
  const names = Object.keys(shared) as (keyof S)[];
  return Object.fromEntries(names.map((name) => [name, either(name)])) as unknown as S;
};
