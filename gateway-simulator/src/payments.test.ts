import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { card, clientOf, errorOf, sale } from './client.fixture.ts';
import { type Simulator, startSimulator } from './simulator.ts';

let simulator: Simulator;
let stripe: Stripe;

beforeAll(async () => {
  simulator = await startSimulator({ clock: 'manual' });
  stripe = clientOf(simulator);
});
afterAll(() => simulator.stop());

const chargeOf = (intent: Stripe.PaymentIntent) => intent.latest_charge as Stripe.Charge;
const kinds = () => simulator.log().map(({ kind, amount }) => `${kind} ${amount}`);

describe('a payment', () => {
  test('is charged at once, with what banks and networks report', async () => {
    const method = await stripe.paymentMethods.create({
      ...card('4242424242424242'),
      billing_details: { address: { line1: '1 Main St', postal_code: '12345' } },
    });
    expect(method.card).toMatchObject({ brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040 });

    const intent = await stripe.paymentIntents.create(sale(method.id));
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 19_99 });
    expect(chargeOf(intent)).toMatchObject({
      paid: true,
      captured: true,
      outcome: { network_status: 'approved_by_network', type: 'authorized' },
      payment_method_details: {
        card: {
          brand: 'visa',
          checks: { address_line1_check: 'pass', address_postal_code_check: 'pass', cvc_check: 'pass' },
          network_transaction_id: expect.stringMatching(/^[A-Z0-9]{15}$/),
        },
      },
    });
  });

  test('goes to the preferred network of a card that has two', async () => {
    const customer = (await stripe.customers.create({})).id;
    const { id, card: of } = await stripe.paymentMethods.create(card('4000002500001001'));
    expect(of?.networks).toEqual({ available: ['cartes_bancaires', 'visa'], preferred: null });
    await stripe.paymentMethods.attach(id, { customer });
    const network = async () => {
      const intent = await stripe.paymentIntents.create({ ...sale(id), customer });
      return chargeOf(intent).payment_method_details?.card?.network;
    };
    const prefer = async (preferred: string) =>
      (await stripe.paymentMethods.update(id, { card: { networks: { preferred } } })).card?.networks?.preferred;
    expect(await network()).toBe('cartes_bancaires');
    expect([await prefer('visa'), await network()]).toEqual(['visa', 'visa']);
    expect([await prefer('mastercard'), await network()]).toEqual(['invalid_preference', 'cartes_bancaires']);
    expect([await prefer(''), await network()]).toEqual([null, 'cartes_bancaires']);

    const one = await stripe.paymentMethods.create(card('4242424242424242', { networks: { preferred: 'visa' } }));
    expect(one.card?.networks).toEqual({ available: ['visa'], preferred: 'visa' });
  });

  test('needs a new payment method after one that no customer has', async () => {
    const method = await stripe.paymentMethods.create(card('4242424242424242'));
    await stripe.paymentIntents.create(sale(method.id));
    const error = await errorOf(stripe.paymentIntents.create(sale(method.id)));
    expect(error.message).toContain('may not be used again');
  });

  test('can be authorized, and captured in part', async () => {
    simulator.reset();
    const intent = await stripe.paymentIntents.create({ ...sale('pm_card_visa', 50_00), capture_method: 'manual' });
    expect(intent).toMatchObject({ status: 'requires_capture', amount_capturable: 50_00 });

    const captured = await stripe.paymentIntents.capture(intent.id, {
      amount_to_capture: 30_00,
      expand: ['latest_charge'],
    });
    expect(captured).toMatchObject({ status: 'succeeded', amount_received: 30_00 });
    // 50.00 authorized - 30.00 captured = 20.00 set free
    expect(chargeOf(captured)).toMatchObject({ amount_captured: 30_00, amount_refunded: 20_00, refunded: false });
    expect(kinds()).toEqual(['authorized 5000', 'captured 3000', 'released 2000']);

    const again = await errorOf(stripe.paymentIntents.capture(intent.id));
    expect(again).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
    expect(again.payment_intent).toMatchObject({ id: intent.id, status: 'succeeded' });
  });

  test('that is authorized can be canceled, once', async () => {
    simulator.reset();
    const intent = await stripe.paymentIntents.create({ ...sale('pm_card_visa'), capture_method: 'manual' });
    const canceled = await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'duplicate' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'duplicate', amount_capturable: 0 });
    expect(kinds()).toEqual(['authorized 1999', 'released 1999']);
    expect((await errorOf(stripe.paymentIntents.cancel(intent.id))).code).toBe('payment_intent_unexpected_state');
  });

  test('that is authorized expires after seven days', async () => {
    simulator.reset();
    const intent = await stripe.paymentIntents.create({ ...sale('pm_card_visa'), capture_method: 'manual' });
    await simulator.advance(7 * 86_400_000 - 1);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'requires_capture' });
    await simulator.advance(1);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'automatic',
    });
  });

  test('can be confirmed later', async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 100,
      currency: 'eur',
      allowed_payment_method_types: ['card'],
    });
    expect(intent.status).toBe('requires_payment_method');
    const confirmed = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_mastercard' });
    expect(confirmed.status).toBe('succeeded');
  });
});

