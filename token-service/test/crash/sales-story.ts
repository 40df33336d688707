import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/adapters/storage/database.ts';
import { openDatabase } from '../../src/adapters/storage/storage.ts';
import { audit } from '../money/audit.ts';
import { ENGINES, liftAttemptLimits, type Place } from '../money/ground.ts';
import { seeded } from '../money/random.ts';
import { type Books, readBooks } from '../money/read-books.ts';
import { type ServiceProcess, startProcess } from '../process.ts';
import { integrity, openIntents } from './aftermath.ts';
import { killUnderLoad } from './load.ts';
import { type Market, offerCoupon } from './orders.ts';
import { openShopper, type Placed, type Shopper } from './shopper.ts';
import { differencesInSales, isSold, readAccounts } from './sold.ts';
import { type Visitor, visitor } from './visitor.ts';

const HOUSEHOLDS = 8;
/** Longer than the lease of a gateway call and of an idempotency key in progress. */
const LATER_MS = 121_000;

/** Milliseconds for one round on a busy machine. */
const PATIENCE = 900_000;

/**
 * Kills the service while clients buy, and again while they repeat unanswered requests; then each client repeats its
 * requests until they are answered, and the books are compared with the answers. Runs the given number of rounds on
 * each engine. The seed determines the orders, not the time of the kill.
 */
export const survivesKillsWhileSelling = (rounds: number, seed: number): void => {
  describe.each(ENGINES)(`a service on $name, killed while it sells by seed ${seed}`, (engine) => {
    let place: Place;
    let clockFile: string;
    let service: ServiceProcess;
    const random = seeded(seed);
    const market: Market = { coupons: [], giftCards: [] };
    const shoppers = Array.from({ length: HOUSEHOLDS }, () => []).flatMap((household: string[]) =>
      [0, 1].map(() => openShopper(seeded(random.below(2 ** 32)), market, household)),
    );
    const placed = () => shoppers.flatMap((shopper) => shopper.placed);
    let underWay = 0;
    let undoneBefore = 0;

    const start = async (): Promise<void> => {
      const database = place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : { DATA_DIR: place.dataDir };
      const settings = { TEST_CLOCK_FILE: clockFile, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };
      service = await startProcess({ env: { ...database, ...settings } });
    };
    /** Opened after the service, so that the service finds the files as the kill left them. */
    const inspect = async <T>(look: (database: Database) => Promise<T>): Promise<T> => {
      const database = await openDatabase(place);
      return look(database).finally(() => database.close());
    };
    const killed = (answers: number): Promise<number> => {
      const back = visitor(service);
      const clients = shoppers.map((shopper) => shopper.keepBuying.bind(shopper, back));
      return killUnderLoad(service, clients, { answers, milliseconds: random.below(25) });
    };

    beforeAll(async () => {
      place = await engine.prepare();
      clockFile = join(await mkdtemp(join(tmpdir(), 'sales-')), 'clock');
      await writeFile(clockFile, '0');
      await start();
      await inspect(liftAttemptLimits);
    });
    afterAll(async () => {
      await service?.stop();
      await place?.clear();
      if (clockFile) await rm(dirname(clockFile), { recursive: true, force: true });
    });

    test.each(Array.from({ length: rounds }, (_, index) => index + 1))(
      'round %i: what was acknowledged is there and paid, once, and nothing else is',
      { timeout: PATIENCE },
      async (round) => {
        await stock(visitor(service), market, shoppers[0]);
        const before = placed().filter(isOpen).length;
        const answers = [await killed(30 + random.below(60))];
        // No lease has expired yet: a client whose key is still in progress is told to retry later.
        await start();
        answers.push(await killed(20 + random.below(30)));
        const cutOff = placed().filter(isOpen).length - before;
        expect(cutOff).toBeGreaterThan(0);

        await writeFile(clockFile, String(round * LATER_MS));
        await start();
        const unheard = await inspect(soldUnheard);
        await Promise.all(shoppers.map((shopper) => shopper.settleUp(visitor(service))));

        const undone = await inspect(async (database) => {
          await expect.poll(() => openIntents(database), { timeout: 300_000 }).toBe(0);
          expect(await integrity(database)).toBe('ok');
          const [books, accounts] = [await readBooks(database), await readAccounts(database)];
          expect(differencesInSales(placed(), books, accounts)).toEqual([]);
          expect(await audit(database)).toEqual([]);
          return books.calls.filter(({ key, answer }) => key.endsWith('/reverse') && answer.outcome === 'succeeded')
            .length;
        });
        const sold = placed().filter(isSold);
        await repeat(visitor(service), sold.slice(-20));

        console.log(
          `${engine.name}, round ${round} by seed ${seed}: ${answers.join(' and ')} answers; of ${cutOff} cut off, ${unheard} were sold and ` +
            `${undone - undoneBefore} undone after the gateway was asked; ${sold.length} sales so far`,
        );
        underWay += unheard + undone - undoneBefore;
        undoneBefore = undone;
      },
    );

    // Some kills may miss the few milliseconds between the steps of a sale.
    if (rounds >= 5) {
      test('some kills interrupted sales between two steps', () => expect(underWay).toBeGreaterThan(0));
    }

    test('the comparison detects records that were removed or changed directly in the database', async () => {
      const [books, accounts] = await inspect(async (database) => [
        await readBooks(database),
        await readAccounts(database),
      ]);
      const found = FORGERIES.map((forge) => differencesInSales(placed(), { ...books, ...forge(books) }, accounts));
      expect(found.map((lines) => lines.length > 0)).toEqual(FORGERIES.map(() => true));
    });
  });
};

