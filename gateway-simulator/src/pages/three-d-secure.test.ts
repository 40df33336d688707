import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, errorOf, sale } from '../client.fixture.ts';
import { type Simulator, startSimulator } from '../simulator.ts';

let simulator: Simulator;
let stripe: Stripe;

beforeAll(async () => {
  simulator = await startSimulator({ clock: 'manual' });
  stripe = clientOf(simulator);
});
afterAll(() => simulator.stop());

const RETURN = 'https://shop.example/return?order=7';

const challenged = (token: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ ...sale(token), return_url: RETURN, ...more });

const pageOf = (intent: Stripe.PaymentIntent | Stripe.SetupIntent) => intent.next_action?.redirect_to_url?.url ?? '';

/** Presses a button of the challenge, and returns where it leads. */
const press = async (intent: Stripe.PaymentIntent | Stripe.SetupIntent, result: string) => {
  const url = new URL(pageOf(intent));
  const body = new URLSearchParams({ token: url.searchParams.get('token') ?? '', result });
  const response = await fetch(url.origin + url.pathname, { method: 'POST', body, redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
};

describe('a payment that needs authentication', () => {
  test('succeeds when the customer confirms', async () => {
    simulator.reset();
    const intent = await challenged('pm_card_threeDSecure2Required');
    expect(intent).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: RETURN } },
    });
    expect(simulator.log()).toEqual([]);

    const page = await fetch(pageOf(intent));
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://shop.example");
    const html = await page.text();
    expect(html).toContain('19.99 USD');
    expect(html).toContain('Visa ending in 3220');

    const { status, location } = await press(intent, 'confirm');
    expect(status).toBe(303);
    expect(Object.fromEntries(new URL(location ?? '').searchParams)).toEqual({
      order: '7',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    });
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(paid.status).toBe('succeeded');
    expect((paid.latest_charge as Stripe.Charge).payment_method_details?.card?.three_d_secure).toMatchObject({
      authentication_flow: 'challenge',
      result: 'authenticated',
      electronic_commerce_indicator: '05',
    });
    expect(simulator.log()).toHaveLength(1);
    expect((await press(intent, 'confirm')).status).toBe(404);
  });

  test('fails when the customer fails', async () => {
    const intent = await challenged('pm_card_threeDSecure2Required');
    const { location } = await press(intent, 'fail');
    expect(location).toContain('redirect_status=failed');
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
  });

  test('waits on when the customer leaves, and can be canceled', async () => {
    const intent = await challenged('pm_card_threeDSecure2Required');
    expect(await press(intent, 'close')).toMatchObject({ status: 200, location: null });
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'requires_action' });
    expect(await errorOf(stripe.paymentIntents.confirm(intent.id, { return_url: RETURN }))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    await stripe.paymentIntents.cancel(intent.id);
    expect((await press(intent, 'confirm')).status).toBe(404);
  });

  test('waits for the merchant with manual confirmation', async () => {
    simulator.reset();
    const intent = await challenged('pm_card_authenticationRequired', { confirmation_method: 'manual' });
    await press(intent, 'confirm');
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'requires_confirmation' });
    expect(simulator.log()).toEqual([]);
    expect(await stripe.paymentIntents.confirm(intent.id)).toMatchObject({ status: 'succeeded' });
    expect(simulator.log()).toHaveLength(1);
  });

  test('can be declined after it', async () => {
    const intent = await challenged('pm_card_authenticationRequiredChargeDeclinedInsufficientFunds');
    const { location } = await press(intent, 'confirm');
    expect(location).toContain('redirect_status=failed');
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      last_payment_error: { decline_code: 'insufficient_funds' },
    });
  });

  test('needs no challenge where the bank is content without', async () => {
    const method = await stripe.paymentMethods.create({
      type: 'card',
      card: { number: '4000000032200000', exp_month: 1, exp_year: 2040, cvc: '123' },
    });
    const intent = await challenged(method.id);
    expect(intent.status).toBe('succeeded');
    expect((intent.latest_charge as Stripe.Charge).payment_method_details?.card?.three_d_secure).toMatchObject({
      authentication_flow: 'frictionless',
    });
  });

  test('fails where authentication does not work', async () => {
    const error = await errorOf(challenged('pm_card_threeDSecureRequiredProcessingError'));
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' });
  });

  test('is challenged on request only', async () => {
    expect(await challenged('pm_card_threeDSecureOptional')).toMatchObject({ status: 'succeeded' });
    const options = { payment_method_options: { card: { request_three_d_secure: 'any' as const } } };
    expect(await challenged('pm_card_threeDSecureOptional', options)).toMatchObject({ status: 'requires_action' });
    expect(await challenged('pm_card_visa', options)).toMatchObject({ status: 'succeeded' });
  });

  test('shows its page only with the token of the address', async () => {
    const intent = await challenged('pm_card_threeDSecure2Required');
    expect((await fetch(pageOf(intent).replace(/token=.*/, 'token=wrong'))).status).toBe(404);
    expect((await fetch(`${simulator.url}/3d_secure/pi_unknown?token=x`)).status).toBe(404);
  });
});

