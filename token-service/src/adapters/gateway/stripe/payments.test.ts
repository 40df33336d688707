import type { PaymentResult } from '@service/billing/domain/payments/gateway-result.ts';
import { Secret } from '@service/billing/values/secret.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { START } from './start.fixture.ts';
import { openStripe, openStripeGround, type StripeGround } from './stripe.fixture.ts';
import { undescribed } from './undescribed.fixture.ts';

const CARD = '4242424242424242';
const DAY = 86_400;

let ground: StripeGround;
beforeAll(async () => {
  ground = await openStripeGround({ delays: { debit: 2 * DAY * 1000 } });
});
afterAll(() => ground.stop());
afterEach(() => ground.line.repair());

const open = () => {
  const before = ground.line.crossed.length;
  const shop = openStripe(ground.line.url);
  /** Requests since then, as `POST /v1/refunds`, with their parameters. */
  const sent = () =>
    ground.line.crossed.slice(before).map(({ method, path, body }) => ({
      what: `${method} ${path.replace(/\?.*$/, '').replace(/(pi|seti|pm|cus|re)_\w+/, '$1')}`,
      params: new URLSearchParams(body),
    }));
  const stored = async (number = CARD): Promise<{ readonly reference: string }> => {
    const verified = await shop.gateway.verify(shop.request(shop.card(number)));
    if (verified.outcome !== 'succeeded') throw new Error(JSON.stringify(verified));
    return { reference: verified.method_reference };
  };
  return { ...shop, sent, stored };
};

const reason = (result: PaymentResult): string => ('error_code' in result ? result.error_code : result.outcome);

