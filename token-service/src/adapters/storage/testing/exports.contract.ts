import type { MadeExport, MadeExportFile } from '@service/billing/domain/exports/made-export.ts';
import type { ListQuery } from '@service/billing/ports/listing.ts';
import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { id, NOON } from './samples.ts';

const anExport = (n: number, day: string, created_at: number): MadeExport => ({
  id: id(n),
  day,
  secret: `secret-${n}`,
  created_at,
});

const aFile = (n: number, made: MadeExport, name: string): MadeExportFile => ({
  ...{ id: id(n), day: made.day, name, created_at: made.created_at },
  ...{ md5sum: 'd41d8cd98f00b204e9800998ecf8427e', bytes: 3_000_000_000 },
});

const query = <Filter>(filter: Filter): ListQuery<Filter> => ({
  ...{ filter, sort: 'created_at', order: 'desc', limit: 9 },
});

/** Exports and their schedule, on every engine. */
export const exportsBehave = (ground: () => Ground): void => {
  describe('exports', () => {
    test('are due at the moment of their schedule, while a site has one', async () => {
      const { exports } = ground().of(1);
      expect(await exports.schedule()).toBeUndefined();
      await exports.saveSchedule({ next_at: NOON - 100, running_until_ms: null });
      await exports.saveSchedule({ next_at: NOON, running_until_ms: NOON * 1000 });
      expect(await exports.schedule()).toEqual({ next_at: NOON, running_until_ms: NOON * 1000 });
      expect(await exports.due(NOON - 1, 9)).toEqual([]);
      expect(await exports.due(NOON, 9)).toEqual([{ id: 'nightly', subject: 'export', at: NOON, failures: 0 }]);
      expect(await ground().of(2).exports.due(NOON, 9)).toEqual([]);
      await ground().of(2).exports.removeSchedule();
      expect(await exports.schedule()).not.toBeUndefined();
      await exports.removeSchedule();
      expect(await exports.schedule()).toBeUndefined();
    });

    test('are listed with their files, and one of the same day replaces another', async () => {
      const { exports, exportFiles } = ground().of(1);
      const first = anExport(29_900, '2026-03-01', NOON);
      const second = anExport(29_901, '2026-03-02', NOON + 86_400);
      await exports.add(first, [aFile(29_902, first, 'gone.csv')]);
      await exports.add(second, [aFile(29_903, second, 'accounts.csv'), aFile(29_904, second, 'invoices.csv')]);
      const again = anExport(29_905, '2026-03-01', NOON + 9);
      const file = aFile(29_906, again, 'accounts.csv');
      await exports.add(again, [file]);
      expect(await exports.list(query({}))).toEqual({ records: [second, again], more: false });
      expect(await exports.count(query({}))).toBe(2);
      expect(await exports.find('2026-03-01')).toEqual(again);
      expect(await exportFiles.list(query({ day: '2026-03-01' }))).toEqual({ records: [file], more: false });
      expect(await exportFiles.count(query({ day: '2026-03-02' }))).toBe(2);
      expect(await exportFiles.find('2026-03-01', 'accounts.csv')).toEqual(file);
      expect(await exportFiles.find('2026-03-01', 'gone.csv')).toBeUndefined();
      expect(await ground().of(2).exports.list(query({}))).toEqual({ records: [], more: false });
      expect(await ground().of(2).exports.find('2026-03-01')).toBeUndefined();
      expect(await ground().of(2).exportFiles.find('2026-03-01', 'accounts.csv')).toBeUndefined();
    });
  });
};
