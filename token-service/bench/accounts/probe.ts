/**
 * Loaded into a server before the server itself (`--import`): tells what it has used so far whenever the benchmark
 * asks.
 */

/** A question to a server under measurement; `collected` clears away the garbage first. */
export type Question = 'usage' | 'collected';

export interface Usage {
  /** Microseconds of CPU, user and system, of all threads. */
  readonly cpu: number;
  /** Bytes that the process holds. */
  readonly rss: number;
  /** Bytes of objects. */
  readonly heap: number;
}

process.on('message', (question: Question) => {
  if (question === 'collected') globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ cpu: user + system, rss, heap: heapUsed } satisfies Usage);
});
// The benchmark is gone, however that came about.
process.on('disconnect', () => process.exit());
