import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { REQUEST_TIME_IN_ONE_TURN, siteRotation } from './site-rotation.ts';

describe('requests of several sites', () => {
  /** Requests that take so many milliseconds by a clock of their own. */
  const running = (milliseconds: number) => {
    let clock = 0;
    const turn = siteRotation(() => clock);
    const begun: string[] = [];
    const request = async (site: string, name: string): Promise<void> => {
      await turn(site);
      clock += milliseconds;
      begun.push(name);
      // What a request awaits that is there already does not end its part.
      for (let awaited = 0; awaited < 20; awaited += 1) await undefined;
    };
    return { request, begun };
  };

  test('begin site by site in rotation, those of a site in their order', async () => {
    const { request, begun } = running(1);
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => request(name[0] ?? '', name));
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  test('begin after one request of each other site, however many those sent before', async () => {
    const { request, begun } = running(1);
    const burst = Array.from({ length: 50 }, (_, n) => request('busy', `busy ${n}`));
    await setImmediate();
    const before = begun.length;
    await request('calm', 'calm');
    expect(begun.indexOf('calm')).toBeLessThanOrEqual(before + 1);
    await Promise.all(burst);
  });

  test('leave the event loop to others after a few milliseconds', async () => {
    const { request, begun } = running(2);
    const burst = Array.from({ length: 20 }, (_, n) => request('busy', String(n)));
    await setImmediate();
    // After 2, 4 and 6 milliseconds.
    expect(begun).toHaveLength(Math.ceil(REQUEST_TIME_IN_ONE_TURN / 2));
    await Promise.all(burst);
  });
});