/** Changes that no operation makes, and removed records. */
const FORGERIES: readonly ((books: Books) => Partial<Books>)[] = [
  ({ invoices }) => ({ invoices: invoices.filter((one) => one !== invoices.find(({ type }) => type === 'charge')) }),
  ({ invoices }) => ({ invoices: invoices.map((one) => ({ ...one, state: 'past_due' })) }),
  ({ invoices }) => ({ invoices: [...invoices, { ...invoices.at(-1), type: 'charge', invoice_number: 1 }] }),
  ({ calls, transactions }) => {
    const payment = transactions.find(({ action, status }) => action === 'purchase' && status === 'success');
    return { calls: calls.filter(({ answer }) => answer.reference !== payment?.reference) };
  },
  ({ transactions }) => ({ transactions: transactions.filter(({ status }) => status !== 'success') }),
  ({ transactions }) => ({ transactions: transactions.filter(({ status }) => status !== 'failed') }),
  ({ redemptions }) => ({ redemptions: redemptions.slice(1) }),
  ({ giftCards }) => ({ giftCards: giftCards.map((card) => ({ ...card, redeemed_at: 1 })) }),
  ({ lines }) => ({ lines: lines.filter(({ origin }) => origin !== 'plan') }),
];

const isOpen = ({ outcome }: Placed): boolean => outcome === undefined;

/** Sales that are recorded but were not answered. */
const soldUnheard = async (database: Database): Promise<number> =>
  Number(
    (await database.get('SELECT count(*) AS n FROM idempotency_keys WHERE outcome IS NOT NULL AND status IS NULL'))?.n,
  );

/** Fewer than the clients that want them. */
const stock = async (visitor: Visitor, market: Market, shopper: Shopper | undefined): Promise<void> => {
  await Promise.all([1, 2, 3, 4].map((times) => offerCoupon(visitor, market, times)));
  await shopper?.stockUp(visitor, 6);
};

/** Checks that the same key returns the same answer, with the same invoice. */
const repeat = async ({ api }: Visitor, sold: readonly Placed[]): Promise<void> => {
  for (const { path, body, key, outcome } of sold) {
    const answer = await api('POST', path, body, { 'Idempotency-Key': key });
    expect(answer.text).toBe(outcome?.is === 'sold' ? outcome.text : '');
  }
};
