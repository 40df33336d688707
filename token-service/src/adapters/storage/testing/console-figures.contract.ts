import { DEFAULT_SCHEDULE } from '@service/billing/domain/dunning/schedule.ts';
import { listPastDue, type PastDueQuery } from '@service/billing/queries/dunning/past-due.ts';
import { homeFigures } from '@service/billing/queries/work/home-figures.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { aMessage, anAccount, aSite, aTransaction, id, NOON } from './samples.ts';
import { anInvoice } from './selling-samples.ts';

const DAY = 86_400;
const HOUR = 3600;

/** Debts of customers by age, and the figures of the console's first page, with real SQL of each engine. */
export const figuresAddUp = (ground: () => Ground): void => {
  // Its day begins at 23:00 UTC: NOON is 13:00 there.
  const site = aSite(930, { time_zone: 'Europe/Vienna', currencies: ['GBP'] });
  const caller = { site, at: NOON };
  const account = anAccount(9801, { first_name: 'Grace', last_name: 'Hopper' });
  const records = () => ground().open.storage.of(site.id);

  describe('what customers owe', () => {
    const read = (query: Partial<PastDueQuery> = {}) =>
      listPastDue({ storage: ground().open.storage })(caller, { limit: 50, ...query });
    const numbers = async (query: Partial<PastDueQuery>) => (await read(query)).records.map(({ number }) => number);

    beforeAll(async () => {
      await ground().open.sites.add(site);
      await records().accounts.add(account);
      const owed = (n: number, days: number, changes: object = {}) =>
        records().invoices.add(
          anInvoice(n, account, { state: 'past_due', balance_in_cents: n, due_on: NOON - days * DAY, ...changes }),
        );
      await owed(9811, -5, { state: 'pending' });
      await owed(9812, 0, { state: 'processing' });
      await owed(9813, 30, {
        attempt_next_collection_at: NOON + DAY,
        dunning: {
          campaign: 'default',
          version: 1,
          schedule: DEFAULT_SCHEDULE,
          started_at: NOON,
          events_count: 3,
          final: false,
          ended_at: null,
        },
        dunning_due_at: NOON + 2 * DAY,
      });
      await owed(9814, 31);
      await owed(9815, 90);
      await owed(9816, 400);
      await owed(9817, 1, { currency: 'EUR' });
      await owed(9818, 50, { state: 'failed' });
      await owed(9819, 50, { type: 'credit', state: 'open', balance_in_cents: -5 });
      const tried = (n: number, changes: object) =>
        records().transactions.add(
          aTransaction(n, account, { action: 'purchase', status: 'declined', invoice_id: id(9813), ...changes }),
        );
      await tried(9821, { created_at: NOON - 9 * HOUR });
      await tried(9822, {
        created_at: NOON - HOUR,
        amount_in_cents: 9813,
        transaction_error: { error_code: 'expired_card', error_category: 'hard', gateway_error_code: null },
      });
    });

    test('is added up by currency and age', async () => {
      const { buckets } = await read({ limit: 1 });
      expect(buckets).toEqual([
        { currency: 'EUR', age: '1-30', count: 1, balance_in_cents: 9817 },
        { currency: 'USD', age: 'current', count: 1, balance_in_cents: 9811 },
        { currency: 'USD', age: 'today', count: 1, balance_in_cents: 9812 },
        { currency: 'USD', age: '1-30', count: 1, balance_in_cents: 9813 },
        { currency: 'USD', age: '31-60', count: 1, balance_in_cents: 9814 },
        { currency: 'USD', age: '61-90', count: 1, balance_in_cents: 9815 },
        { currency: 'USD', age: '90+', count: 1, balance_in_cents: 9816 },
      ]);
    });

    test('is added up as far as is asked for', async () => {
      const query = { filter: { states: ['past_due'] }, sort: 'created_at', order: 'desc', limit: 1 } as const;
      const countOf = async (most?: number) =>
        (await records().invoices.totals({ ...query, ...(most === undefined ? {} : { most }) })).reduce(
          (sum, { count }) => sum + count,
          0,
        );
      expect(await countOf(2)).toBe(2);
      expect(await countOf(100)).toBe(await countOf());
      const accounts = { ...query, filter: {} };
      expect(await records().accounts.count({ ...accounts, most: 1 })).toBe(1);
    });

    test('is listed: all open invoices, past-due ones, or those of an age, whose totals are those of the bucket', async () => {
      expect(await numbers({})).toEqual(['9817', '9816', '9815', '9814', '9813', '9812', '9811']);
      expect(await numbers({ state: 'past_due' })).toEqual(['9817', '9816', '9815', '9814', '9813']);
      expect(await numbers({ currency: 'EUR' })).toEqual(['9817']);
      expect(await numbers({ account_code: account.account_code, age: '90+' })).toEqual(['9816']);
      const { buckets } = await read({});
      for (const { age, currency, count, balance_in_cents } of buckets) {
        const { totals } = await read({ age, currency });
        expect(totals?.currencies).toMatchObject([{ currency, count, balance_in_cents }]);
      }
    });

    test('names attempts, the next one, and the step of the campaign', async () => {
      const { records: rows } = await read({ age: '1-30', currency: 'USD' });
      expect(rows).toMatchObject([
        {
          number: '9813',
          customer: { name: 'Grace Hopper' },
          age: '1-30',
          days_due: 30,
          attempts: 2,
          last_attempt: { at: NOON - HOUR, status: 'declined', error_code: 'expired_card' },
          next_attempt_at: NOON + DAY,
          dunning: { campaign: 'default', step: 3, steps: 6, next_step_at: NOON + 2 * DAY },
        },
      ]);
      const [never] = (await read({ age: '31-60' })).records;
      expect(never).toMatchObject({ attempts: 0, last_attempt: null, next_attempt_at: null, dunning: null });
    });
  });

  describe('the figures of the first page', () => {
    const read = () =>
      homeFigures({ storage: ground().open.storage, world: { clock: { now: () => NOON * 1000, elapsed: () => 1 } } })(
        caller,
      );
    const midnight = NOON - 13 * HOUR;

    beforeAll(async () => {
      const paid = (n: number, created_at: number, amount_in_cents: number, changes: object = {}) =>
        records().transactions.add(
          aTransaction(n, account, {
            action: 'purchase',
            status: 'success',
            transaction_error: null,
            currency: 'USD',
            created_at,
            amount_in_cents,
            ...changes,
          }),
        );
      await paid(9831, midnight, 1000);
      await paid(9832, NOON, 200);
      await paid(9833, NOON, 300, { action: 'refund' });
      await paid(9834, NOON, 5000, { status: 'void' });
      await paid(9835, midnight - 1, 40);
      await paid(9836, midnight - 29 * DAY, 7);
      await paid(9837, midnight - 29 * DAY - 1, 90_000);
      const dispute = {
        gateway_code: 'main',
        account_id: account.id,
        transaction_uuid: id(9831),
        state: 'open',
        amount_in_cents: 1000,
        currency: 'USD',
        reason: 'fraudulent',
        booked: true,
        evidence: null,
        answered: false,
        accepted_at: null,
        withdrawn_in_cents: 1000,
        fee_in_cents: 0,
        fee_currency: null,
        reported_at: NOON,
        closed_at: null,
      } as const;
      const disputed = (n: number, evidence_due_at: number | null, changes: object = {}) =>
        records().disputes.save({
          ...dispute,
          id: id(n),
          reference: `dp-${n}`,
          opened_at: NOON - n,
          evidence_due_at,
          ...changes,
        });
      await disputed(9841, NOON + 9 * DAY);
      await disputed(9842, null);
      await disputed(9843, NOON + 2 * DAY);
      await disputed(9844, NOON - DAY, { state: 'lost' });
      const failure = { subject: account.id, failures: 8, error: 'broken', failed_at_ms: NOON * 1000, at: NOON };
      await records().due.fail({ ...failure, kind: 'collection', id: id(9813), status: 'parked', retry_at_ms: null });
      await records().due.fail({ ...failure, kind: 'dunning', id: id(9813), status: 'waiting', retry_at_ms: 1 });
      await records().outbox.queue(aMessage(9851, 'receipt'));
    });

    test('are what was taken on each day of the zone, less refunds', async () => {
      const { takings } = await read();
      expect(takings.map(({ currency }) => currency)).toEqual(['GBP', 'USD']);
      const [none, dollars] = takings;
      expect([none?.taken_in_cents, none?.days.length]).toEqual([0, 30]);
      expect(dollars?.today).toEqual({
        day: '2026-03-01',
        payments: 2,
        paid_in_cents: 1200,
        refunded_in_cents: 300,
        taken_in_cents: 900,
      });
      expect(
        dollars?.days.filter(({ payments }) => payments > 0).map(({ day, taken_in_cents }) => [day, taken_in_cents]),
      ).toEqual([
        ['2026-01-31', 7],
        ['2026-02-28', 40],
        ['2026-03-01', 900],
      ]);
      expect(dollars?.taken_in_cents).toBe(947);
    });

    test('are what failed today, what is past due, and the disputes whose evidence is due first', async () => {
      const { failed_today, past_due, disputes } = await read();
      // The first of the two attempts was today too: the day began 13 hours ago.
      expect(failed_today).toMatchObject([{ currency: 'EUR', count: 2, amount_in_cents: 9813, paid_in_cents: 0 }]);
      expect(past_due.map(({ currency, count }) => [currency, count])).toEqual([
        ['EUR', 1],
        ['USD', 4],
      ]);
      expect(disputes.count).toBe(3);
      expect(disputes.first.map(({ days_left }) => days_left)).toEqual([2, 9, null]);
    });

    test('are the work that is stuck, and trouble with mail and webhooks', async () => {
      const { work, mail, webhooks, troubles } = await read();
      expect(work).toMatchObject({ failed: 1, parked: 1 });
      expect(mail).toEqual({ undelivered: 0, waiting: 0 });
      expect(webhooks).toEqual({ undelivered: 0, paused_endpoints: 0 });
      // The retry of the waiting item has been due for long, and no worker runs it.
      expect(troubles.map(({ part }) => part)).toEqual(['worker']);
    });
  });
};
