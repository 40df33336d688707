import { describe, expect, test } from 'vitest';
import { countOf, measureReaders, quantile } from './readers.ts';

/** What the machine may add to a measured time, in milliseconds. */
const NOISE = 30;
/** 320 views a second: as many renderings of the reference would take the CPU of two processes. */
const CROWD = { readers: 16, every: 50 };

describe.each(['/docs', '/health', '/v2/accounts'])('16 anonymous readers of %s', (path) => {
  test('at most double the p99 of purchases', async () => {
    const { alone, bought, viewed, perView } = await measureReaders({ ...CROWD, path });
    const [before, after] = [alone, bought].map((taken) => quantile(taken.get(200), 0.99));
    console.log(
      `${path}: ${countOf(viewed)} views, ${perView.toFixed(2)} ms of CPU each; purchases ${countOf(alone)} and ${countOf(bought)}, ` +
        `p99 ${before?.toFixed(1)} ms and ${after?.toFixed(1)} ms`,
    );
    expect([...alone.keys(), ...bought.keys()]).toEqual([200, 200]);
    expect(after).toBeLessThan(2 * (before ?? 0) + NOISE);
    if (path === '/docs') expect(viewed.get(200)).toHaveLength(300);
  });
});