describe('a card', () => {
  test('is sent in one request, and its number nowhere else', async () => {
    const { gateway, card, pay, sent } = open();
    const paid = await gateway.purchase(pay(card(CARD, '987'), 1999));
    expect(sent().map(({ what }) => what)).toEqual([
      'POST /v1/customers',
      'POST /v1/payment_methods',
      'POST /v1/payment_intents',
      'POST /v1/payment_intents/pi/confirm',
    ]);
    const [, method] = sent();
    expect(method?.params.get('card[number]')).toBe(CARD);
    expect(method?.params.get('card[cvc]')).toBe('987');
    const others = [...sent().filter((one) => one !== method && !one.what.endsWith('payment_methods')), paid];
    expect(JSON.stringify(others.map((one) => ('params' in one ? String(one.params) : one)))).not.toMatch(
      // The code as a whole value: random identifiers may contain its digits.
      /4242424242|(?<![0-9a-f-])987(?![0-9a-f-])/i,
    );
  });

  test('has the charge that it made, also one that was declined', async () => {
    const { gateway, card, pay } = open();
    const charge = { charge_reference: expect.stringMatching(/^ch_\w+$/) };
    expect(await gateway.purchase(pay(card(CARD), 1999))).toMatchObject({ ...charge, three_d_secure: null });
    const declined = await gateway.purchase(pay(card('4000000000000002'), 1999));
    expect(declined).toMatchObject({ ...charge, outcome: 'declined' });
  });

  test('has the address of its holder, as far as it is known', async () => {
    const { gateway, card, pay, sent } = open();
    const unknown = { last_name: null, name_on_account: null, address1: null, address2: null, city: null };
    const known = { first_name: 'Ada', state: 'CA', zip: '94105', country: 'US', phone: '+1 415 555 0100' };
    const billing_address = { ...unknown, ...known };
    await gateway.purchase(pay(card(CARD), 1999, { billing_address }));
    const [customer, method] = sent();
    expect(customer?.params.get('name')).toBe('Ada');
    expect(Object.fromEntries([...(method?.params ?? [])].filter(([name]) => name.startsWith('billing')))).toEqual({
      'billing_details[name]': 'Ada',
      'billing_details[phone]': '+1 415 555 0100',
      'billing_details[address][state]': 'CA',
      'billing_details[address][postal_code]': '94105',
      'billing_details[address][country]': 'US',
    });
  });

  test.each([
    ['4000000000000002', 'declined', 'generic_decline', 'retry_later'],
    ['4000000000009995', 'insufficient_funds', 'insufficient_funds', 'retry_later'],
    ['4000000000009987', 'fraud_stolen_card', 'lost_card', 'do_not_retry'],
    ['4000000000009979', 'fraud_stolen_card', 'stolen_card', 'do_not_retry'],
    ['4000000000000069', 'expired_card', 'expired_card', 'update_details'],
    ['4000000000000127', 'fraud_security_code', 'incorrect_cvc', 'update_details'],
    ['4000000000000119', 'try_again', 'processing_error', 'retry_later'],
    ['4000000000006975', 'exceeds_daily_limit', 'card_velocity_exceeded', 'retry_later'],
  ])('%s is declined: %s', async (number, error_code, gateway_error_code, network_advice) => {
    const { gateway, card, pay, request } = open();
    const declined = { outcome: 'declined', error_code, gateway_error_code, network_advice };
    expect(await gateway.purchase(pay(card(number), 1999))).toMatchObject(declined);
    expect(await gateway.verify(request(card(number)))).toMatchObject({ outcome: 'declined', error_code });
  });

  test.each([
    ['4000000000000010', 'M', 'N', 'N', 'N'],
    ['4000000000000028', 'M', 'Z', 'N', 'Y'],
    ['4000000000000036', 'M', 'A', 'Y', 'N'],
    ['4000000000000044', 'M', 'U', null, null],
    ['4000000000000101', 'N', 'D', 'Y', 'Y'],
  ])('%s: security code %s, address %s', async (number, cvv, avs, avs_street, avs_postal) => {
    const { gateway, card, pay } = open();
    expect(await gateway.purchase(pay(card(number), 1999))).toMatchObject({
      cvv: { code: cvv },
      avs: { code: avs },
      avs_street,
      avs_postal,
    });
  });

  test('that Stripe blocks is declined as fraud', async () => {
    const { gateway, card, pay } = open();
    const blocked = await gateway.purchase(pay(card('4100000000000019'), 1999));
    expect(blocked).toMatchObject({ error_code: 'fraud_gateway', error_category: 'fraud', network_advice: null });
  });

  test('that is approved has an approval code, and is marked as a test', async () => {
    const { gateway, card, pay } = open();
    const paid = await gateway.purchase(pay(card(CARD), 1999));
    expect(paid).toMatchObject({ outcome: 'succeeded', approval_code: expect.stringMatching(/^\w+$/), test: true });
  });

  test('is declined where Stripe takes no card numbers from the account', async () => {
    const { gateway, card, pay } = open();
    ground.line.fail(({ path }) =>
      path === '/v1/payment_methods'
        ? {
            status: 402,
            error: {
              type: 'invalid_request_error',
              message: 'Sending credit card numbers directly to the Stripe API is generally unsafe.',
            },
          }
        : undefined,
    );
    expect(await gateway.purchase(pay(card(CARD), 1999))).toMatchObject({
      error_code: 'gateway_account_setup_incomplete',
      error_category: 'configuration',
    });
  });

  test('keeps out of every result what an error of Stripe repeats', async () => {
    const { gateway, card, pay } = open();
    const message = `Invalid card number ${CARD} or 4242 4242 4242 4242, key sk_test_0123456789, secret whsec_abcdef`;
    ground.line.fail(({ path }) =>
      path === '/v1/payment_methods' ? { status: 400, error: { type: 'invalid_request_error', message } } : undefined,
    );
    const declined = await gateway.purchase(pay(card(CARD), 1999));
    expect(declined).toMatchObject({
      error_code: 'api_error',
      message: 'Invalid card number [number] or [number], key [key], secret [key]',
    });
  });
});

