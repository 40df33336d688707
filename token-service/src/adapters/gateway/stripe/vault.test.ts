import { Secret } from '@service/billing/values/secret.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { START } from './start.fixture.ts';
import { openStripe, openStripeGround, type StripeGround } from './stripe.fixture.ts';
import { undescribed } from './undescribed.fixture.ts';

let ground: StripeGround;
beforeAll(async () => {
  ground = await openStripeGround();
});
afterAll(() => ground.stop());

const open = () => {
  const opened = openStripe(ground.line.url);
  const { gateway, site, stripe } = opened;
  const find = (token: string, customer: string | null = null) =>
    gateway.findMethod({
      site,
      gateway_code: 'stripe',
      at: START,
      correlation: 'request-1',
      token: new Secret(token),
      customer,
    });
  return {
    ...opened,
    find,
    attach: (method: string, customer: string) => stripe.paymentMethods.attach(method, { customer }),
  };
};

test('a card is described as Stripe knows it, and charged under the reference of its customer', async () => {
  const { vaulted, find } = open();
  const { token, customer } = await vaulted('pm_card_mastercard');
  expect(await find(token)).toEqual({
    outcome: 'found',
    description: {
      type: 'credit_card',
      card_type: 'MasterCard',
      cc_bin_country: 'US',
      brand: 'master',
      first_six: null,
      last_four: '4444',
      month: 12,
      year: 2027,
    },
    reference: `${customer}/${token}`,
  });
});

test('a US bank account is described by its routing number and the end of its number', async () => {
  const { vaulted, find } = open();
  const { token, customer } = await vaulted('pm_usBankAccount_success');
  expect(await find(token)).toEqual({
    outcome: 'found',
    description: { type: 'bank_account', routing_number: '110000000', last_four: '6789', account_type: 'checking' },
    reference: `${customer}/${token}/bank`,
  });
});

test.each([
  ['sepa', 'EUR'],
  ['bacs', 'GBP'],
  ['becs', 'AUD'],
] as const)('an account that is debited by %s is described by the end of its number', async (type, currency) => {
  const { gateway, request, debit, find } = open();
  const verified = await gateway.verify(request(debit(type), { currency }));
  if (verified.outcome !== 'succeeded') throw new Error(JSON.stringify(verified));
  const { method_reference: reference } = verified;
  const token = reference.split('/')[1] ?? '';
  const last_four = { sepa: '3000', bacs: '2345', becs: '3456' }[type];
  const description = { type, last_four, ...(type === 'sepa' ? { cc_bin_country: 'DE' } : {}) };
  expect(await find(token)).toEqual({ outcome: 'found', description, reference });
});

test('a customer names their only method, or the one that they have chosen of several', async () => {
  const { vaulted, find, attach, stripe } = open();
  const { token, customer } = await vaulted('pm_card_visa');
  expect(await find(customer)).toMatchObject({ reference: `${customer}/${token}` });
  const { id: second } = await attach('pm_card_mastercard', customer);
  expect(await find(customer)).toEqual({ outcome: 'not_found' });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: second } });
  expect(await find(customer)).toMatchObject({ reference: `${customer}/${second}` });
  await stripe.customers.del(customer);
  expect(await find(customer)).toEqual({ outcome: 'not_found' });
  expect(await find(token)).toEqual({ outcome: 'not_found' });
});

test('a method without a customer is not found, because Stripe would charge it only once', async () => {
  const { find, stripe } = open();
  const { id } = await stripe.paymentMethods.create({
    type: 'card',
    card: { number: '4242424242424242', exp_month: 12, exp_year: 2030 },
  });
  expect(await find(id)).toEqual({ outcome: 'not_found' });
});

test('a method of another site with the same account is not found, one of this site is', async () => {
  const { vaulted, find, site } = open();
  const { token: other } = await vaulted('pm_card_visa', { service_site: 'another-site' });
  expect(await find(other)).toEqual({ outcome: 'not_found' });
  const { token: own } = await vaulted('pm_card_visa', { service_site: site.id });
  expect(await find(own)).toMatchObject({ outcome: 'found' });
});

test('without an answer of Stripe, or with one that cannot be used, the reason is a decline code', async () => {
  const { vaulted, find } = open();
  const { token } = await vaulted();
  const answers = [
    ['lose request', 'gateway_timeout'],
    [{ status: 401, error: { type: 'invalid_request_error', message: 'Invalid API Key' } }, 'invalid_login'],
    [{ status: 429, error: { type: 'invalid_request_error', message: 'Too many requests' } }, 'gateway_rate_limited'],
    [{ fields: { card: { brand: 'visa', last4: '42424242', exp_month: 12, exp_year: 2030 } } }, 'gateway_error'],
  ] as const;
  for (const [fault, error_code] of answers) {
    ground.line.fail(({ method }) => (method === 'GET' ? fault : undefined));
    expect(await find(token)).toEqual({ outcome: 'unknown', error_code });
  }
  ground.line.repair();
});

test('every request and answer above is as Stripe describes it', async () => {
  expect(await undescribed(ground.line)).toEqual([]);
});
