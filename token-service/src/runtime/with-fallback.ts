type Methods<S> = { readonly [K in keyof S]: (...given: never[]) => Promise<unknown> };

/**
 * Returns an object that calls `shared` and, while that does not answer, `own`: limits that each process counts alone
 * are better than a shop that cannot sell. `onFailure` gets every failure of `shared`; `isFirst` marks the first one of
 * an outage.
 */
export const withFallback = <S extends Methods<S>>(
  shared: S,
  own: S,
  onFailure: (error: unknown, isFirst: boolean) => void,
): S => {
  let fails = false;
  const either =
    (name: keyof S) =>
    async (...given: never[]): Promise<unknown> => {
      try {
        const result = await shared[name](...given);
        fails = false;
        return result;
      } catch (error) {
        onFailure(error, !fails);
        fails = true;
        return own[name](...given);
      }
    };
  const names = Object.keys(shared) as (keyof S)[];
  return Object.fromEntries(names.map((name) => [name, either(name)])) as unknown as S;
};