describe('a stored card', () => {
  test('is charged in two requests, by the merchant without the customer', async () => {
    const { gateway, pay, stored, sent } = open();
    const method = await stored();
    const before = sent().length;
    const without = { initiator: 'merchant', return_url: null, merchant_reason_code: 'no_show' } as const;
    const renewed = await gateway.purchase(pay(method, 3000, without));
    expect(renewed).toMatchObject({ outcome: 'succeeded', method_reference: method.reference });
    const [create, confirm] = sent().slice(before);
    expect(create?.what).toBe('POST /v1/payment_intents');
    expect(create?.params.get('metadata[service_reason]')).toBe('no_show');
    expect(create?.params.has('setup_future_usage')).toBe(false);
    expect(confirm?.what).toBe('POST /v1/payment_intents/pi/confirm');
    expect(confirm?.params.get('off_session')).toBe('true');
    expect(confirm?.params.has('return_url')).toBe(false);
  });

  test('that the bank wants confirmed all the same needs the customer, and charges nothing', async () => {
    const { gateway, card, pay, request } = open();
    const number = '4000002760003184';
    const required = await gateway.verify(request(card(number)));
    if (required.outcome !== 'action_required') throw new Error(reason(required));
    await ground.decide(required.action_token, 'confirm');
    const method = { reference: required.method_reference };
    const kept = await gateway.verify(request(method, { confirmed_action: required.action_token }));
    expect(kept.outcome).toBe('succeeded');
    const renewal = await gateway.purchase(pay(method, 3000, { initiator: 'merchant', return_url: null }));
    expect(renewal).toMatchObject({
      outcome: 'action_required',
      error_code: 'three_d_secure_action_required',
      gateway_error_code: 'authentication_required',
      method_reference: method.reference,
    });
    const present = await gateway.purchase(pay(method, 3000));
    if (present.outcome !== 'action_required') throw new Error(reason(present));
    await ground.decide(present.action_token, 'confirm');
    const completed = pay(method, 3000, { confirmed_action: present.action_token });
    expect(reason(await gateway.purchase(completed))).toBe('succeeded');
  });

  test('that was set up with a challenge renews without one', async () => {
    const { gateway, card, pay } = open();
    const required = await gateway.purchase(pay(card('4000002500003155'), 3000));
    if (required.outcome !== 'action_required') throw new Error(reason(required));
    await ground.decide(required.action_token, 'confirm');
    const method = { reference: required.method_reference };
    const confirmed = pay(method, 3000, { confirmed_action: required.action_token });
    expect(reason(await gateway.purchase(confirmed))).toBe('succeeded');
    expect(reason(await gateway.purchase(pay(method, 3000, { initiator: 'merchant', return_url: null })))).toBe(
      'succeeded',
    );
  });

  describe('of two networks', () => {
    const DUAL = '5555552500001001';

    test.each([
      ['CartesBancaires', 'cartes_bancaires'],
      ['MasterCard', 'mastercard'],
      ['Visa', 'visa'],
      ['Dankort', null],
      [null, null],
    ] as const)('is stored with the preferred network %s', async (network_preference, sentAs) => {
      const { gateway, card, pay, sent } = open();
      const paid = await gateway.purchase(pay(card(DUAL), 1999, { network_preference }));
      expect(reason(paid)).toBe('succeeded');
      expect(sent()[1]?.params.get('card[networks][preferred]')).toBe(sentAs);
    });

    test('gets another before it pays', async () => {
      const { gateway, pay, stored, sent } = open();
      const method = await stored(DUAL);
      const before = sent().length;
      const changed = { ...method, changed: { month: 12, year: 2040 } };
      const preferring = pay(changed, 1999, { network_preference: 'MasterCard' });
      expect(reason(await gateway.purchase(preferring))).toBe('succeeded');
      expect(reason(await gateway.purchase(pay(changed, 1999)))).toBe('succeeded');
      expect(reason(await gateway.purchase(pay(method, 1999, { network_preference: 'Visa' })))).toBe('succeeded');
      const updates = sent()
        .slice(before)
        .filter(({ what }) => what === 'POST /v1/payment_methods/pm');
      expect(updates.map(({ params }) => params.get('card[networks][preferred]'))).toEqual(['mastercard', '']);
    });
  });

  test('gets another expiry before it is verified again', async () => {
    const { gateway, request, stored, sent } = open();
    const method = await stored();
    const before = sent().length;
    const verified = await gateway.verify(request({ ...method, changed: { month: 7, year: 2041 } }));
    expect(verified.outcome).toBe('succeeded');
    const [update] = sent().slice(before);
    expect(update?.what).toBe('POST /v1/payment_methods/pm');
    expect([update?.params.get('card[exp_month]'), update?.params.get('card[exp_year]')]).toEqual(['7', '2041']);
  });

  describe('is compared with a security code', () => {
    const checking = () => {
      const { gateway, request, stored, sent, vault } = open();
      const check = async (method: { readonly reference: string }, currency = 'USD') => {
        const judged = vault.presentCode(new Secret('861'));
        if (!('accepted' in judged)) throw new Error(JSON.stringify(judged));
        const asked = { ...request(method), currency };
        const before = [sent().length, ground.simulator.log().length];
        const result = await gateway.verify({ ...asked, method: { ...method, verification_value: judged.accepted } });
        return {
          result,
          sent: sent().slice(before[0]),
          moved: ground.simulator
            .log()
            .slice(before[1])
            .map(({ kind, amount }) => `${kind} ${amount}`),
        };
      };
      return { check, stored };
    };

    test('by an authorization that is canceled at once', async () => {
      const { check, stored } = checking();
      const { result, sent, moved } = await check(await stored());
      expect(result).toMatchObject({ outcome: 'succeeded', amount_in_cents: 0, cvv: { code: 'M' } });
      expect(moved).toEqual(['authorized 100', 'released 100']);
      expect(sent.map(({ what }) => what)).toEqual([
        'POST /v1/tokens',
        'POST /v1/payment_intents',
        'POST /v1/payment_intents/pi/cancel',
      ]);
      expect(sent.filter(({ params }) => String(params).includes('861')).map(({ what }) => what)).toEqual([
        'POST /v1/tokens',
      ]);
    });

    test.each([
      ['does not match', '4000000000000101', {}, 'fraud_security_code', 'N', ['authorized 100', 'released 100']],
      ['declines for its code', CARD, { decline_code: 'incorrect_cvc' }, 'fraud_security_code', 'N', []],
      ['declines', CARD, { decline_code: 'generic_decline' }, 'declined', null, []],
      ['has the customer confirm', CARD, { authentication: 'always' }, 'three_d_secure_authentication', null, []],
    ] as const)('of a card that %s', async (_, number, behaviour, error_code, code, movements) => {
      const { check, stored } = checking();
      const method = await stored(number);
      const [, payment_method = ''] = method.reference.split('/');
      if (number === CARD) ground.simulator.trigger({ type: 'card_behaviour', payment_method, ...behaviour });
      const { result, moved } = await check(method);
      expect(result).toMatchObject({ outcome: 'declined', error_code, amount_in_cents: 0 });
      expect(result.cvv?.code ?? null).toBe(code);
      expect(moved).toEqual(movements);
    });

    test('by an authorization that ends by itself where it could not be canceled', async () => {
      const { check, stored } = checking();
      const method = await stored();
      const error = { type: 'api_error', message: 'An unknown error occurred.' };
      ground.line.fail(({ path }) => (path.endsWith('/cancel') ? { status: 500, error } : undefined));
      const { result, moved } = await check(method);
      expect([result.outcome, moved]).toEqual(['succeeded', ['authorized 100']]);
      await ground.simulator.advance(7 * DAY * 1000);
      expect(ground.simulator.log().at(-1)).toMatchObject({ kind: 'released', amount: 100 });
    });

    test('in currencies whose smallest amount Stripe names', async () => {
      const { check, stored } = checking();
      const method = await stored();
      expect((await check(method, 'JPY')).moved).toEqual(['authorized 100', 'released 100']);
      expect(await check(method, 'KES')).toMatchObject({
        result: { outcome: 'declined', error_code: 'zero_dollar_auth_not_supported' },
        sent: [],
      });
      expect((await check({ reference: 'cus_1/ba_1/bank' })).result).toMatchObject({
        error_code: 'gateway_token_not_found',
      });
    });
  });

  test.each(['never-given', 'cus_1', 'pm_1', 'cus_1/pm_1/other', 'cus_1/pm_1; drop', 'test-approved-1'])(
    'with the reference %s is unknown, without a request or to Stripe',
    async (reference) => {
      const { gateway, pay } = open();
      expect(await gateway.purchase(pay({ reference }, 100))).toMatchObject({ error_code: 'gateway_token_not_found' });
    },
  );

  test('of another account at Stripe is unknown there', async () => {
    const { gateway, pay } = open();
    const elsewhere = { reference: 'cus_elsewhere/pm_elsewhere' };
    expect(await gateway.purchase(pay(elsewhere, 100))).toMatchObject({ error_code: 'gateway_token_not_found' });
  });
});

