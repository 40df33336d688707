import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeEventLoopDelay } from './metrics.ts';
import { apiHeaders, ask, cardXml, cents, purchaseXml } from './requests.ts';
import { type AttackedSite, openTarget, type Target } from './target.ts';

/** The maximum number of lines of an invoice. */
const MOST = 5_999;
const ROUNDS = 5;
/** Milliseconds for which a request may hold the event loop. */
const MOST_HELD = 50;

let target: Target;
let site: AttackedSite;
beforeAll(async () => {
  target = await openTarget();
  site = await target.openSite('large');
});
afterAll(() => target?.close());

/**
 * Buys for a second, and returns how long the event loop was held: by small requests, and by the machine’s other work.
 */
const heldByOthers = async (): Promise<number> => {
  const { apiUrl } = target.service;
  const headers = apiHeaders(site.privateKey);
  await takeEventLoopDelay(apiUrl);
  const until = performance.now() + 1_000;
  while (performance.now() < until) {
    const body = purchaseXml('small', [cents(100)], cardXml('4111111111111111'));
    await ask(`${apiUrl}/v2/purchases`, { method: 'POST', headers, body });
  }
  return (await takeEventLoopDelay(apiUrl)).longest;
};

test.each([
  ['the most lines that an invoice may have', MOST, 200],
  ['more lines, which are refused', MOST + 1, 422],
])('purchases of %s', { timeout: 300_000 }, async (what, lines, status) => {
  const { apiUrl } = target.service;
  const headers = apiHeaders(site.privateKey);
  const held: number[] = [];
  const byOthers: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    byOthers.push(Math.round(await heldByOthers()));
    const body = purchaseXml(`large-${lines}-${round}`, Array(lines).fill(cents(100)), cardXml('4111111111111111'));
    const answer = await ask(`${apiUrl}/v2/purchases`, { method: 'POST', headers, body });
    expect(answer.status, answer.text.slice(0, 500)).toBe(status);
    held.push(Math.round((await takeEventLoopDelay(apiUrl)).longest));
  }
  console.log(
    `purchases of ${what}: event loop held for at most ${held.join(', ')} ms; small ones: ${byOthers.join(', ')}`,
  );
  // Compiling takes longer in the first rounds, and the machine has other work in some; the code is the same in all.
  const beyond = held.map((longest, round) => longest - (byOthers[round] ?? 0));
  expect(Math.min(...beyond)).toBeLessThanOrEqual(MOST_HELD);
});
