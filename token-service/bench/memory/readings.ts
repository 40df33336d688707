import { megabytes } from '../accounts/words.ts';

/** The memory of a process, in bytes, once it has renewed so many subscriptions. */
export interface MemoryReading {
  readonly renewed: number;
  readonly rss: number;
  readonly heapUsed: number;
  readonly heapTotal: number;
  readonly external: number;
}

/** Renewals after which a worker has run all its code: its memory then is what later readings are compared with. */
const FIRST = 1000;

/** Returns the first reading after a thousand renewals, and the last one. */
export const firstAndLast = (readings: readonly MemoryReading[]): readonly [MemoryReading, MemoryReading] => {
  const first = readings.find(({ renewed }) => renewed >= FIRST);
  const last = readings.at(-1);
  if (!first || !last) throw new Error(`Fewer than ${FIRST} renewals were made.`);
  return [first, last];
};

/** Returns the bytes by which a process grew after its first thousand renewals. */
export const growthOf = (readings: readonly MemoryReading[]): number => {
  const [first, last] = firstAndLast(readings);
  return last.rss - first.rss;
};

/** Returns some of the readings, evenly spread, as the rows of a table. */
export const rowsOf = (readings: readonly MemoryReading[], count: number): string[] => {
  const some = Array.from(
    { length: Math.min(count, readings.length) },
    (_, index) =>
      readings[Math.floor((index * (readings.length - 1)) / Math.max(1, Math.min(count, readings.length) - 1))],
  );
  return some.flatMap((reading) =>
    reading
      ? [
          [
            reading.renewed.toLocaleString('en'),
            ...[reading.rss, reading.heapUsed, reading.heapTotal, reading.external].map(megabytes),
          ]
            .map((cell) => cell.padStart(11))
            .join(' '),
        ]
      : [],
  );
};