test('a card that a merchant enters for a customer is marked as an order by mail or telephone', async () => {
  const { gateway, card, pay, sent } = open();
  const paid = await gateway.purchase(pay(card('4000000000003220'), 1999, { initiator: 'merchant', return_url: null }));
  expect(reason(paid)).toBe('succeeded');
  const confirm = sent().at(-1);
  expect(confirm?.params.get('payment_method_options[card][moto]')).toBe('true');
  expect(confirm?.params.has('off_session')).toBe(false);
});

describe('a direct debit', () => {
  test.each([
    ['sepa', 'EUR', 'sepa_debit', '/sepa', { 'sepa_debit[iban]': 'DE89370400440532013000' }],
    [
      'bacs',
      'GBP',
      'bacs_debit',
      '/bacs',
      { 'bacs_debit[sort_code]': '108800', 'bacs_debit[account_number]': '00012345' },
    ],
    [
      'becs',
      'AUD',
      'au_becs_debit',
      '/becs',
      { 'au_becs_debit[bsb_number]': '000000', 'au_becs_debit[account_number]': '000123456' },
    ],
  ] as const)(
    'by %s is sent in one request, with holder and mandate',
    async (type, currency, named, ending, numbers) => {
      const { gateway, debit, request, pay, sent } = open();
      const verified = await gateway.verify(request(debit(type), { currency }));
      if (verified.outcome !== 'succeeded') throw new Error(JSON.stringify(verified));
      expect(verified.method_reference).toMatch(new RegExp(`^cus_\\w+/pm_\\w+${ending}$`));
      const [, method, , confirmation] = sent();
      expect(Object.fromEntries(method?.params ?? [])).toMatchObject({
        type: named,
        'billing_details[name]': 'Ada Lovelace',
        'billing_details[email]': 'ada@example.com',
        ...numbers,
      });
      expect(confirmation?.params.get('mandate_data[customer_acceptance][type]')).toBe('offline');
      const { method_reference: reference } = verified;
      const before = sent().length;
      const paid = await gateway.purchase(pay({ reference }, 2500, { currency, initiator: 'merchant' }));
      expect(paid).toMatchObject({ outcome: 'pending', method_reference: reference });
      const later = sent()
        .slice(before)
        .map(({ params }) => String(params));
      expect(later.join()).not.toContain('mandate_data');
      const others = sent().flatMap(({ params }, index) => (index === 1 ? [] : [String(params)]));
      const whole = Object.values(numbers).filter((number) => number.length >= 8);
      for (const number of whole) expect(others.join('\n')).not.toContain(number);
    },
  );

  test('without the holder’s email address is declined, and Stripe says what is missing', async () => {
    const { gateway, debit, request, pay } = open();
    const unnamed = { currency: 'EUR', email: null };
    for (const result of [
      await gateway.verify(request(debit('sepa'), unnamed)),
      await gateway.purchase(pay(debit('sepa'), 2500, unnamed)),
    ]) {
      expect(result).toMatchObject({ outcome: 'declined', error_code: 'declined_missing_data' });
      expect(result.message).toContain('billing_details[email]');
    }
  });

  test('is made, and shows no reference, where the mandate cannot be read', async () => {
    const { gateway, debit, pay } = open();
    ground.line.fail(({ path }) =>
      path.startsWith('/v1/mandates') ? { status: 500, error: { type: 'api_error', message: 'No' } } : undefined,
    );
    const paid = await gateway.purchase(pay(debit('sepa'), 2500, { currency: 'EUR' }));
    expect(paid.outcome).toBe('pending');
    expect(paid).not.toHaveProperty('mandate_reference');
  });

  test('that the bank does not pay is returned', async () => {
    const { gateway, present, pay, find } = open();
    const iban = new Secret('DE62370400440532013001');
    const paid = await gateway.purchase(pay(present({ type: 'sepa', iban }), 2500, { currency: 'EUR' }));
    await ground.simulator.advance(3 * DAY * 1000);
    const found = await find({ reference: paid.reference ?? '' });
    expect(found).toMatchObject({ outcome: 'found', settlement: 'returned', result: { error_code: 'ach_return' } });
  });
});

