import type { LedgerEntry } from '@service/billing/domain/ledger/movement.ts';
import { ledgerSumOf, ledgerSums } from '@service/billing/queries/reports/ledger-sums.ts';
import { keepLedgerDays } from '@service/billing/usecases/reports/keep-ledger-days.ts';
import { describe, expect, test } from 'vitest';
import { machineClock, openWorld } from '../../../runtime/world.ts';
import type { Ground } from '../storage.contract.ts';
import { aSite, id } from './samples.ts';

const DAY = 86_400;
/** The first of the days of this part of the contract: no other record has so late a date. */
const FIRST = 30_000;
const period = { from: FIRST * DAY, to: (FIRST + 200) * DAY };

/** The kept sums of days of the ledger, on every engine. */
export const ledgerDaysBehave = (ground: () => Ground): void => {
  describe('the sums of days of the ledger', () => {
    let next = 990_000;
    const post = (day: number, second: number, kind: string, entries: readonly LedgerEntry[], site = 1) => {
      next += 1;
      return ground()
        .of(site)
        .ledger.append({
          ...{
            id: id(next),
            at: (FIRST + day) * DAY + second,
            account_id: null,
            currency: 'XPF',
            kind,
            subject: 'test',
          },
          entries,
        });
    };
    const sale = (cents: number): readonly LedgerEntry[] => [
      { account: 'receivable', amount: cents },
      { account: 'revenue', amount: -cents },
    ];
    const payment = (cents: number): readonly LedgerEntry[] => [
      { account: 'cash', amount: cents },
      { account: 'receivable', amount: -cents },
    ];
    /** Keeps all stale days, and returns them. */
    const keep = async (to = period.to): Promise<number[]> => {
      const { ledger } = ground().of(1);
      const kept: number[] = [];
      for (let from = period.from; from < to; ) {
        const { days, until } = await ledger.staleDays({ from, to });
        for (const day of days) await ledger.keepDay(day);
        kept.push(...days.map((day) => day - FIRST));
        from = until;
      }
      return kept;
    };
    const sumsOf = async (from: number, to: number) =>
      (await ledgerSums(ground().of(1).reports, { from, to }, 2))
        .filter(({ currency }) => currency === 'XPF')
        .map(({ account, ...sum }) => [account, sum.opening_in_cents, sum.debits_in_cents, sum.credits_in_cents]);
    const recordsRead = async () => {
      const { reports } = ground().of(1);
      let records = 0;
      for (let { from } = period; from < period.to; ) {
        const part = await reports.turnover({ from, to: period.to }, 100);
        records += part.records;
        from = part.until;
      }
      return records;
    };

    test('give what the movements add up to, from any second to any other', async () => {
      for (const [day, second] of [
        [0, 0],
        [0, 86_399],
        [1, 7],
        [40, 500],
        [40, 500],
        [40, 501],
        [99, 3],
      ] as const) {
        await post(day, second, 'invoice.posted', sale(100 + day + second));
        await post(day, second, 'payment.received', payment(60));
      }
      const bounds = [
        period.from,
        period.from + 1,
        (FIRST + 1) * DAY,
        (FIRST + 40) * DAY + 501,
        (FIRST + 99) * DAY + 4,
      ];
      const all = () =>
        Promise.all(bounds.flatMap((from, n) => bounds.slice(n).map((to) => sumsOf(from, Math.max(to, from)))));
      const fresh = await all();
      expect(fresh.at(4)).toEqual([
        ['cash', 0, 420, 0],
        ['receivable', 0, 88_830, 420],
        ['revenue', 0, 0, 88_830],
      ]);
      expect(await keep()).toEqual([0, 1, 40, 99]);
      expect(await keep()).toEqual([]);
      expect(await all()).toEqual(fresh);
      // Four sums of each of four days, instead of 28 entries.
      expect(await recordsRead()).toBe(16);
      const paid = await ledgerSumOf(ground().of(1).reports, period, 'receivable', 'payment.received');
      expect(paid.get('XPF')).toBe(-420);
    });

    test('are not used once a movement was added to the day, until they are kept anew', async () => {
      const before = await sumsOf(period.from, period.to);
      await post(40, 9, 'invoice.posted', sale(5));
      await post(41, 9, 'invoice.posted', sale(7));
      const after = await sumsOf(period.from, period.to);
      expect(after.map(([account, , debits, credits]) => [account, debits, credits])).toEqual(
        before.map(([account, , debits, credits]) => [
          account,
          Number(debits) + (account === 'receivable' ? 12 : 0),
          Number(credits) + (account === 'revenue' ? 12 : 0),
        ]),
      );
      expect(await keep()).toEqual([40, 41]);
      expect(await sumsOf(period.from, period.to)).toEqual(after);
      expect(await recordsRead()).toBe(18);
    });

    test('are not used where two processes have kept a day at the same time, with other movements', async () => {
      const { engine, siteId } = ground();
      await post(40, 10, 'credit.applied', payment(3));
      const whole = await sumsOf(period.from, period.to);
      await keep();
      // The other process, which has not seen the last movement, was the last to write what it has.
      const older = (sql: string, values: readonly (string | number)[]) =>
        engine.run(`UPDATE ledger_days SET ${sql} WHERE site_id = $1 AND day = $2 AND kind <> 'credit.applied'`, [
          siteId(1),
          FIRST + 40,
          ...values,
        ]);
      await older('movements = movements - 1', []);
      expect(await sumsOf(period.from, period.to)).toEqual(whole);
      expect(await keep()).toEqual([40]);
      expect(await sumsOf(period.from, period.to)).toEqual(whole);
    });

    test('are kept of days that are over, once an hour, and of some days at a time', async () => {
      const { open } = ground();
      for (let day = 120; day < 150; day += 1) await post(day, 1, 'invoice.posted', sale(9), 2);
      let at = ((FIRST + 149) * DAY + 5) * 1000;
      const keeps = keepLedgerDays({ storage: open.storage, world: openWorld({ ...machineClock, now: () => at }) });
      const round = () => keeps({ ...aSite(2), clock_offset: 0 });
      const left = async () => (await ground().of(2).ledger.staleDays(period)).days.length;
      expect(await left()).toBe(30);
      // Earlier days of the contract have their turn first.
      while ((await left()) === 30) await round();
      expect(await left()).toBeGreaterThan(1);
      while ((await left()) > 1) await round();
      await post(120, 2, 'invoice.posted', sale(9), 2);
      await round();
      at += 3_600_000;
      // The last day is not over.
      expect(await left()).toBe(2);
      await round();
      expect(await left()).toBe(1);
      at += DAY * 1000;
      await round();
      expect(await left()).toBe(0);
    });
  });
};