describe('a decline', () => {
  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'try_again_later'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'try_again_later'],
    ['4000000000009987', 'card_declined', 'lost_card', 'do_not_try_again'],
    ['4000000000009979', 'card_declined', 'stolen_card', 'do_not_try_again'],
    ['4000000000000069', 'expired_card', 'expired_card', 'confirm_card_data'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', 'confirm_card_data'],
    ['4000000000000119', 'processing_error', 'processing_error', 'try_again_later'],
    ['4000000000006975', 'card_declined', 'card_velocity_exceeded', 'try_again_later'],
  ])('of %s is %s %s, with the advice %s', async (number, code, decline_code, advice_code) => {
    const method = await stripe.paymentMethods.create(card(number));
    const error = await errorOf(stripe.paymentIntents.create(sale(method.id)));
    expect(error).toMatchObject({ statusCode: 402, type: 'StripeCardError', code, decline_code });
    expect(error.payment_intent).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { code, decline_code, advice_code, payment_method: { id: method.id } },
    });
    const charge = await stripe.charges.retrieve(error.payment_intent!.latest_charge as string);
    expect(charge).toMatchObject({
      status: 'failed',
      failure_code: code,
      outcome: { type: 'issuer_declined', reason: decline_code, advice_code },
    });
  });

  test('can be any that Stripe documents, chosen by metadata', async () => {
    const metadata = { simulator_decline_code: 'revocation_of_authorization', simulator_network_advice_code: '03' };
    const error = await errorOf(stripe.paymentIntents.create({ ...sale('pm_card_mastercard'), metadata }));
    expect(error).toMatchObject({ code: 'card_declined', decline_code: 'revocation_of_authorization' });
    expect(error.raw).toMatchObject({ network_advice_code: '03', network_decline_code: 'R1' });
  });

  test('meets a card that is attached, and one that cannot be', async () => {
    const { id: customer } = await stripe.customers.create();
    const method = await stripe.paymentMethods.create(card('4000000000000341'));
    await stripe.paymentMethods.attach(method.id, { customer });
    const error = await errorOf(stripe.paymentIntents.create({ ...sale(method.id), customer, off_session: true }));
    expect(error).toMatchObject({ decline_code: 'generic_decline' });

    const other = await stripe.paymentMethods.create(card('4000000000009995'));
    expect(await errorOf(stripe.paymentMethods.attach(other.id, { customer }))).toMatchObject({
      statusCode: 402,
      decline_code: 'insufficient_funds',
    });
  });

  test('of a number, a date or a security code that is not valid names the parameter', async () => {
    const create = (number: string, more = {}) => errorOf(stripe.paymentMethods.create(card(number, more)));
    expect(await create('4242424242424241')).toMatchObject({ code: 'incorrect_number', param: 'number' });
    expect(await create('4242424242424242', { exp_month: 13 })).toMatchObject({ code: 'invalid_expiry_month' });
    expect(await create('4242424242424242', { exp_year: 2020 })).toMatchObject({ code: 'invalid_expiry_year' });
    expect(await create('4242424242424242', { cvc: '12' })).toMatchObject({ code: 'invalid_cvc', statusCode: 402 });
    expect(await create('4532015112830366')).toMatchObject({ decline_code: 'test_mode_live_card' });
  });

  test.each([
    ['4000000000000010', 'fail', 'fail', 'pass'],
    ['4000000000000028', 'fail', 'pass', 'pass'],
    ['4000000000000036', 'pass', 'fail', 'pass'],
    ['4000000000000044', 'unavailable', 'unavailable', 'pass'],
    ['4000000000000101', 'pass', 'pass', 'fail'],
  ])('does not follow from the checks of %s alone: %s %s %s', async (number, line1, postal, code) => {
    const method = await stripe.paymentMethods.create({
      ...card(number),
      billing_details: { address: { line1: '1 Main St', postal_code: '12345' } },
    });
    const intent = await stripe.paymentIntents.create(sale(method.id));
    expect(chargeOf(intent).payment_method_details?.card?.checks).toEqual({
      address_line1_check: line1,
      address_postal_code_check: postal,
      cvc_check: code,
    });
  });

  test('by the evaluation of risk reaches no bank', async () => {
    const error = await errorOf(stripe.paymentIntents.create(sale('pm_card_radarBlock')));
    expect(error).toMatchObject({ code: 'card_declined', decline_code: 'fraudulent' });
    const charge = await stripe.charges.retrieve(error.payment_intent!.latest_charge as string);
    expect(charge.outcome).toMatchObject({ type: 'blocked', network_status: 'not_sent_to_network' });
  });
});