describe('a bank account', () => {
  test('is debited under the customer’s mandate, and again without one', async () => {
    const { gateway, account, pay, sent } = open();
    const debit = await gateway.purchase(pay(account('000123456789'), 5000));
    expect(debit).toMatchObject({ outcome: 'pending', method_reference: expect.stringMatching(/\/bank$/) });
    expect(sent().at(-1)?.params.get('mandate_data[customer_acceptance][type]')).toBe('offline');
    if (debit.outcome !== 'pending') return;
    const method = { reference: debit.method_reference };
    const renewal = await gateway.purchase(pay(method, 5000, { initiator: 'merchant', return_url: null }));
    expect(reason(renewal)).toBe('pending');
    expect([...(sent().at(-1)?.params.keys() ?? [])].join()).not.toContain('mandate');
  });

  test.each([
    ['000111111116', 'returned'],
    ['000111111113', 'returned'],
    ['000222222227', 'returned'],
    ['000123456789', 'settled'],
    ['000555555559', 'charged_back'],
  ])('%s: the debit is %s', async (number, settlement) => {
    const { gateway, account, pay, find } = open();
    const debit = await gateway.purchase(pay(account(number), 5000));
    expect(await find({ reference: debit.reference ?? '' })).toMatchObject({ settlement: 'processing' });
    await ground.simulator.advance(30 * DAY * 1000);
    expect(await find({ reference: debit.reference ?? '' })).toMatchObject({ outcome: 'found', settlement });
  });

  test('is declined where Stripe insists on microdeposits', async () => {
    const { gateway, account, pay, request } = open();
    ground.line.fail(({ path }) =>
      path.endsWith('/confirm')
        ? {
            status: 400,
            error: {
              type: 'invalid_request_error',
              param: 'payment_method_options[us_bank_account][verification_method]',
              message: 'Invalid verification_method.',
            },
          }
        : undefined,
    );
    const declined = { outcome: 'declined', error_code: 'ach_transactions_not_supported' };
    expect(await gateway.purchase(pay(account('000123456789'), 5000))).toMatchObject(declined);
    expect(await gateway.verify(request(account('000123456789')))).toMatchObject(declined);
  });
});

