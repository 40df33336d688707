import { flagKind, isFault } from '@service/billing/resources/kind.ts';
import { Failure } from '@service/billing/values/failure.ts';

/** Reads one of the values of a filter; absent or empty: no filter. */
export const chosen = <const Name extends string, const T extends string>(
  query: URLSearchParams,
  name: Name,
  known: readonly T[],
): { readonly [K in Name]?: T } => {
  const sent = query.get(name);
  if (!sent) return {};
  const value = known.find((one) => one === sent);
  if (!value) throw new Failure('bad_request', { name }, `${name} must be one of ${known.join(', ')}`);
  return { [name]: value } as { readonly [K in Name]?: T };
};

/** Reads a flag of the query; `1` and `true`, `0` and `false`. Absent or empty: undefined. Throws `bad_request`. */
export const flagIn = (query: URLSearchParams, name: string): boolean | undefined => {
  const sent = query.get(name);
  if (!sent) return undefined;
  const value = flagKind().read(sent);
  if (isFault(value)) throw new Failure('bad_request', { name }, `${name} must be true or false`);
  return value;
};
