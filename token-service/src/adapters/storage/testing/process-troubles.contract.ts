import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';

export const processTroublesBehave = (ground: () => Ground): void => {
  describe('troubles of processes', () => {
    test('are the latest of each process, end when it says so, and are forgotten after a while', async () => {
      const { processTroubles } = ground().open;
      const [clock, certificate] = [
        { part: 'clock', reason: 'An hour apart.' },
        { part: 'certificate', reason: 'It ends in 9 days.' },
      ];
      await processTroubles.leave('one', [clock, certificate], 2_000, 0);
      await processTroubles.leave('two', [clock], 3_000, 0);
      await processTroubles.leave('one', [{ ...clock, reason: 'A day apart.' }], 1_000, 0);
      expect(await processTroubles.all()).toEqual([
        { holder: 'one', ...clock, reason: 'A day apart.', seen_at_ms: 1_000 },
        { holder: 'two', ...clock, seen_at_ms: 3_000 },
      ]);
      await processTroubles.leave('two', [], 4_000, 0);
      expect((await processTroubles.all()).map(({ holder }) => holder)).toEqual(['one']);
      await processTroubles.leave('three', [certificate], 5_000, 1_001);
      expect((await processTroubles.all()).map(({ holder }) => holder)).toEqual(['three']);
      await processTroubles.leave('three', [], 6_000, 1_001);
    });
  });
};
