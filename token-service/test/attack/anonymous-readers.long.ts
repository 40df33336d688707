import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADDRESS_REQUESTS_PER_MINUTE } from '../../src/http/limits/anonymous.ts';
import { crowd } from './crowd.ts';
import { type Neighbour, openNeighbour } from './neighbour.ts';
import { ask } from './requests.ts';
import { openTarget, type Target } from './target.ts';

/** 320 requests a second: rendering the API reference that often would use the CPU of two processes. */
const CROWD = { size: 16, every: 50 };

let target: Target;
let neighbour: Neighbour;
beforeAll(async () => {
  target = await openTarget();
  neighbour = await openNeighbour(target);
});
afterAll(async () => {
  neighbour?.close();
  await target?.close();
});

describe.each([
  ['/docs', 200, ADDRESS_REQUESTS_PER_MINUTE.docs],
  ['/v2/accounts', 401, ADDRESS_REQUESTS_PER_MINUTE.unauthorized],
  ['/health', 200, ADDRESS_REQUESTS_PER_MINUTE.files],
])('16 anonymous readers of %s', (path, status, perMinute) => {
  test('at most double the p99 of purchases and are limited by address', { timeout: 300_000 }, async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.7', 'Accept-Encoding': 'br, gzip' };
    const began = performance.now();
    const answers = await neighbour.under(path, (over) =>
      crowd({ ...CROWD, over }, async () => {
        const reply = await ask(target.service.apiUrl + path, { headers });
        return reply.status === 429
          ? `429, Retry-After ${Boolean(reply.headers['retry-after'])}`
          : String(reply.status);
      }),
    );
    const minutes = Math.ceil((performance.now() - began) / 60_000);
    expect([String(status), '429, Retry-After true']).toEqual(expect.arrayContaining([...answers.keys()]));
    expect(answers.get(String(status))).toBeGreaterThan(0);
    expect(answers.get(String(status))).toBeLessThanOrEqual(perMinute * minutes);
  });
});