describe('a payment without the customer', () => {
  const stored = async (token: string) => {
    const { id: customer } = await stripe.customers.create();
    const method = await stripe.paymentMethods.attach(token, { customer });
    return { customer, payment_method: method.id };
  };
  const offSession = (kept: { customer: string; payment_method: string }) =>
    stripe.paymentIntents.create({ ...sale(kept.payment_method), customer: kept.customer, off_session: true });

  test('is declined where the bank insists on authentication', async () => {
    const error = await errorOf(offSession(await stored('pm_card_authenticationRequired')));
    expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' });
    expect(error.payment_intent).toMatchObject({ status: 'requires_payment_method' });
  });

  test('succeeds once the card was set up', async () => {
    const kept = await stored('pm_card_authenticationRequiredOnSetup');
    expect(await errorOf(offSession(kept))).toMatchObject({ code: 'authentication_required' });

    const setup = await stripe.setupIntents.create({
      ...kept,
      allowed_payment_method_types: ['card'],
      usage: 'off_session',
      confirm: true,
      return_url: RETURN,
    });
    expect(setup.status).toBe('requires_action');
    expect((await press(setup, 'confirm')).location).toContain('setup_intent=');
    expect(await stripe.setupIntents.retrieve(setup.id, { expand: ['latest_attempt'] })).toMatchObject({
      status: 'succeeded',
      latest_attempt: { status: 'succeeded' },
    });
    expect(await offSession(kept)).toMatchObject({ status: 'succeeded' });
  });

  test('succeeds with a card that was set up before', async () => {
    const kept = await stored('pm_card_authenticationRequiredSetupForOffSession');
    expect(await offSession(kept)).toMatchObject({ status: 'succeeded' });
  });

  test('has the network transaction of the first payment', async () => {
    const { id: customer } = await stripe.customers.create();
    const first = await stripe.paymentIntents.create({
      ...sale('pm_card_visa'),
      customer,
      setup_future_usage: 'off_session',
    });
    const second = await offSession({ customer, payment_method: first.payment_method as string });
    const transaction = (intent: Stripe.PaymentIntent) =>
      (intent.latest_charge as Stripe.Charge).payment_method_details?.card?.network_transaction_id;
    expect(transaction(second)).toBe(transaction(first));
  });

  test('fails when authentication of a setup fails', async () => {
    const setup = await stripe.setupIntents.create({
      allowed_payment_method_types: ['card'],
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
      return_url: RETURN,
    });
    await press(setup, 'fail');
    expect(await stripe.setupIntents.retrieve(setup.id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    });
  });
});

describe('a setup', () => {
  test('is declined with its card', async () => {
    const error = await errorOf(
      stripe.setupIntents.create({
        allowed_payment_method_types: ['card'],
        payment_method: 'pm_card_chargeDeclinedExpiredCard',
        confirm: true,
      }),
    );
    expect(error).toMatchObject({ statusCode: 402, code: 'expired_card' });
    expect(error.setup_intent).toMatchObject({ status: 'requires_payment_method' });
  });

  test('of a bank account is verified by microdeposits', async () => {
    const { id: customer } = await stripe.customers.create();
    const setup = await stripe.setupIntents.create({
      customer,
      allowed_payment_method_types: ['us_bank_account'],
      payment_method_data: {
        type: 'us_bank_account',
        billing_details: { name: 'Ada' },
        us_bank_account: {
          account_number: '000123456789',
          routing_number: '110000000',
          account_holder_type: 'company',
        },
      },
      mandate_data: { customer_acceptance: { type: 'offline', offline: {} } },
      confirm: true,
    });
    expect(setup.next_action?.type).toBe('verify_with_microdeposits');
    const verified = await stripe.setupIntents.verifyMicrodeposits(setup.id, { descriptor_code: 'SM11AA' });
    expect(verified).toMatchObject({ status: 'succeeded', mandate: expect.stringMatching(/^mandate_/) });
    const { data } = await stripe.customers.listPaymentMethods(customer);
    expect(data).toHaveLength(1);
  });

  test('can be canceled, once', async () => {
    const setup = await stripe.setupIntents.create({ allowed_payment_method_types: ['card'] });
    expect(await stripe.setupIntents.cancel(setup.id)).toMatchObject({ status: 'canceled' });
    expect(await errorOf(stripe.setupIntents.cancel(setup.id))).toMatchObject({
      code: 'setup_intent_unexpected_state',
    });
  });
});
