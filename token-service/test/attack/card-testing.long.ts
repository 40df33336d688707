import { afterAll, beforeAll, expect, test } from 'vitest';
import { crowd } from './crowd.ts';
import { type Neighbour, openNeighbour } from './neighbour.ts';
import { apiHeaders, ask, cardXml, cents, purchaseXml } from './requests.ts';
import { type AttackedSite, openTarget, type Target } from './target.ts';

const DECLINED = ['4000000000000002', '4000000000000077', '4000000000000341'] as const;
/** The default limits per hour. */
const PER_CARD = 10;
const PER_ACCOUNT = 20;
/** 100 purchases a second. */
const CROWD = { size: 50, every: 500 };

let target: Target;
let neighbour: Neighbour;
const sites = new Map<string, AttackedSite>();
beforeAll(async () => {
  target = await openTarget();
  for (const name of ['guessed', 'purchases', 'authorizations', 'account'])
    sites.set(name, await target.openSite(name));
  neighbour = await openNeighbour(target);
});
afterAll(async () => {
  neighbour?.close();
  await target?.close();
});

const post = async (site: string, path: string, body: string): Promise<number> => {
  const headers = apiHeaders(sites.get(site)?.privateKey ?? '');
  return (await ask(target.service.apiUrl + path, { method: 'POST', headers, body })).status;
};
const atOnce = (count: number, send: (n: number) => Promise<number>): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => send(n)));

test('999 concurrent guesses of a security code reach the gateway at most 10 times', { timeout: 300_000 }, async () => {
  const account = `<account><account_code>guessed</account_code>${cardXml('4111111111111111')}</account>`;
  expect(await post('guessed', '/v2/accounts', account)).toBe(201);
  const before = await target.gatewayCalls('guessed');
  const guess = '<billing_info><verification_value>000</verification_value></billing_info>';
  await atOnce(999, () => post('guessed', '/v2/accounts/guessed/billing_info/verify_cvv', guess));
  const calls = (await target.gatewayCalls('guessed')) - before;
  console.log(`999 guesses: ${calls} gateway calls`);
  expect(calls).toBeGreaterThan(0);
  expect(calls).toBeLessThanOrEqual(PER_CARD);
});

test.each([
  ['purchases', '/v2/purchases'],
  ['authorizations', '/v2/purchases/authorize'],
])('300 new accounts with one card by %s reach the gateway at most 10 times', async (site, path) => {
  await atOnce(300, (n) => post(site, path, purchaseXml(`new-${n}`, [cents(100)], cardXml(DECLINED[0]))));
  const calls = await target.gatewayCalls(site);
  console.log(`300 ${site}: ${calls} gateway calls`);
  expect(calls).toBeGreaterThan(0);
  expect(calls).toBeLessThanOrEqual(PER_CARD);
});

test('50 concurrent card tests under one account reach the gateway at most 20 times, and an alert is logged', {
  timeout: 300_000,
}, async () => {
  const answers = await neighbour.under('card testing', (over) =>
    crowd({ ...CROWD, over }, (n) => {
      const card = cardXml(DECLINED[n % DECLINED.length] ?? '');
      return post('account', '/v2/purchases', purchaseXml('tested', [cents(100)], card));
    }),
  );
  const calls = await target.gatewayCalls('account');
  console.log(`card testing: ${calls} gateway calls`);
  expect([...answers.keys()].filter((status) => status !== 422 && status !== 429)).toEqual([]);
  expect(calls).toBeGreaterThan(0);
  expect(calls).toBeLessThanOrEqual(PER_ACCOUNT);
  expect(target.log()).toContain('"alert":"card_testing"');
});
