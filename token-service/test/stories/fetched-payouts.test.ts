import { Secret } from '@service/billing/values/secret.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stripeClient } from '../../src/adapters/gateway/stripe/client.ts';
import { openStorage } from '../../src/adapters/storage/storage.ts';
import { payoutTool } from '../../src/cli/payout.ts';
import { reportTool } from '../../src/cli/report.ts';
import { runTool } from '../../src/cli/tool.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { textOf, within } from '../service.ts';
import { openStripeShop, SECRET_KEY, SECRETS, type StripeShop } from './stripe-shop.ts';
import { cardInfo } from './subscription-shop.ts';
import { type Watched, watchedOnFiles } from './what-is-kept.ts';

const DAY = 86_400;

let watched: Watched;
let shop: StripeShop;
beforeAll(async () => {
  watched = await watchedOnFiles(SECRETS);
  shop = await openStripeShop(watched);
});
afterAll(async () => {
  await shop?.close();
  await watched?.close();
});

const tool = async (which: typeof payoutTool, ...args: string[]) => {
  const [command = '', ...rest] = args;
  const typed =
    which === payoutTool ? [command, shop.site.subdomain, ...rest] : [shop.site.subdomain, command, ...rest];
  return runTool(which, typed, watched.env, { world: () => openWorld(watched.service.clock), open: openStorage });
};
const pass = async (days: number) => {
  watched.service.clock.advance({ days });
  await shop.simulator.advance(days * DAY * 1000);
};
const reconciled = async (...where: string[]): Promise<Record<string, unknown>[]> => {
  const { text } = await tool(reportTool, 'reconciliation', '--json', ...where);
  return (JSON.parse(text) as { rows: Record<string, unknown>[] }).rows;
};

test('payouts are fetched from their gateway over HTTP, once, and reconciled with the books', async () => {
  await shop.addStripe('cards');
  const account = await shop.account();
  const sold = await shop.buy(account, cardInfo());
  expect(await shop.takenBy(sold)).toBe('cards');
  const number = textOf(within(sold.xml, 'charge_invoice'), 'invoice_number');
  const refund =
    '<invoice><refund_method>transaction_first</refund_method><amount_in_cents>200</amount_in_cents></invoice>';
  expect((await shop.api('POST', `/v2/invoices/${number}/refund`, refund)).status).toBe(201);
  expect((await tool(payoutTool, 'fetch', 'cards')).text).toBe('Nothing is new.');

  await pass(3);
  shop.simulator.trigger({ type: 'payout' });
  const fee = Math.round(900 * 0.029) + 30;
  const fetched = JSON.parse((await tool(payoutTool, 'fetch', 'cards', '--json')).text);
  expect(fetched).toMatchObject({
    ...{ recorded: 1, known: 0, lines: 2, unitemized: [] },
    payouts: [{ currency: 'USD', amount_in_cents: 700 - fee }],
  });
  const lines = (await reconciled()).map((row) => `${row.result} ${row.kind} ${row.gross_in_cents}`);
  expect(lines.toSorted()).toEqual(['matched charge 900', 'matched refund -200']);
  expect((await tool(payoutTool, 'fetch', 'cards')).text).toBe('Nothing is new. 1 was recorded before.');

  // What another program sells on the same account is only at the gateway.
  const stripe = stripeClient(new Secret(SECRET_KEY), shop.simulator.url);
  await stripe.paymentIntents.create({
    ...{ amount: 500, currency: 'usd', payment_method: 'pm_card_visa', confirm: true },
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
  await pass(3);
  shop.simulator.trigger({ type: 'payout' });
  expect((await tool(payoutTool, 'fetch', 'cards')).text).toContain('Recorded 1 payout with 1 line. 1 was recorded');
  const [strange] = await reconciled('--where', 'result=only_gateway');
  expect(strange).toMatchObject({
    kind: 'charge',
    gross_in_cents: 500,
    booked_in_cents: null,
    difference_in_cents: 500,
  });
});

test('a gateway that cannot be asked is named, with what to do', async () => {
  await shop.addStripe('dead', 'http://127.0.0.1:9');
  expect(await tool(payoutTool, 'fetch', 'dead')).toMatchObject({ status: 1, text: expect.stringContaining('dead') });
  expect(await tool(payoutTool, 'fetch', 'none')).toMatchObject({ status: 1, text: expect.stringContaining('none') });
  expect(await tool(payoutTool, 'fetch', 'cards', '--since', 'soon')).toMatchObject({ status: 2 });
  expect((await shop.gateway('add', 'sandbox', '--adapter', 'test')).status).toBe(0);
  expect(await tool(payoutTool, 'fetch', 'sandbox')).toMatchObject({
    status: 1,
    text: expect.stringContaining('sandbox tells programs nothing of its payouts. Import a file of them instead.'),
  });
});
