import { Failure } from '@service/billing/failure.ts';

/** One of the values a filter knows; absent or empty: no filter. */
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
