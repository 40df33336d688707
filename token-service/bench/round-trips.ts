/**
 * Counts what purchases and renewals send to PostgreSQL, and the processor time that they take of this process and of
 * the server, which has to run on this machine. Everything goes through a connection that counts, in this process: its
 * share of the time is the same in every row. Each row is the median of some rounds.
 */
import { loadavg } from 'node:os';
import { median } from './accounts/words.ts';
import { openBenchPostgres } from './engines/bench-postgres.ts';
import { openCounted, type Taken } from './round-trips/counted.ts';

const ROUNDS = 5;

const cleanup: (() => Promise<unknown>)[] = [];
try {
  console.log(
    `load of the machine before: ${loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}\n`,
  );
  const counted = await openCounted(await openBenchPostgres(cleanup));
  cleanup.unshift(counted.close);
  await counted.buy(4, 4);
  await counted.renew(96);
  const rows: readonly (readonly [name: string, once: () => Promise<Taken>])[] = [
    ['a purchase', () => counted.buy(1, 20)],
    ['a purchase, 16 customers', () => counted.buy(16, 5)],
    ['a renewal', () => counted.renew(1)],
    ['a renewal of 32', () => counted.renew(32)],
    ['a renewal of 400', () => counted.renew(400)],
  ];
  console.log('each of                     statements  round trips  CPU ms here  of the server');
  for (const [name, once] of rows) {
    const rounds: Taken[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await once());
    const middle = (of: (taken: Taken) => number | undefined): string =>
      median(rounds.map((round) => of(round) ?? Number.NaN)).toFixed(1);
    console.log(
      [
        name.padEnd(26),
        middle(({ statements }) => statements).padStart(11),
        middle(({ roundTrips }) => roundTrips).padStart(12),
        middle(({ client }) => client).padStart(12),
        middle(({ server }) => server).padStart(14),
      ].join(' '),
    );
  }
} finally {
  for (const undo of cleanup) await undo();
}
