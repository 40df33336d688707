import type { ListedOperation } from '@service/billing/domain/payments/listed-operation.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stripeClient } from './client.ts';
import { CREDENTIALS, START } from './start.fixture.ts';
import { openStripe, openStripeGround, type StripeGround } from './stripe.fixture.ts';

let ground: StripeGround;
beforeAll(async () => {
  ground = await openStripeGround();
});
afterAll(() => ground.stop());

const listed = async ({ gateway, site }: ReturnType<typeof openStripe>): Promise<ListedOperation[]> => {
  const operations: ListedOperation[] = [];
  let after: string | null = null;
  do {
    const request = { site, gateway_code: 'stripe', at: START, correlation: 'request-1', since: START, after };
    const page = await gateway.list(request);
    if (page.outcome === 'unknown') throw new Error(page.reason);
    operations.push(...page.operations);
    after = page.next;
  } while (after !== null);
  return operations;
};

test('a payment that was begun before a backup and made after it is found by its key once it was listed', async () => {
  const before = openStripe(ground.simulator.url);
  const request = before.pay(before.card('4242424242424242'), 1234);
  const taken = await before.gateway.purchase(request);

  // The restored database knows that the operation began, not which payment it made.
  const restored = { ...openStripe(ground.simulator.url), site: before.site };
  const { site, key } = request;
  const operation = {
    site_id: site.id,
    gateway_code: 'stripe',
    key,
    action: 'purchase',
    request: '',
    at: START,
  } as const;
  await restored.operations.begin({ ...operation, object: null });
  expect(await listed(restored)).toMatchObject([{ kind: 'payment', key, result: taken }]);
  const lookup = { site, gateway_code: 'stripe', at: START, correlation: 'request-1', key };
  expect(await restored.gateway.lookup(lookup)).toMatchObject({ outcome: 'found', result: taken });
});

test('payments of other programs on the account are left out; a refund that was made at Stripe is listed', async () => {
  const stripe = stripeClient(CREDENTIALS.secret_key, ground.simulator.url);
  const shop = openStripe(ground.simulator.url);
  const taken = await shop.gateway.purchase(shop.pay(shop.card('4242424242424242'), 1000));
  await stripe.paymentIntents.create({
    amount: 700,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
  const refund = await stripe.refunds.create({ payment_intent: taken.reference ?? '', amount: 400 });
  expect(await listed(shop)).toMatchObject([
    { kind: 'payment', result: { reference: taken.reference }, returned_in_cents: 400 },
    { kind: 'refund', key: null, payment: taken.reference, result: { reference: refund.id, amount_in_cents: 400 } },
  ]);
});

test('a gateway that is not reached says why', async () => {
  const { gateway, site } = openStripe('http://127.0.0.1:9');
  const request = { site, gateway_code: 'stripe', at: START, correlation: 'request-1', since: START, after: null };
  expect(await gateway.list(request)).toEqual({ outcome: 'unknown', reason: expect.stringMatching(/\w/) });
});
