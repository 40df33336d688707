import { afterAll, beforeAll, expect, test } from 'vitest';
import { crowd } from './crowd.ts';
import { type Neighbour, openNeighbour } from './neighbour.ts';
import { apiHeaders, ask } from './requests.ts';
import { type AttackedSite, openTarget, type Target } from './target.ts';

/** 320 requests a second. */
const CROWD = { size: 16, every: 50 };

let target: Target;
let neighbour: Neighbour;
let site: AttackedSite;
beforeAll(async () => {
  target = await openTarget();
  site = await target.openSite('production', '--mode', 'production');
  neighbour = await openNeighbour(target);
});
afterAll(async () => {
  neighbour?.close();
  await target?.close();
});

test('16 clients send the keys of a production site over HTTP and are all rejected', { timeout: 300_000 }, async () => {
  const { apiUrl, browserUrl } = target.service;
  const secure = { 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': 'https' };
  const lookUp = `${browserUrl}/js/v1/tax?key=${site.publicKey}&version=1&country=US&postal_code=94105`;
  const list = (headers: Record<string, string>) =>
    ask(`${apiUrl}/v2/accounts`, { headers: { ...apiHeaders(site.privateKey), ...headers } });
  expect((await list(secure)).status).toBe(200);
  expect((await ask(lookUp, { headers: secure })).status).toBe(200);

  const answers = await neighbour.under('production in the clear', (over) =>
    crowd({ ...CROWD, over }, async (n) => {
      const headers = {
        'X-Forwarded-For': `203.0.113.${n % 200}`,
        ...(n % 3 === 0 && { 'X-Forwarded-Proto': 'http' }),
      };
      return n % 2 === 0 ? `API ${(await list(headers)).status}` : `browser ${(await ask(lookUp, { headers })).status}`;
    }),
  );
  expect(answers.size).toBeGreaterThan(1);
  expect([...answers.keys()].filter((answer) => !/ (403|429)$/.test(answer))).toEqual([]);
});
