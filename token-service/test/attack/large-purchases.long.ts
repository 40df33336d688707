import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeEventLoopDelay } from './metrics.ts';
import { apiHeaders, ask, cardXml, cents, purchaseXml } from './requests.ts';
import { type AttackedSite, openTarget, type Target } from './target.ts';

/** The maximum number of lines of an invoice. */
const MOST = 5_999;
const ROUNDS = 3;

let target: Target;
let site: AttackedSite;
beforeAll(async () => {
  target = await openTarget();
  site = await target.openSite('large');
});
afterAll(() => target?.close());

test.each([
  ['the most lines that an invoice may have', MOST, 200],
  ['more lines, which are refused', MOST + 1, 422],
])('purchases of %s', { timeout: 300_000 }, async (what, lines, status) => {
  const { apiUrl } = target.service;
  const headers = apiHeaders(site.privateKey);
  const held: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const body = purchaseXml(`large-${lines}-${round}`, Array(lines).fill(cents(100)), cardXml('4111111111111111'));
    await takeEventLoopDelay(apiUrl);
    const answer = await ask(`${apiUrl}/v2/purchases`, { method: 'POST', headers, body });
    expect(answer.status, answer.text.slice(0, 500)).toBe(status);
    held.push((await takeEventLoopDelay(apiUrl)).longest.toFixed(0));
  }
  console.log(`purchases of ${what}: event loop held for at most ${held.join(', ')} ms`);
});
