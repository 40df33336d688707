import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';

export const workerSignsBehave = (ground: () => Ground): void => {
  describe('signs of workers', () => {
    test('are the latest of each, are forgotten after a while, and end with the worker', async () => {
      const { workerSigns } = ground().open;
      const sign = (holder: string, seen_at_ms: number) => ({ holder, started_at_ms: 1_000, seen_at_ms });
      for (const each of [sign('one', 2_000), sign('two', 3_000), sign('one', 32_000)])
        await workerSigns.leave(each, 0);
      expect(await workerSigns.all()).toEqual([sign('one', 32_000), sign('two', 3_000)]);
      await workerSigns.leave(sign('one', 62_000), 3_001);
      expect(await workerSigns.all()).toEqual([sign('one', 62_000)]);
      await workerSigns.remove('two');
      await workerSigns.remove('one');
      expect(await workerSigns.all()).toEqual([]);
    });
  });
};
