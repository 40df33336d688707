import { expect, test } from 'vitest';
import { ADA, openBrowserOrigin } from '../../src/browser-api/browser-origin.fixture.ts';

test('3,300 empty posts from eleven addresses shut out no customer', async () => {
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