test.each([
  ['USD', 1999, '1999'],
  ['JPY', 500, '500'],
  ['ISK', 500, '50000'],
])('%s: %i is sent as %s and comes back', async (currency, amount, sentAs) => {
  const { gateway, card, pay, find, about, sent } = open();
  const request = pay(card(CARD), amount, { currency });
  const paid = await gateway.purchase(request);
  expect(paid).toMatchObject({ outcome: 'succeeded', amount_in_cents: amount });
  expect(
    sent()
      .find(({ what }) => what === 'POST /v1/payment_intents')
      ?.params.get('amount'),
  ).toBe(sentAs);
  expect(await find({ key: request.key })).toMatchObject({ currency, result: { amount_in_cents: amount } });
  expect(await gateway.refund(about(paid, amount, { currency }))).toMatchObject({ amount_in_cents: amount });
});

test.each([
  ['Example Inc. & Co', 'Example In'],
  ['Acme', 'Acme'],
  ['1234', null],
  ['"*<>', null],
])('the statement of “%s” shows %s', async (descriptor, suffix) => {
  const { gateway, card, pay, sent } = open();
  await gateway.purchase(pay(card(CARD), 1999, { descriptor }));
  const create = sent().find(({ what }) => what === 'POST /v1/payment_intents');
  expect(create?.params.get('statement_descriptor_suffix')).toBe(suffix);
});

