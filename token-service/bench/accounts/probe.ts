/** Loaded into a server with `--import`: reports the resources used so far whenever the benchmark asks. */

/** A question to a measured server; `collected` runs the garbage collector first. */
export type Question = 'usage' | 'collected';

export interface Usage {
  /** Microseconds of CPU, user and system, of all threads. */
  readonly cpu: number;
  /** Resident memory of the process, in bytes. */
  readonly rss: number;
  /** Heap in use, in bytes. */
  readonly heap: number;
}

process.on('message', (question: Question) => {
  if (question === 'collected') globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ cpu: user + system, rss, heap: heapUsed } satisfies Usage);
});
// The benchmark has ended, whatever the reason.
process.on('disconnect', () => process.exit());
