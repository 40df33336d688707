import type { OpenAlert } from '@service/billing/domain/alerts/alert.ts';
import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { NOON } from './samples.ts';

const AT = NOON * 1000;
const LATE: OpenAlert = { kind: 'due_work_late', since_ms: AT + 5, detail: 'collection: 1', calm_since_ms: null };

/** Conditions that need a person, on every engine. */
export const openAlertsBehave = (ground: () => Ground): void => {
  describe('open alerts', () => {
    test('begin and end once, at their own site only', async () => {
      const { openAlerts } = ground().of(1);
      const elsewhere = ground().of(2).openAlerts;
      expect(await openAlerts.begin(LATE)).toBe(true);
      expect(await openAlerts.begin({ ...LATE, since_ms: AT + 9 })).toBe(false);
      expect(await openAlerts.begin({ ...LATE, kind: 'backup_old', since_ms: AT })).toBe(true);
      expect((await openAlerts.all()).map(({ kind }) => kind)).toEqual(['backup_old', 'due_work_late']);
      expect(await elsewhere.all()).toEqual([]);

      const seen = { ...LATE, detail: 'collection: 2', calm_since_ms: AT + 60_000 };
      await elsewhere.note({ ...seen, detail: 'elsewhere' });
      await openAlerts.note(seen);
      expect(await openAlerts.all()).toContainEqual(seen);

      expect(await elsewhere.end('due_work_late')).toBe(false);
      expect(await openAlerts.end('due_work_late')).toBe(true);
      expect(await openAlerts.end('due_work_late')).toBe(false);
      expect(await openAlerts.end('backup_old')).toBe(true);
      expect(await openAlerts.all()).toEqual([]);
    });
  });
};
