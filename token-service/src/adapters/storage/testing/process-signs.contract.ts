import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';

export const processSignsBehave = (ground: () => Ground): void => {
  describe('signs of processes', () => {
    test('are the latest of each, are forgotten after a while, and end with the process', async () => {
      const { processSigns } = ground().open;
      const web = { host: 'web-1', pid: 4_121 };
      const api = { holder: 'api', serves: 'api', version: '0.1.0', ...web, started_at_ms: 1_000, seen_at_ms: 2_000 };
      const worker = { ...api, holder: 'worker', serves: 'worker', pid: 12, started_at_ms: 500, seen_at_ms: 3_000 };
      const later = { ...api, seen_at_ms: 32_000 };
      for (const sign of [api, worker, later]) await processSigns.leave(sign, 0);
      expect(await processSigns.all()).toEqual([worker, later]);
      await processSigns.leave({ ...api, seen_at_ms: 62_000 }, 3_001);
      expect(await processSigns.all()).toEqual([{ ...api, seen_at_ms: 62_000 }]);
      await processSigns.remove('worker');
      await processSigns.remove('api');
      expect(await processSigns.all()).toEqual([]);
    });
  });
};
