import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADA, openBrowserOrigin } from '../../src/apis/browser/browser-origin.fixture.ts';
import { crowd } from './crowd.ts';
import { type Neighbour, openNeighbour } from './neighbour.ts';
import { ask } from './requests.ts';
import { openTarget, type Target } from './target.ts';

test('3,300 empty posts from eleven addresses block no customer', async () => {
  const settings = { version: '1', secure: false, trustProxy: true };
  const { post, alerts } = await openBrowserOrigin({ settings });
  const from = async (address: string, fields: Record<string, string>) =>
    (await post('/js/v1/token', fields, { headers: { 'X-Forwarded-For': address } })).status;

  const statuses = new Map<number, number>();
  for (let n = 0; n < 3300; n += 1) {
    const status = await from(`203.0.113.${n % 11}`, { key: ADA.key });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(statuses).toEqual(new Map([[422, 3300]]));
  expect(await from('203.0.113.1', { key: ADA.key })).toBe(429);
  for (let n = 0; n < 20; n += 1) expect(await from(`198.51.100.${n}`, ADA)).toBe(200);
  expect(alerts).toEqual([]);
});

describe('22 clients at eleven addresses that post without card fields', () => {
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

  test('delay no other site, and every customer of the site gets a token', { timeout: 300_000 }, async () => {
    const { publicKey } = await target.openSite('posted');
    const post = async (address: string, fields: Record<string, string>) => {
      const headers = { 'X-Forwarded-For': address, 'Content-Type': 'application/x-www-form-urlencoded' };
      const body = String(new URLSearchParams({ key: publicKey, version: '1', ...fields }));
      return (await ask(`${target.service.browserUrl}/js/v1/token`, { method: 'POST', headers, body })).status;
    };
    const { key: _, ...card } = ADA;
    const honest: number[] = [];
    // 330 posts a second, and 15 customers a second.
    const answers = await neighbour.under('empty token posts', async (over) => {
      const customers = crowd({ size: 1, every: 66, over }, async (n) => {
        const status = await post(`198.51.100.${n % 200}`, card);
        honest.push(status);
        return status;
      });
      const posts = await crowd({ size: 22, every: 66, over }, (n) => post(`203.0.113.${n % 11}`, {}));
      await customers;
      return posts;
    });
    console.log(`${honest.length} customers got tokens`);
    expect([422, 429]).toEqual(expect.arrayContaining([...answers.keys()]));
    expect(answers.get(422)).toBeGreaterThan(0);
    expect(honest.length).toBeGreaterThan(0);
    expect(honest.filter((status) => status !== 200)).toEqual([]);
  });
});