describe('a security code that is entered again', () => {
  const stored = async (number: string) => {
    const { id: customer } = await stripe.customers.create();
    const method = await stripe.paymentMethods.create(card(number));
    await stripe.paymentMethods.attach(method.id, { customer });
    return { customer, payment_method: method.id };
  };
  const withCode = async (kept: { customer: string; payment_method: string }, cvc_token?: string) =>
    stripe.paymentIntents.create({
      ...sale(kept.payment_method),
      customer: kept.customer,
      ...(cvc_token && { payment_method_options: { card: { cvc_token } } }),
    });
  const token = async () => (await stripe.tokens.create({ cvc_update: { cvc: '123' } })).id;

  test('is checked with a payment, once', async () => {
    const kept = await stored('4242424242424242');
    const checked = async (id?: string) => chargeOf(await withCode(kept, id)).payment_method_details?.card?.checks;
    expect(await checked()).toMatchObject({ cvc_check: null });
    const id = await token();
    expect(await checked(id)).toMatchObject({ cvc_check: 'pass' });
    expect(await stripe.tokens.retrieve(id)).toMatchObject({ type: 'cvc_update', used: true });
    expect(await errorOf(withCode(kept, id))).toMatchObject({ code: 'token_already_used' });
    expect(await errorOf(withCode(kept, 'cvctok_unknown'))).toMatchObject({ code: 'resource_missing' });
    expect(chargeOf(await withCode(await stored('4000000000000101'), await token()))).toMatchObject({
      payment_method_details: { card: { checks: { cvc_check: 'fail' } } },
    });
  });

  test('is sent with a confirmation only, and has three or four digits', async () => {
    const options = { payment_method_options: { card: { cvc_token: await token() } } };
    const { confirm: _, ...open } = sale('pm_card_visa');
    expect(await errorOf(stripe.paymentIntents.create({ ...open, ...options }))).toMatchObject({
      param: 'payment_method_options[card][cvc_token]',
    });
    expect(await errorOf(stripe.tokens.create({ cvc_update: { cvc: '12' } }))).toMatchObject({ code: 'invalid_cvc' });
    expect(await errorOf(stripe.tokens.create({}))).toMatchObject({ param: 'cvc_update' });
  });
});

describe('a refund', () => {
  test('returns parts until nothing is left', async () => {
    simulator.reset();
    const intent = await stripe.paymentIntents.create(sale('pm_card_visa', 10_00));
    const first = await stripe.refunds.create({ payment_intent: intent.id, amount: 4_00 });
    expect(first).toMatchObject({ status: 'succeeded', amount: 4_00 });
    const tooMuch = await errorOf(stripe.refunds.create({ payment_intent: intent.id, amount: 6_01 }));
    expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount' });
    await stripe.refunds.create({ charge: chargeOf(intent).id });
    expect(await errorOf(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: 'charge_already_refunded',
    });
    const { data } = await stripe.refunds.list({ payment_intent: intent.id });
    expect(data.map(({ amount }) => amount)).toEqual([6_00, 4_00]);
    expect(kinds()).toEqual(['captured 1000', 'refunded 400', 'refunded 600']);
  });

  test('of 7726 is pending, then succeeds', async () => {
    const intent = await stripe.paymentIntents.create(sale('pm_card_pendingRefund'));
    const refund = await stripe.refunds.create({ payment_intent: intent.id });
    expect(refund.status).toBe('pending');
    await simulator.advance(5_000);
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'succeeded' });
  });

  test('of 5126 succeeds, then fails and leaves the charge as it was', async () => {
    const intent = await stripe.paymentIntents.create(sale('pm_card_refundFail'));
    const refund = await stripe.refunds.create({ payment_intent: intent.id });
    expect(refund.status).toBe('succeeded');
    await simulator.advance(5_000);
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed' });
    expect(await stripe.charges.retrieve(chargeOf(intent).id)).toMatchObject({ amount_refunded: 0, refunded: false });
  });
});

