import { expect, it } from 'vitest';
import { shopOpener } from './open-shop.fixture.ts';

const openShop = shopOpener();
const TOKEN = 'x'.repeat(32);

it('a customer is led to the account pages, by a link that no page has', async () => {
  const { ask, visit } = await openShop((code) => ({
    [`GET /v2/accounts/${code}`]: {
      body: `<account><account_code>${code}</account_code><hosted_login_token>${TOKEN}</hosted_login_token></account>`,
    },
  }));
  expect((await ask('/api/account', { redirect: 'manual' })).status).toBe(404);
  await visit();
  const led = await ask('/api/account', { redirect: 'manual' });
  expect(led.status).toBe(303);
  expect(led.headers.get('location')).toMatch(
    new RegExp(`^http://127\\.0\\.0\\.1:\\d+/account/${TOKEN}\\?return_url=[\\w.%]+checkout\\.html$`),
  );
  expect(led.headers.get('referrer-policy')).toBe('no-referrer');

  const leadsTo = async (query: string) =>
    (await ask(`/api/account?invoice=${query}`, { redirect: 'manual' })).headers.get('location') ?? '';
  const query = (address: string) => Object.fromEntries(new URL(address).searchParams);
  expect(query(await leadsTo('1001'))).toEqual({
    task: 'invoice/1001',
    return_url: expect.stringMatching(/^http:.*\/receipt\.html\?number=1001$/),
  });
  expect(await leadsTo('1001&why')).toMatch(/#why$/);
  expect(query(await leadsTo('..%2F1001'))).toEqual({ return_url: expect.stringMatching(/\/checkout\.html$/) });
});
