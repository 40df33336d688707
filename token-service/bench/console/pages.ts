import { loadavg } from 'node:os';
import { quantile } from '../accounts/words.ts';
import type { MeasuredConsole } from './served.ts';

/** A kind of page, with another address each time. */
export type PageKinds = Readonly<Record<string, () => string>>;

interface Measured {
  readonly times: number[];
  cpu: number;
  database: number;
  bytes: number;
}

const inColumn = (value: number, width = 6): string => value.toFixed(1).padStart(width);

/**
 * Asks for pages of several kinds, one after the other, and prints how long the answers take: by the clock, which other
 * work on the machine lengthens, and in CPU. Returns whether 95 of 100 come within `mostMs`.
 */
export const measurePages = async (
  served: MeasuredConsole,
  name: string,
  kinds: PageKinds,
  mostMs: number,
): Promise<boolean> => {
  const { engine, rounds, get, usage, signIn } = served;
  await signIn();
  const all = new Map(Object.keys(kinds).map((kind): [string, Measured] => [kind, nothingYet()]));
  // The kinds take turns, so that other work on the machine affects all of them.
  for (let round = -1; round < rounds; round += 1) {
    for (const [kind, path] of Object.entries(kinds)) {
      const one = all.get(kind)!;
      const before = await usage();
      const from = performance.now();
      const response = await get(path());
      const body = await response.arrayBuffer();
      const time = performance.now() - from;
      const after = await usage();
      if (round < 0) continue;
      one.times.push(time);
      one.cpu += after.cpu - before.cpu;
      one.database += after.database - before.database;
      one.bytes = Number(response.headers.get('content-length') ?? body.byteLength);
    }
  }
  console.log(`${engine}, ${name}; load of the machine ${loadavg()[0]?.toFixed(1)}`);
  for (const [kind, one] of all) console.log(`  ${kind.padEnd(34)} ${figuresOf(one, rounds)}`);
  const most = quantile(
    [...all.values()].flatMap(({ times }) => times),
    0.95,
  );
  console.log(`  ${'all'.padEnd(34)} ${' '.repeat(13)}  p95 ${inColumn(most)} ms: the aim is ${mostMs} ms\n`);
  return most <= mostMs;
};

const nothingYet = (): Measured => ({ times: [], cpu: 0, database: 0, bytes: 0 });

const figuresOf = ({ times, cpu, database, bytes }: Measured, rounds: number): string => {
  const [middle, most] = [0.5, 0.95].map((part) => inColumn(quantile(times, part)));
  const used = `CPU ${inColumn(cpu / rounds)}${database > 0 ? ` + ${inColumn(database / rounds)}` : ''} ms`;
  return `p50 ${middle} ms   p95 ${most} ms   ${used}   ${(bytes / 1000).toFixed(1)} kB`;
};
