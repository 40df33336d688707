/**
 * Checks that look-ups stay fast as the catalogue grows: a plan with its add-ons among 10,000 plans and a code among
 * 1,000,000 unique codes, each compared with 100. The sizes are measured alternately, so that other work on the machine
 * affects all of them; on both engines.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Records } from '@service/billing/ports/storage.ts';
import type { StorageConfig } from '../src/adapters/storage/storage.ts';
import { freshSchema, startPostgres } from '../test/postgres.ts';
import { quantile } from './accounts/words.ts';
import { type Filled, fill, planCode, uniqueCode } from './catalogue/fill.ts';

const SIZES = [
  { plans: 100, codes: 100 },
  { plans: 10_000, codes: 10_000 },
  { plans: 10_000, codes: 1_000_000 },
] as const;
type Size = (typeof SIZES)[number];

const ROUNDS = 300;
const LOOKS = 20;
/** The maximum time of a look-up, as a multiple of the time among 100. */
const MOST_APART = 2;

interface Look {
  readonly name: string;
  readonly among: (size: Size) => number;
  readonly ask: (records: Records, n: number) => Promise<unknown>;
}

const looks: readonly Look[] = [
  {
    name: 'a plan with its add-ons',
    among: ({ plans }) => plans,
    async ask({ plans, addOns }, n) {
      const plan = await plans.find(planCode(n));
      return plan && (await addOns.ofPlan(plan.id)).length > 0;
    },
  },
  { name: 'a unique code', among: ({ codes }) => codes, ask: ({ coupons }, n) => coupons.find(uniqueCode(n)) },
  {
    name: 'a code that is none',
    among: ({ codes }) => codes,
    ask: async ({ coupons }, n) => !(await coupons.find(`${uniqueCode(n)}-not`)),
  },
];

/** The fastest round, which other work on the machine disturbed least. */
const usual = (times: readonly number[]): number => quantile(times, 0.1);

const cleanup: (() => Promise<unknown>)[] = [];

const measure = async (engine: string, configure: () => Promise<StorageConfig>): Promise<boolean> => {
  const began = performance.now();
  const sites: Filled[] = [];
  for (const size of SIZES) sites.push(await fill(await configure(), size));
  for (const { close } of sites) cleanup.unshift(close);
  console.log(`${engine}, filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);

  let steady = true;
  for (const look of looks) {
    const times = SIZES.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, { storage, siteId }] of sites.entries()) {
        times[index]?.push(await timeOf(look, storage.of(siteId), look.among(SIZES[index]!)));
      }
    }
    const [base = 1, ...others] = times.map(usual);
    const ratios = others.map((time) => time / base);
    steady &&= ratios.every((ratio) => ratio <= MOST_APART);
    const figures = SIZES.map((size, index) => {
      const time = `${usual(times[index] ?? []).toFixed(1)} µs`;
      return `${look.among(size).toLocaleString('en')}: ${time}${index > 0 ? ` (× ${ratios[index - 1]?.toFixed(2)})` : ''}`;
    });
    console.log(`  ${look.name.padEnd(24)}  ${figures.join('   ')}`);
  }
  return steady;
};

/** Microseconds per look-up, from many look-ups far apart. */
const timeOf = async ({ name, ask }: Look, records: Records, among: number): Promise<number> => {
  const began = performance.now();
  for (let n = 0; n < LOOKS; n += 1) {
    if (!(await ask(records, Math.floor(Math.random() * among)))) throw new Error(`The look-up of ${name} failed.`);
  }
  return ((performance.now() - began) * 1000) / LOOKS;
};

const onSqlite = async (): Promise<StorageConfig> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-catalogue-'));
  cleanup.push(() => rm(dataDir, { recursive: true, force: true }));
  return { dataDir, databaseUrl: null };
};

const run = async (): Promise<boolean> => {
  const steady = await measure('SQLite', onSqlite);
  const given = process.env.DATABASE_URL;
  const server = given ? { url: given, stop: async () => {} } : await startPostgres();
  cleanup.push(server.stop);
  return (
    (await measure('PostgreSQL', async () => {
      const schema = await freshSchema(server.url);
      cleanup.splice(cleanup.indexOf(server.stop), 0, schema.drop);
      return { dataDir: ':memory:', databaseUrl: schema.url };
    })) && steady
  );
};

try {
  const steady = await run();
  console.log(`Look-ups ${steady ? 'keep' : 'do NOT keep'} their speed: at most × ${MOST_APART} is the goal.`);
  if (!steady) process.exitCode = 1;
} finally {
  for (const undo of cleanup) await undo();
}
