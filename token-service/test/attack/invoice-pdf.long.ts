import { afterAll, beforeAll, expect, test } from 'vitest';
import { crowd } from './crowd.ts';
import { type Neighbour, openNeighbour } from './neighbour.ts';
import { apiHeaders, ask, cardXml, cents, purchaseXml } from './requests.ts';
import { type AttackedSite, openTarget, type Target } from './target.ts';

/** Notes that used to take seconds to lay out: one word without a break, zero-width joiners. */
const NOTES = { 'one long word': 'W'.repeat(10_000), joiners: 'a\u200d'.repeat(5_000) };
const LINES = 2_000;
const CLIENTS = 8;
/** Each region makes a separate document, so that no response comes from the cache. */
const LANGUAGES = ['en-US', 'en-GB', 'de-DE', 'de-AT', 'fr-FR', 'fr-CA', 'es-ES', 'es-MX', 'it-IT', 'nl-NL', 'pt-BR'];

let target: Target;
let neighbour: Neighbour;
let site: AttackedSite;
const invoices: string[] = [];
beforeAll(async () => {
  target = await openTarget();
  site = await target.openSite('printing');
  neighbour = await openNeighbour(target);
  const buy = async (charges: readonly string[], more: string) => {
    const body = purchaseXml(`printed-${invoices.length}`, charges, cardXml('4111111111111111'), more);
    const headers = apiHeaders(site.privateKey);
    const { status, text } = await ask(`${target.service.apiUrl}/v2/purchases`, { method: 'POST', headers, body });
    const number = /<invoice_number type="integer">(\d+)</.exec(text)?.[1];
    if (status >= 300 || !number) throw new Error(`${status} ${text.slice(0, 500)}`);
    invoices.push(number);
  };
  for (const notes of Object.values(NOTES)) {
    for (let n = 0; n < 10; n += 1) await buy([cents(100)], `<customer_notes>${notes}</customer_notes>`);
  }
  await buy(Array(LINES).fill(`${cents(100)}<description>A line of an invoice</description>`), '');
});
afterAll(async () => {
  neighbour?.close();
  await target?.close();
});

test('8 clients print invoices that are expensive to lay out', { timeout: 300_000 }, async () => {
  let slowest = 0;
  const answers = await neighbour.under('invoices as PDF', (over) =>
    crowd({ size: CLIENTS, over }, async (n) => {
      const language = LANGUAGES[n % LANGUAGES.length] ?? 'en';
      const headers = { ...apiHeaders(site.privateKey), Accept: 'application/pdf', 'Accept-Language': language };
      const number = invoices[n % invoices.length];
      const reply = await ask(`${target.service.apiUrl}/v2/invoices/${number}`, { headers });
      slowest = Math.max(slowest, reply.milliseconds);
      return reply.status === 503 ? `503, Retry-After ${reply.headers['retry-after']}` : String(reply.status);
    }),
  );
  console.log(`slowest PDF ${slowest.toFixed(0)} ms`);
  expect([...answers.keys()].filter((answer) => !/^(200|429|503, Retry-After \d+)$/.test(answer))).toEqual([]);
  expect(answers.get('200')).toBeGreaterThan(0);
});
