import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DirectDebit } from './cards/direct-debits.ts';
import { card, errorOf, SECRET_KEY, sale } from './client.fixture.ts';
import type { Exchange } from './description/differences.fixture.ts';
import { recordingClient } from './description/recorder.fixture.ts';
import { type Simulator, startSimulator } from './simulator.ts';
import { openReceiver, type Receiver } from './webhooks/receiver.fixture.ts';

const CODE = '7391';
const NUMBERS = {
  approved: '378282246310005',
  declined: '4000000000009995',
  mistyped: '4242424242424241',
  challenged: '4000000000003220',
  account: '000123456789',
  iban: 'FR1420041010050500013M02606',
  mistypedIban: 'FR1520041010050500013M02606',
  british: '00012345',
  australian: '333333335',
} as const;

let receiver: Receiver;
let simulator: Simulator;
beforeAll(async () => {
  receiver = await openReceiver();
  simulator = await startSimulator({ clock: 'manual', webhooks: [receiver] });
});
afterAll(async () => {
  await simulator.stop();
  await receiver.stop();
});

/** Spaces and dashes between digits hide nothing. */
const has = (text: string, digits: string) =>
  text.replace(/(?<=\d)[ -](?=\d)/g, '').includes(digits) || text.includes(Buffer.from(digits).toString('base64'));

test('no number, code or key is in an answer, a message, a page or a log', async () => {
  expect(has('the card 3782-822463-10005', NUMBERS.approved)).toBe(true);
  const { stripe, exchanges } = recordingClient(simulator);
  const pages: string[] = [];
  const sell = async (number: string) => {
    const method = await stripe.paymentMethods.create(card(number, number === NUMBERS.approved ? { cvc: CODE } : {}));
    return stripe.paymentIntents.create({ ...sale(method.id), return_url: 'https://shop.example/' });
  };
  const paid = await sell(NUMBERS.approved);
  await stripe.refunds.create({ payment_intent: paid.id });
  await errorOf(sell(NUMBERS.declined));
  await errorOf(sell(NUMBERS.mistyped));
  await errorOf(stripe.paymentMethods.create(card(NUMBERS.approved, { cvc: CODE, exp_month: 13 })));
  const { next_action } = await sell(NUMBERS.challenged);
  pages.push(await (await fetch(next_action?.redirect_to_url?.url ?? '')).text());
  await stripe.paymentMethods.create({
    type: 'us_bank_account',
    billing_details: { name: 'Ada' },
    us_bank_account: {
      account_number: NUMBERS.account,
      routing_number: '110000000',
      account_holder_type: 'individual',
    },
  });
  const billing_details = {
    name: 'Ada',
    email: 'ada@example.com',
    address: { line1: '1 Pier', city: 'Dover', postal_code: 'CT16', country: 'GB' },
  };
  const debit = async (
    currency: string,
    account: Stripe.PaymentMethodCreateParams & { readonly type: DirectDebit },
  ) => {
    const { id: customer } = await stripe.customers.create({});
    const { id: payment_method } = await stripe.paymentMethods.create({ billing_details, ...account });
    return stripe.paymentIntents.create({
      amount: 20_00,
      currency,
      customer,
      payment_method,
      allowed_payment_method_types: [account.type],
      confirm: true,
      mandate_data: { customer_acceptance: { type: 'offline', offline: {} } },
    });
  };
  await debit('eur', { type: 'sepa_debit', sepa_debit: { iban: NUMBERS.iban } });
  await errorOf(debit('eur', { type: 'sepa_debit', sepa_debit: { iban: NUMBERS.mistypedIban } }));
  const british = { account_number: NUMBERS.british, sort_code: '108800' };
  await debit('gbp', { type: 'bacs_debit', bacs_debit: british });
  const australian = { account_number: NUMBERS.australian, bsb_number: '000000' };
  await debit('aud', { type: 'au_becs_debit', au_becs_debit: australian });
  await simulator.advance(60_000);
  await stripe.events.list({ limit: 100 });
  await errorOf(stripe.customers.create({}, { apiKey: 'sk_live_notATestKey' }));
  for (const path of ['log', 'requests', 'faults', 'clock'])
    pages.push(await (await fetch(`${simulator.url}/simulator/${path}`)).text());
  await simulator.settled();

  const places: Record<string, string> = {
    answers: exchanges.map(({ answer }: Exchange) => answer?.body).join('\n'),
    messages: JSON.stringify(receiver.events),
    'pages and logs': pages.join('\n'),
  };
  expect(places.answers).toContain('"last4": "0005"');
  expect(receiver.types()).toContain('charge.refunded');
  expect(places['pages and logs']).toContain('ending in 3220');
  const secrets = [...Object.values(NUMBERS), SECRET_KEY, 'sk_live_notATestKey', receiver.secret];
  const leaks = Object.entries(places).flatMap(([name, text]) =>
    secrets.filter((secret) => has(text, secret)).map((secret) => `${name}: ${secret}`),
  );
  expect(leaks).toEqual([]);
  for (const text of Object.values(places)) expect(text).not.toMatch(new RegExp(`(?<!\\w)${CODE}(?!\\w)`));
});