describe('a debit of a bank account', () => {
  const bank = (account_number: string) => ({
    type: 'us_bank_account' as const,
    billing_details: { name: 'Ada Lovelace' },
    us_bank_account: { account_number, routing_number: '110000000', account_holder_type: 'individual' as const },
  });
  const online = { ip_address: '127.0.0.1', user_agent: 'test' };
  const debit = (payment_method: string): Stripe.PaymentIntentCreateParams => ({
    amount: 20_00,
    currency: 'usd',
    payment_method,
    allowed_payment_method_types: ['us_bank_account'],
    confirm: true,
    mandate_data: { customer_acceptance: { type: 'online', online } },
  });

  test('is processing until the bank settles it', async () => {
    simulator.reset();
    const intent = await stripe.paymentIntents.create(debit('pm_usBankAccount_success'));
    expect(intent.status).toBe('processing');
    await simulator.advance(5_000);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 20_00,
    });
    expect(kinds()).toEqual(['debit_started 2000', 'debited 2000']);
  });

  test.each([
    ['pm_usBankAccount_accountClosed', 'account_closed'],
    ['pm_usBankAccount_noAccount', 'no_account'],
    ['pm_usBankAccount_insufficientFunds', 'insufficient_funds'],
    ['pm_usBankAccount_debitNotAuthorized', 'debit_not_authorized'],
  ])('with %s is returned: %s', async (token, code) => {
    const intent = await stripe.paymentIntents.create(debit(token));
    await simulator.advance(5_000);
    expect(await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code },
      latest_charge: { status: 'failed', failure_code: code },
    });
  });

  test('that never settles can be canceled', async () => {
    const intent = await stripe.paymentIntents.create(debit('pm_usBankAccount_processing'));
    await simulator.advance(30 * 86_400_000);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'processing' });
    expect(await stripe.paymentIntents.cancel(intent.id)).toMatchObject({ status: 'canceled' });
  });

  test('needs a mandate, and a verified account', async () => {
    const method = await stripe.paymentMethods.create(bank('000123456789'));
    const { mandate_data: _, ...without } = debit(method.id);
    expect(await errorOf(stripe.paymentIntents.create(without))).toMatchObject({
      code: 'payment_intent_mandate_invalid',
    });
    const intent = await stripe.paymentIntents.create(debit(method.id));
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'verify_with_microdeposits' } });
    expect(await errorOf(stripe.paymentIntents.verifyMicrodeposits(intent.id, { amounts: [1, 2] }))).toMatchObject({
      code: 'payment_method_microdeposit_verification_amounts_mismatch',
    });
    const verified = await stripe.paymentIntents.verifyMicrodeposits(intent.id, { amounts: [32, 45] });
    expect(verified.status).toBe('processing');
  });

  test('takes test accounts only', async () => {
    expect(await errorOf(stripe.paymentMethods.create(bank('123456')))).toMatchObject({
      code: 'payment_method_invalid_parameter_testmode',
    });
  });
});