test('accounts take the currencies that they are restricted to, and no wallet', () => {
  const { gateway, site } = openStripe(ground.line.url, ['EUR', 'USD']);
  expect([...gateway.currencies('credit_card')].sort()).toEqual(['EUR', 'USD']);
  expect([...gateway.currencies('bank_account')]).toEqual(['USD']);
  expect(gateway.currencies('paypal').size).toBe(0);
  expect([gateway.serves(site, 'credit_card'), gateway.serves(site, 'paypal')]).toEqual([true, false]);
});

test('an authorization is voided, or captured and then refunded on its day', async () => {
  const { gateway, card, pay, about } = open();
  const released = await gateway.authorize(pay(card(CARD), 1000));
  expect(reason(await gateway.void(about(released, 1000)))).toBe('succeeded');
  const captured = await gateway.authorize(pay(card(CARD), 1000));
  const later = START + 3 * DAY;
  await gateway.capture(about(captured, 1000, { at: later }));
  // The day of the capture counts, not that of the authorization.
  expect(await gateway.void(about(captured, 1000, { at: later + 60 }))).toMatchObject({
    outcome: 'succeeded',
    reference: expect.stringMatching(/^re_/),
  });
});

test('a refund that is decided later is pending, and its settlement is looked up', async () => {
  const { gateway, card, pay, about, find } = open();
  const paid = await gateway.purchase(pay(card('4000000000007726'), 1000));
  const refund = about(paid, 1000);
  expect(reason(await gateway.refund(refund))).toBe('pending');
  const state = async () => {
    const found = await find({ key: refund.key });
    return found.outcome === 'found' ? found.settlement : found.outcome;
  };
  expect(await state()).toBe('processing');
  await ground.simulator.advance(DAY * 1000);
  expect(await state()).toBe('settled');
});

test('an undone verification keeps no card, and one that never was is not found', async () => {
  const { gateway, card, request, about, pay } = open();
  const verified = await gateway.verify(request(card(CARD)));
  if (verified.outcome !== 'succeeded') throw new Error(reason(verified));
  expect(reason(await gateway.void(about(verified, 0)))).toBe('succeeded');
  const charged = await gateway.purchase(pay({ reference: verified.method_reference }, 100));
  expect(charged.outcome).toBe('declined');
  expect(reason(await gateway.void(about({ reference: 'seti_unknown' }, 0)))).toBe('transaction_not_found');
});

test('every request and answer above is as Stripe describes it', async () => {
  expect(await undescribed(ground.line)).toEqual([]);
});
