import type { FuzzRequest } from './requests.ts';

/** Parts beyond which not every position is tried. */
const MANY = 200;

type Fails = (request: FuzzRequest) => Promise<boolean>;

/**
 * Returns the smallest request that still fails, found by removing one part after another; the original request if it
 * fails only once.
 */
export const shrunk = async (request: FuzzRequest, fails: Fails): Promise<FuzzRequest> => {
  if (!(await fails(request))) return request;
  let smallest = request;
  const headers = await fewer(smallest.headers, (kept) => fails({ ...smallest, headers: kept }));
  smallest = { ...smallest, headers };
  const query = await fewer(smallest.query, (kept) => fails({ ...smallest, query: kept }));
  smallest = { ...smallest, query };
  const parts = smallest.body?.toString('latin1').split(/(?=[<&])/) ?? [];
  const bytes = (kept: readonly string[]) => Buffer.from(kept.join(''), 'latin1');
  const body = await fewer(parts, (kept) => fails({ ...smallest, body: bytes(kept) }));
  return smallest.body ? { ...smallest, body: bytes(body) } : smallest;
};

/** Removes half of the parts, then quarters, down to single ones, as long as the rest still fails. */
const fewer = async <T>(
  parts: readonly T[],
  fails: (kept: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> => {
  let kept = parts;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    // An element ends where another part begins, so a pair is found at any position.
    const step = kept.length > MANY ? size : 1;
    for (let at = 0; at < kept.length; ) {
      const without = kept.toSpliced(at, size);
      if (await fails(without)) kept = without;
      else at += step;
    }
  }
  return kept;
};

/** Formats a request for people. A long body is cut, since its beginning matters most. */
export const described = ({ origin, method, path, query, headers, body }: FuzzRequest): string => {
  const target = query.length > 0 ? `${path}?${query.join('&')}` : path;
  const lines = headers.map(([name, value]) => `  ${name}: ${value.slice(0, 200)}`);
  const text = body ? [`  ${body.toString().slice(0, 2_000)}`] : [];
  return [`${method} ${target.slice(0, 500)} on the ${origin} origin`, ...lines, ...text].join('\n');
};
