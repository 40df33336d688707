import { randomMovements } from '@service/billing/domain/journals/random-movement.fixture.ts';
import type { Caller } from '@service/billing/ports/caller.ts';
import { latestJournalBatch, openJournalBatch } from '@service/billing/queries/journals/journal-batches.ts';
import { ledgerSums } from '@service/billing/queries/reports/ledger-sums.ts';
import { changeJournalChart } from '@service/billing/usecases/journals/change-journal-chart.ts';
import { giveUpJournalBatch } from '@service/billing/usecases/journals/give-up-journal-batch.ts';
import { makeJournalBatch } from '@service/billing/usecases/journals/make-journal-batch.ts';
import { dayIn } from '@service/billing/values/periods/day-in.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenStorage, openStorage } from '../../src/adapters/storage/storage.ts';
import { anAccount, aSite } from '../../src/adapters/storage/testing/samples.ts';
import { machineClock, openWorld } from '../../src/runtime/world.ts';
import { type TestDatabase, testPostgres } from '../database.ts';

/** The last moment of the random movements, and two days more. */
const LATER = 1_795_176_000 + 5 * 86_400;
const MOST_LINES = 20_000;

const world = openWorld(machineClock);

describe.each(['SQLite', 'PostgreSQL'])('journals on %s', (engine) => {
  let database: TestDatabase | undefined;
  let opened: OpenStorage;
  let sites = 0;

  beforeAll(async () => {
    database = engine === 'PostgreSQL' ? await testPostgres() : undefined;
    opened = await openStorage({ dataDir: ':memory:', databaseUrl: database?.url ?? null }, world);
  });
  afterAll(async () => {
    await opened?.close();
    await database?.close();
  });

  const newSite = async () => {
    sites += 1;
    const site = aSite(sites + 500, { time_zone: 'Pacific/Auckland' });
    await opened.sites.add(site);
    const { storage } = opened;
    const records = storage.of(site.id);
    await records.accounts.add(anAccount(1));
    const deps = { storage, world };
    const caller = (): Caller => ({ site, at: LATER, actor: 'command line', correlation: world.ids.uuid() });
    await changeJournalChart(deps)(caller(), (chart) => ({ ...chart, default_account: '9999' }));
    return {
      site,
      records,
      caller,
      make: makeJournalBatch(deps),
      giveUp: giveUpJournalBatch(deps),
      open: openJournalBatch(deps),
      append: (movement: { readonly at: number; readonly currency: string; readonly entries: readonly never[] }) =>
        records.ledger.append({
          ...{ account_id: anAccount(1).id, kind: 'payment.received', subject: 'any', ...movement },
          id: world.ids.uuid(),
        }),
    };
  };
  type TestSite = Awaited<ReturnType<typeof newSite>>;

  /** The sums of all batches, by currency and ledger account, and the movements that they have. */
  const exported = async ({ records, open, caller }: TestSite) => {
    const sums = new Map<string, number>();
    const ids: string[] = [];
    for (const { number, state } of await records.journals.list(undefined, 99)) {
      if (state === 'given_up') {
        expect(await records.journals.movements(number, undefined, 1)).toEqual([]);
        continue;
      }
      const batch = await open(caller(), number);
      for await (const { currency, lines } of batch.documents()) {
        expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
        for (const { ledger_account, amount } of lines) {
          const key = `${currency} ${ledger_account}`;
          sums.set(key, (sums.get(key) ?? 0) + amount);
        }
      }
      const movements = await records.journals.movements(number, undefined, MOST_LINES);
      expect(movements).toHaveLength(batch.movements);
      ids.push(...movements.map(({ id }) => id));
    }
    return { sums: [...sums].filter(([, amount]) => amount !== 0).sort(), ids };
  };

  const inLedger = async ({ records }: TestSite) =>
    (await ledgerSums(records.reports, { from: 0, to: LATER }))
      .map(({ currency, account, debits_in_cents, credits_in_cents }): [string, number] => [
        `${currency} ${account}`,
        debits_in_cents - credits_in_cents,
      ])
      .filter(([, amount]) => amount !== 0)
      .sort();

  test('of random movements are balanced, have each movement once, and add up to the ledger', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomMovements,
        fc.infiniteStream(fc.constantFrom('append', 'append', 'append', 'make', 'give up')),
        fc.infiniteStream(fc.constantFrom('day', 'document')),
        async (movements, steps, details) => {
          const at = await newSite();
          const made = async (moment: number) =>
            at.make(at.caller(), {
              detail: details.next().value ?? 'day',
              up_to: dayIn(at.site.time_zone, moment),
            });
          // Movements are recorded in another order than that of their moments, so that some are late.
          const waiting = movements.toSorted((one, other) =>
            (one.id.at(-1) ?? '').localeCompare(other.id.at(-1) ?? ''),
          );
          while (waiting.length > 0) {
            const step = steps.next().value;
            const [next] = waiting;
            if (step === 'append' || !next) await at.append(waiting.shift() as never);
            else if (step === 'make') await made(next.at);
            else {
              const latest = await latestJournalBatch(at.records);
              if (latest) await at.giveUp(at.caller(), latest.number);
            }
          }
          await made(LATER);
          expect(await made(LATER)).toBeUndefined();
          const { sums, ids } = await exported(at);
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids).toHaveLength(movements.length);
          expect(sums).toEqual(await inLedger(at));
        },
      ),
      { numRuns: engine === 'SQLite' ? 25 : 10 },
    );
  });

  test('made at once by two are one, and neither has what the other has', async () => {
    const at = await newSite();
    for (let n = 0; n < 30; n += 1) {
      await at.append({ at: LATER - 86_400 - n, currency: 'EUR', entries: [] as const });
    }
    const ask = () => at.make(at.caller(), { detail: 'document', up_to: dayIn(at.site.time_zone, LATER) });
    const outcomes = await Promise.allSettled([ask(), ask()]);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ symbol: 'simultaneous_request' });
    }
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    const { ids } = await exported(at);
    expect(ids).toHaveLength(30);
    expect(new Set(ids).size).toBe(30);
  });

  test('are in the audit log with what they had, when they are made and when they are given up', async () => {
    const at = await newSite();
    await at.append({ at: LATER - 86_400, currency: 'EUR', entries: [] as const });
    const batch = await at.make(at.caller(), { detail: 'document' });
    await at.giveUp(at.caller(), 1);
    const changesOf = async (action: string) =>
      (await at.records.auditLog.list({ action }, 9)).map((one) => one.changes);
    const had = { number: 1, up_to: batch?.up_to, detail: 'document', movements: 1 };
    const sides = (side: (value: unknown) => object) =>
      Object.fromEntries(Object.entries(had).map(([name, value]) => [name, side(value)]));
    expect(await changesOf('journal.made')).toEqual([sides((to) => ({ from: null, to }))]);
    expect(await changesOf('journal.given_up')).toEqual([sides((from) => ({ from, to: null }))]);
  });

  test('that were given up leave their number unused, also where the release of their movements was interrupted', async () => {
    const at = await newSite();
    await at.append({ at: LATER - 86_400, currency: 'EUR', entries: [] as const });
    const first = await at.make(at.caller(), { detail: 'day' });
    if (!first) throw new Error('no batch was made');
    await at.giveUp(at.caller(), 1);
    await expect(at.giveUp(at.caller(), 1)).rejects.toMatchObject({ symbol: 'not_found' });
    const second = await at.make(at.caller(), { detail: 'day' });
    expect(second).toMatchObject({ number: 2, movements: 1 });
    // As if the process had died before it let the movements go.
    await at.records.journals.save({ ...first, number: 2, state: 'given_up' });
    expect(await at.make(at.caller(), { detail: 'day' })).toMatchObject({ number: 3, movements: 1 });
  });

  test('whose making was interrupted are given up, and their movements are in the next one', async () => {
    const at = await newSite();
    await at.append({ at: LATER - 86_400, currency: 'EUR', entries: [] as const });
    const batch = await at.make(at.caller(), { detail: 'day' });
    if (!batch) throw new Error('no batch was made');
    await at.records.journals.save({ ...batch, state: 'open' });
    await expect(at.open(at.caller(), 1)).rejects.toMatchObject({ symbol: 'not_found' });
    expect(await at.make(at.caller(), { detail: 'day' })).toMatchObject({ number: 1, movements: 1, state: 'made' });
  });
});