describe('a direct debit', () => {
  const billing_details = {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    address: { line1: '12 St James’s Square', city: 'London', postal_code: 'SW1Y 4JH', country: 'GB' },
  };
  const offline = { mandate_data: { customer_acceptance: { type: 'offline' as const, offline: {} } } };
  const sepa = (iban: string) => ({ type: 'sepa_debit' as const, sepa_debit: { iban } });
  const bacs = (account_number: string, sort_code = '108800') => ({
    type: 'bacs_debit' as const,
    bacs_debit: { account_number, sort_code },
  });
  const becs = (account_number: string, bsb_number = '000000') => ({
    type: 'au_becs_debit' as const,
    au_becs_debit: { account_number, bsb_number },
  });
  const kept = async (account: Stripe.PaymentMethodCreateParams & { type: string }) => {
    const { id: customer } = await stripe.customers.create({});
    const { id: payment_method } = await stripe.paymentMethods.create({ billing_details, ...account });
    const setup = await stripe.setupIntents.create({
      customer,
      payment_method,
      allowed_payment_method_types: [account.type as 'sepa_debit'],
      confirm: true,
      ...offline,
      expand: ['mandate'],
    });
    return { customer, payment_method, setup };
  };
  const renewal = ({ customer, payment_method }: Awaited<ReturnType<typeof kept>>, type: string, currency: string) =>
    stripe.paymentIntents.create({
      amount: 20_00,
      currency,
      customer,
      payment_method,
      allowed_payment_method_types: [type as 'sepa_debit'],
      off_session: true,
      confirm: true,
    });

  test.each([
    [sepa('DE89 3704 0044 0532 0130 00'), 'eur', '3000'],
    [bacs('00012345', '10-88-00'), 'gbp', '2345'],
    [becs('000123456', '000-000'), 'aud', '3456'],
  ])('by %o is set up with a mandate, and debits the account later', async (account, currency, last4) => {
    simulator.reset();
    const method = await kept(account);
    const mandate = method.setup.mandate as Stripe.Mandate;
    expect(method.setup.status).toBe('succeeded');
    expect([mandate.status, mandate.payment_method_details.type]).toEqual(['active', account.type]);
    const intent = await renewal(method, account.type, currency);
    expect(intent.status).toBe('processing');
    await simulator.advance(5_000);
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(paid).toMatchObject({
      status: 'succeeded',
      latest_charge: { payment_method_details: { [account.type]: { last4, mandate: mandate.id } } },
    });
    expect(kinds()).toEqual(['debit_started 2000', 'debited 2000']);
  });

  test.each([
    [sepa('DE62370400440532013001'), 'eur', 'debit_not_authorized'],
    [bacs('22222227'), 'gbp', 'insufficient_funds'],
    [becs('111111113'), 'aud', 'account_closed'],
  ])('by %o is returned by the bank', async (account, currency, code) => {
    const intent = await renewal(await kept(account), account.type, currency);
    await simulator.advance(5_000);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code },
    });
  });

  test.each([
    [sepa('DE88370400440532013000'), 'account_number_invalid'],
    [sepa('DE08370400440532013003'), 'payment_method_invalid_parameter_testmode'],
    [bacs('1234567'), 'account_number_invalid'],
    [bacs('00012345', '10880'), 'routing_number_invalid'],
    [bacs('00012345', '200000'), 'payment_method_invalid_parameter_testmode'],
    [becs('1234'), 'account_number_invalid'],
  ])('does not take %o', async (account, code) => {
    expect(await errorOf(stripe.paymentMethods.create({ billing_details, ...account }))).toMatchObject({ code });
  });

  test('needs a holder who can be told of it, the currency of its scheme, and a mandate', async () => {
    const { address: _, ...unaddressed } = billing_details;
    for (const [account, details, param] of [
      [sepa('DE89370400440532013000'), { name: 'Ada' }, 'billing_details[email]'],
      [becs('000123456'), { email: 'ada@example.com' }, 'billing_details[name]'],
      [bacs('00012345'), unaddressed, 'billing_details[address][line1]'],
    ] as const) {
      const refused = await errorOf(stripe.paymentMethods.create({ billing_details: details, ...account }));
      expect(refused).toMatchObject({ code: 'parameter_missing', param });
    }
    const method = await kept(sepa('DE89370400440532013000'));
    expect(await errorOf(renewal(method, 'sepa_debit', 'usd'))).toMatchObject({
      code: 'payment_intent_invalid_parameter',
    });
    const { id } = await stripe.paymentMethods.create({ billing_details, ...becs('000123456') });
    const params = { amount: 1, currency: 'aud', payment_method: id, confirm: true };
    const unasked = stripe.paymentIntents.create({ ...params, allowed_payment_method_types: ['au_becs_debit'] });
    expect(await errorOf(unasked)).toMatchObject({ code: 'payment_intent_mandate_invalid' });
  });
});
