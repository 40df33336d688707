/** The delay of the event loop since the last call, in milliseconds, rounded up to a bucket of the histogram. */
export interface EventLoopDelay {
  readonly p99: number;
  readonly longest: number;
}

const BUCKET = /^nodejs_eventloop_lag_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm;

const last = new Map<string, ReadonlyMap<number, number>>();

/** Reads `nodejs_eventloop_lag_seconds` from `GET /metrics`, and returns what was added since the last call. */
export const takeEventLoopDelay = async (apiUrl: string): Promise<EventLoopDelay> => {
  const response = await fetch(`${apiUrl}/metrics`);
  const text = await response.text();
  const counts = new Map(
    [...text.matchAll(BUCKET)].map(([, le, count]) => [Number(le === '+Inf' ? 'Infinity' : le), Number(count)]),
  );
  if (counts.size === 0)
    throw new Error(`/metrics answered ${response.status} without the delay of the event loop:\n${text}`);
  const before = last.get(apiUrl);
  last.set(apiUrl, counts);
  const added = [...counts].map(([le, count]) => [le, count - (before?.get(le) ?? 0)] as const);
  const all = added.at(-1)?.[1] ?? 0;
  const quantile = (share: number): number => (added.find(([, count]) => count >= all * share)?.[0] ?? 0) * 1000;
  return { p99: quantile(0.99), longest: quantile(1) };
};
