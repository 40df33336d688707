import type { ReportRun } from '@service/billing/domain/reports/report-run.ts';
import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { id, NOON } from './samples.ts';

const aRun = (n: number, changes: Partial<ReportRun> = {}): ReportRun => ({
  ...{ id: id(n), report: 'tax', from_day: '2026-11-01', to_day: '2026-11-30', filters: {}, state: 'waiting' },
  ...{ requested_by: 'command line', created_at: NOON, started_at: null, ended_at: null },
  ...{ attempts: 0, running_until_ms: null, records_read: 0, days_done: 0, days: 30 },
  ...{ row_count: null, sha256: null, parts: 0, error: null },
  ...changes,
});

const ALL = { filter: {}, sort: 'created_at', order: 'desc', limit: 9 } as const;

/** Reports that due work makes, on every engine. */
export const reportRunsBehave = (ground: () => Ground): void => {
  describe('runs of reports', () => {
    const first = aRun(98_000, { filters: { country: 'DE', state: '–' } });
    const second = aRun(98_001, { created_at: NOON + 60, report: 'sales' });

    test('are listed, found and replaced by their later states', async () => {
      const { reportRuns } = ground().of(1);
      for (const run of [first, second]) await reportRuns.save(run);
      expect(await reportRuns.list(ALL)).toEqual({ records: [second, first], more: false });
      expect([await reportRuns.count(ALL), await reportRuns.countOpen()]).toEqual([2, 2]);
      const running = aRun(98_001, {
        ...{ created_at: NOON + 60, report: 'sales', state: 'running', started_at: NOON + 61, attempts: 1 },
        ...{ running_until_ms: NOON * 1000, records_read: 3_000_000_000, days_done: 12 },
      });
      await reportRuns.save(running);
      expect(await reportRuns.find(second.id)).toEqual(running);
      const other = ground().of(2).reportRuns;
      expect([await other.find(second.id), await other.countOpen(), await other.count(ALL)]).toEqual([undefined, 0, 0]);
    });

    test('are due while they wait or run, one of a site after the other', async () => {
      const { reportRuns } = ground().of(1);
      const due = async (until: number) =>
        (await reportRuns.due(until, 9)).map(({ id: run, subject }) => [run, subject]);
      expect(await due(NOON - 1)).toEqual([]);
      expect(await due(NOON + 60)).toEqual([
        [first.id, 'report'],
        [second.id, 'report'],
      ]);
      expect(
        await ground()
          .of(2)
          .reportRuns.due(NOON + 60, 9),
      ).toEqual([]);
      await reportRuns.save({ ...first, state: 'canceled', ended_at: NOON + 70 });
      expect(await due(NOON + 60)).toEqual([[second.id, 'report']]);
      expect(await reportRuns.countOpen()).toBe(1);
    });

    test('have a result in parts, which goes with them once they have ended', async () => {
      const { reportRuns } = ground().of(1);
      await reportRuns.keepPart(second.id, 0, 'old');
      await reportRuns.keepPart(second.id, 0, 'one');
      await reportRuns.keepPart(second.id, 1, 'two');
      expect(await Promise.all([0, 1, 2].map((part) => reportRuns.part(second.id, part)))).toEqual([
        ...['one', 'two', undefined],
      ]);
      expect(await ground().of(2).reportRuns.part(second.id, 0)).toBeUndefined();
      await ground().of(2).reportRuns.removeParts(second.id);
      expect(await reportRuns.removeEnded(id(98_002), 9)).toBe(1);
      expect(await reportRuns.find(first.id)).toBeUndefined();
      expect(await reportRuns.part(second.id, 0)).toBe('one');
      await reportRuns.removeParts(second.id);
      expect(await reportRuns.part(second.id, 0)).toBeUndefined();
      await reportRuns.keepPart(second.id, 0, 'again');
      await reportRuns.save({ ...second, state: 'done', row_count: 5, sha256: 'a', parts: 1, ended_at: NOON + 80 });
      expect(await ground().of(2).reportRuns.removeEnded(id(98_002), 9)).toBe(0);
      expect(await reportRuns.removeEnded(second.id, 9)).toBe(0);
      expect(await reportRuns.removeEnded(id(98_002), 9)).toBe(1);
      expect([await reportRuns.find(second.id), await reportRuns.part(second.id, 0)]).toEqual([undefined, undefined]);
    });
  });
};
