import { describe, expect, test } from 'vitest';
import type { Windows } from './windows.ts';

export interface WindowsUnderTest {
  readonly windows: Windows;
  /** Lets time pass, in seconds. */
  readonly pass: (seconds: number) => void;
}

/** What every set of windows does. `build` makes an empty one at the start of a minute. */
export const behavesLikeWindows = (build: () => Promise<WindowsUnderTest>): void => {
  const hits = async (windows: Windows, times: number, limit = 6): Promise<number> => {
    let allowed = 0;
    for (let i = 0; i < times; i++) if ((await windows.hit('ada', limit, 60)).allowed) allowed += 1;
    return allowed;
  };

  describe('a window of six a minute', () => {
    test('lets six in, and says when there is room again', async () => {
      const { windows } = await build();
      expect(await hits(windows, 10)).toBe(6);
      // Full until the minute ends, then 6 × (1 − x/60) + 1 ≤ 6 from x = 10 on.
      expect(await windows.hit('ada', 6, 60)).toEqual({ allowed: false, retryAfter: 70 });
    });

    test('has room when it said so, and not a second earlier', async () => {
      const { windows, pass } = await build();
      await hits(windows, 6);
      pass(69);
      expect((await windows.hit('ada', 6, 60)).allowed).toBe(false);
      pass(1);
      expect(await windows.hit('ada', 6, 60)).toEqual({ allowed: true, retryAfter: 0 });
    });

    test('slides: a burst before the end of a minute counts in the next', async () => {
      const { windows, pass } = await build();
      pass(59);
      expect(await hits(windows, 6)).toBe(6);
      pass(2);
      // One second into the next minute, 6 × 59/60 of them still count.
      expect(await hits(windows, 1)).toBe(0);
      pass(29);
      // Half of it over, three of them count.
      expect(await hits(windows, 9)).toBe(3);
    });

    test('waits for what is before to fade', async () => {
      const { windows, pass } = await build();
      await hits(windows, 6);
      pass(90);
      await hits(windows, 3);
      // 3 + 1 + 6 × (1 − x/60) ≤ 6 from x = 40 on, and it is 30 now.
      expect(await windows.hit('ada', 6, 60)).toEqual({ allowed: false, retryAfter: 10 });
    });

    test('does not count those it refused', async () => {
      const { windows, pass } = await build();
      await hits(windows, 100);
      pass(120);
      expect(await hits(windows, 10)).toBe(6);
    });

    test('is one for each name', async () => {
      const { windows } = await build();
      await hits(windows, 10);
      expect((await windows.hit('grace', 6, 60)).allowed).toBe(true);
    });

    test('lets exactly six of twenty in who come at once', async () => {
      const { windows } = await build();
      const answers = await Promise.all(Array.from({ length: 20 }, () => windows.hit('ada', 6, 60)));
      expect(answers.filter(({ allowed }) => allowed)).toHaveLength(6);
    });
  });

  test('a limit of none lets nobody in', async () => {
    const { windows } = await build();
    expect((await windows.hit('ada', 0, 60)).allowed).toBe(false);
  });
};
