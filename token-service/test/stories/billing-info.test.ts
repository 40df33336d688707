import { slugOf } from '@service/billing/values/card/issuer.ts';
import { expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { sharesOneToken } from './one-token.ts';

const DECLINED = '4000 0000 0000 0002';
const WRONG_CODE = '4000-0000-0000-0101';

onBothEngines('billing info', (service) => {
  const openAccount = async (inner = '') => {
    const code = fresh('payer');
    const answer = await service().api(
      'POST',
      '/v2/accounts',
      `<account><account_code>${code}</account_code>${inner}</account>`,
    );
    expect(answer.status, answer.text).toBe(201);
    return code;
  };
  const path = (code: string) => `/v2/accounts/${code}/billing_info`;
  const put = (code: string, inner: string, method = 'PUT') =>
    service().api(method, path(code), `<billing_info>${inner}</billing_info>`);
  const withToken = async (code: string, fields: Record<string, string> = {}) =>
    put(code, `<token_id>${await service().token(fields)}</token_id>`);
  const raw = (number: string, extra = '') =>
    `<first_name>Ada</first_name><last_name>Lovelace</last_name><number>${number}</number><month>1</month><year>2030</year>${extra}`;
  const show = (code: string) => service().api('GET', path(code));

  it('stores the payment method of a token, once', async () => {
    const code = await openAccount();
    expect((await show(code)).status).toBe(404);

    const token = await service().token({ address1: '1 Main St', postal_code: 'SW1A 1AA', country: 'GB' });
    const stored = await put(code, `<token_id>${token}</token_id>`);
    expect(stored.status, stored.text).toBe(201);
    expect(stored.headers.get('location')).toBe(`${service().apiUrl}${path(code)}`);
    expect(stored.xml?.attributes.get('type')).toBe('credit_card');
    const { xml } = await show(code);
    expect(xml).toEqual(stored.xml);
    expect(
      ['first_name', 'card_type', 'first_six', 'last_four', 'month', 'year', 'zip'].map((name) => textOf(xml, name)),
    ).toEqual(['Ada', 'Visa', '411111', '1111', '12', '2030', 'SW1A 1AA']);
    expect(within(xml, 'first_six')?.attributes.has('type')).toBe(false);
    expect(within(xml, 'year')?.attributes.get('type')).toBe('integer');

    const account = await service().api('GET', `/v2/accounts/${code}`);
    expect(within(account.xml, 'billing_info')?.attributes.get('href')).toBe(`${service().apiUrl}${path(code)}`);

    const again = await put(code, `<token_id>${token}</token_id>`);
    expect(again.status).toBe(404);
    expect(textOf(again.xml, 'symbol')).toBe('token_invalid');
  });

  it('accepts a token for 20 minutes and not a second longer', async () => {
    const code = await openAccount();
    const [early, late] = [await service().token(), await service().token()];
    service().clock.advance({ minutes: 19, seconds: 59 });
    expect((await put(code, `<token_id>${early}</token_id>`)).status).toBe(201);
    service().clock.advance({ seconds: 1 });
    expect((await put(code, `<token_id>${late}</token_id>`)).status).toBe(404);
  });

  it('accepts a currency next to a token and no other field', async () => {
    const code = await openAccount();
    const token = await service().token();
    const crowded = await put(code, `<token_id>${token}</token_id><first_name>Ada</first_name>`);
    expect(crowded.status).toBe(400);
    expect(textOf(crowded.xml, 'symbol')).toBe('billing_info_invalid');
    expect((await put(code, `<token_id>${token}</token_id><currency>USD</currency>`)).status).toBe(201);
  });

  it('keeps a token valid when the request is rejected before a gateway is called', async () => {
    const code = await openAccount();
    const token = await service().token();
    const taken = await service().api(
      'POST',
      '/v2/accounts',
      `<account><account_code>${code}</account_code><billing_info><token_id>${token}</token_id></billing_info></account>`,
    );
    expect(findings(taken.xml)).toEqual(['account.account_code taken']);
    expect(
      (
        await service().api(
          'PUT',
          path('no-such-account'),
          `<billing_info><token_id>${token}</token_id></billing_info>`,
        )
      ).status,
    ).toBe(404);
    expect((await put(code, `<token_id>${token}</token_id>`)).status).toBe(201);
  });

  it('accepts raw card data and returns only a masked description', async () => {
    const code = await openAccount();
    const stored = await put(code, raw('5555-5555-5555-4444', '<verification_value>987</verification_value>'), 'POST');
    expect(stored.status, stored.text).toBe(201);
    expect(textOf(stored.xml, 'card_type')).toBe('MasterCard');
    expect(stored.text).not.toMatch(/5555555555554444|5555-5555/);
    // Three digits may occur in a URL by chance: in the port, or in the account code.
    expect(stored.text.replaceAll(/ href="[^"]*"/g, '')).not.toContain('987');
  });

  it('accepts raw bank account data and returns only a masked description', async () => {
    const code = await openAccount();
    const bank =
      '<name_on_account>Ada Lovelace</name_on_account><routing_number>123456780</routing_number><account_number>111111111</account_number><account_type>checking</account_type>';
    const stored = await put(code, bank);
    expect(stored.status, stored.text).toBe(201);
    expect(stored.xml?.attributes.get('type')).toBe('bank_account');
    expect(textOf(stored.xml, 'last_four')).toBe('1111');
    expect(within(stored.xml, 'card_type')).toBeUndefined();
    expect(stored.text).not.toContain('111111111');
    const wrong = await put(code, bank.replace('123456780', '123456789').replace('checking', 'piggy'));
    expect(findings(wrong.xml).sort()).toEqual([
      'billing_info.account_type inclusion',
      'billing_info.routing_number invalid',
    ]);
    expect(wrong.text).toContain('>is not included in the list: checking, savings</error>');
  });

  it('reports what is wrong with a card once, although several rules find it', async () => {
    const code = await openAccount();
    const wrong = await put(code, raw('4242').replace('<month>1<', '<month>13<').replace('2030', '1999'));
    expect(wrong.status).toBe(422);
    expect(findings(wrong.xml).sort()).toEqual([
      'billing_info.month inclusion',
      'billing_info.number invalid',
      'billing_info.year expired',
    ]);
    expect(wrong.text).toContain('>is not included in the list: 1 to 12</error>');
  });

  it.each([
    [raw('4111111111111112'), ['billing_info.number invalid']],
    [raw('4111111111111111').replace('<year>2030', '<year>2020'), ['billing_info.year expired']],
    [raw('4111111111111111').replace('<month>1<', '<month>13<'), ['billing_info.month']],
    [raw('4111111111111111').replace('<last_name>Lovelace</last_name>', ''), ['billing_info.last_name blank']],
    ['<first_name>Ada</first_name>', ['billing_info.number blank']],
  ])('reports validation errors for %s', async (inner, expected) => {
    const code = await openAccount();
    const refused = await put(code, inner);
    expect(refused.status).toBe(422);
    expect(findings(refused.xml).map((finding, index) => finding.slice(0, expected[index]?.length))).toEqual(expected);
    expect((await show(code)).status).toBe(404);
  });

  it('explains a declined card, records the transaction and keeps the old card on file', async () => {
    const code = await openAccount();
    await withToken(code);
    const declined = await withToken(code, { number: DECLINED });

    expect(declined.status).toBe(422);
    expect(declined.xml?.name).toBe('errors');
    expect(declined.xml?.children.map(({ name }) => name)).toEqual(['transaction_error', 'error', 'transaction']);
    expect(textOf(declined.xml, 'transaction_error', 'error_code')).toBe('declined');
    expect(textOf(declined.xml, 'transaction_error', 'error_category')).toBe('soft');
    expect(textOf(declined.xml, 'transaction_error', 'customer_message')).toMatch(/card/);
    const error = within(declined.xml, 'error');
    expect(error?.attributes.get('field')).toBe('transaction.account.billing_info.number');
    expect(error?.attributes.get('lang')).toBe('en-US');
    expect(textOf(declined.xml, 'transaction', 'status')).toBe('declined');
    expect(textOf(declined.xml, 'transaction', 'details', 'account', 'billing_info', 'last_four')).toBe('0002');

    expect(textOf((await show(code)).xml, 'last_four')).toBe('1111');
    const uuid = textOf(declined.xml, 'transaction', 'uuid');
    const looked = await service().api('GET', `/v2/transactions/${uuid}`);
    expect(textOf(looked.xml, 'status')).toBe('failed');
    expect(textOf(looked.xml, 'action')).toBe('verify');
    const list = await service().api('GET', `/v2/accounts/${code}/transactions?state=failed&type=authorization`);
    expect(list.xml?.children.map((one) => textOf(one, 'uuid'))).toEqual([uuid]);
  });

  it('reports a wrong security code on the security code field', async () => {
    const declined = await withToken(await openAccount(), { number: WRONG_CODE });
    const error = within(declined.xml, 'error');
    expect(error?.attributes.get('field')).toBe('transaction.account.billing_info.verification_value');
    expect(error?.attributes.get('symbol')).toBe('declined_bad');
    expect(error?.text).toBe('did not match');
    expect(textOf(declined.xml, 'transaction_error', 'error_code')).toBe('fraud_security_code');
  });

  it('opens no account when the sign-up card is declined; the transaction names the account without linking to it', async () => {
    const code = fresh('signup');
    const token = await service().token({ number: DECLINED });
    const declined = await service().api(
      'POST',
      '/v2/accounts',
      `<account><account_code>${code}</account_code><billing_info><token_id>${token}</token_id></billing_info></account>`,
    );
    expect(declined.status).toBe(422);
    expect((await service().api('GET', `/v2/accounts/${code}`)).status).toBe(404);
    const { xml } = await service().api('GET', `/v2/transactions/${textOf(declined.xml, 'transaction', 'uuid')}`);
    expect(within(xml, 'account')).toBeUndefined();
    expect(textOf(xml, 'details', 'account', 'account_code')).toBe(code);
  });

  it('opens and updates an account together with its card', async () => {
    const code = await openAccount(`<billing_info><token_id>${await service().token()}</token_id></billing_info>`);
    expect(textOf((await show(code)).xml, 'last_four')).toBe('1111');
    const next = await service().token({ number: '5555555555554444' });
    const changed = await service().api(
      'PUT',
      `/v2/accounts/${code}`,
      `<account><first_name>Grace</first_name><billing_info><token_id>${next}</token_id></billing_info></account>`,
    );
    expect(changed.status, changed.text).toBe(200);
    expect(textOf((await show(code)).xml, 'last_four')).toBe('4444');
  });

  it('changes a name or an address without calling the gateway, but verifies a new expiry', async () => {
    const code = await openAccount();
    await withToken(code);
    const before = service().gatewayCalls.length;
    const moved = await put(code, '<city>Paris</city>');
    expect(moved.status).toBe(200);
    expect(textOf(moved.xml, 'city')).toBe('Paris');
    expect(textOf(moved.xml, 'last_four')).toBe('1111');
    expect(service().gatewayCalls.length).toBe(before);
    const renewed = await put(code, '<month>11</month><year>2031</year>');
    expect(textOf(renewed.xml, 'year')).toBe('2031');
    expect(service().gatewayCalls.length).toBe(before + 1);
  });

  it('updates the account’s timestamp when billing info changes', async () => {
    const code = await openAccount();
    service().clock.advance({ minutes: 5 });
    await withToken(code);
    const { xml } = await service().api('GET', `/v2/accounts/${code}`);
    expect(textOf(xml, 'updated_at')).not.toBe(textOf(xml, 'created_at'));
  });

  it('is deleted by DELETE and when the account is closed', async () => {
    const code = await openAccount();
    await withToken(code);
    expect((await service().api('DELETE', path(code))).status).toBe(204);
    expect((await service().api('DELETE', path(code))).status).toBe(404);
    await withToken(code);
    await service().api('DELETE', `/v2/accounts/${code}`);
    expect((await show(code)).status).toBe(404);
  });

  it('is rejected for a closed account', async () => {
    const code = await openAccount();
    await service().api('DELETE', `/v2/accounts/${code}`);
    const refused = await withToken(code);
    expect(refused.status).toBe(422);
    expect(textOf(refused.xml, 'symbol')).toBe('account_closed');
  });

  it('reads card_type from 2.15 on, and ignores it in versions that only show it', async () => {
    const code = await openAccount();
    const body = `<billing_info>${raw('4111111111111111', '<card_type>no card</card_type>')}</billing_info>`;
    const post = (version: string) => service().api('POST', path(code), body, { 'X-Api-Version': version });
    const older = await post('2.14');
    expect([older.status, textOf(older.xml, 'card_type')]).toEqual([201, 'Visa']);
    expect(findings((await post('2.15')).xml)).toEqual(['billing_info.card_type inclusion']);
  });

  it('stores card_type in its display form, whatever its spelling, and refuses one that is none', async () => {
    const spellings = {
      american_express: 'American Express',
      'diners club': 'Diners Club',
      LASER: 'Laser',
      elo: 'Elo',
    };
    for (const [written, stored] of Object.entries(spellings)) {
      // A number of no known brand.
      const created = await put(
        await openAccount(),
        raw('9792030394440796', `<card_type>${written}</card_type>`),
        'POST',
      );
      expect(created.status, created.text).toBe(201);
      expect(textOf(created.xml, 'card_type')).toBe(stored);
    }
    const refused = await put(await openAccount(), raw('4111111111111111', '<card_type>bogus</card_type>'), 'POST');
    expect(refused.status).toBe(422);
    expect(findings(refused.xml)).toEqual(['billing_info.card_type inclusion']);
  });

  it.each([
    ['4514161111111119', 'elo', 'Elo'],
    ['5091516900129341', 'elo', 'Elo'],
    ['6363680000000007', 'elo', 'Elo'],
    ['627781000000008', 'maestro', 'Maestro'],
    ['6010999000000008', 'maestro', 'Maestro'],
    ['6200000000000005', 'union_pay', 'UnionPay'],
    ['6062820000000003', 'hipercard', 'Hipercard'],
    ['5895620000000002', 'tarjeta_naranja', 'Tarjeta Naranja'],
    ['3530111333300000', 'jcb', 'JCB'],
    ['5555555555554444', 'master', 'MasterCard'],
    ['9792030394440796', 'unknown', 'Unknown'],
  ])('%s is of the brand %s in the browser, and %s in billing info', async (number, brand, cardType) => {
    expect(slugOf(number)).toBe(brand);
    const stored = await put(await openAccount(), raw(number), 'POST');
    expect(stored.status, stored.text).toBe(201);
    expect(textOf(stored.xml, 'card_type')).toBe(cardType);
  });

  it('verifies a security code against the card on file and limits the attempts', async () => {
    const code = await openAccount();
    await withToken(code);
    const check = (value: string) =>
      service().api(
        'POST',
        `${path(code)}/verify_cvv`,
        `<billing_info><verification_value>${value}</verification_value></billing_info>`,
      );
    expect((await check('123')).status).toBe(200);
    const wrong = await check('000');
    expect(wrong.status).toBe(422);
    expect(textOf(wrong.xml, 'transaction_error', 'error_code')).toBe('fraud_security_code');
    expect(findings((await check('12x')).xml)).toEqual(['billing_info.verification_value invalid']);

    let status = 0;
    for (let guess = 0; guess < 21 && status !== 400; guess += 1) status = (await check('000')).status;
    expect(status).toBe(400);
    service().clock.advance({ hours: 2 });
    expect((await check('123')).status).toBe(200);
  });

  it('checks a card in the currency that the customer pays in', async () => {
    const currencyOf = async (code: string): Promise<string | undefined> => {
      const { xml } = await service().api('GET', `/v2/accounts/${code}/transactions`);
      const checks = (xml?.children ?? []).filter((one) => textOf(one, 'action') === 'verify');
      return textOf(checks[0], 'currency');
    };
    const buy = async (currency: string, terms = '') => {
      const code = fresh('payer');
      const bought = await service().api(
        'POST',
        '/v2/purchases',
        `<purchase><account><account_code>${code}</account_code><billing_info><token_id>${await service().token()}</token_id></billing_info></account>` +
          `<currency>${currency}</currency><subscriptions><subscription><plan_code>tideline</plan_code>${terms}</subscription></subscriptions></purchase>`,
      );
      expect(bought.status, bought.text).toBeLessThan(300);
      return code;
    };
    // What starts later takes nothing yet, so its card is checked.
    expect(await currencyOf(await buy('EUR', '<starts_at>2027-06-10T00:00:00Z</starts_at>'))).toBe('EUR');
    const payer = await buy('EUR');
    await withToken(payer, { number: '5555 5555 5555 4444' });
    expect(await currencyOf(payer)).toBe('EUR');
    const newcomer = await openAccount();
    await withToken(newcomer);
    expect(await currencyOf(newcomer)).toBe('USD');
  });

  it('verifies the card on file at its gateway, without a body or with a gateway', async () => {
    const code = await openAccount();
    expect((await service().api('POST', `${path(code)}/verify`)).status).toBe(404);
    await withToken(code);
    const verified = await service().api('POST', `${path(code)}/verify`);
    expect(verified.status, verified.text).toBe(200);
    expect(['action', 'source', 'status', 'amount_in_cents'].map((name) => textOf(verified.xml, name))).toEqual([
      'verify',
      'billing_info',
      'success',
      '0',
    ]);
    const found = await service().api('GET', `/v2/transactions/${textOf(verified.xml, 'uuid')}`);
    expect(found.status).toBe(200);

    const key = { 'Idempotency-Key': fresh('verify') };
    const named = '<verify><gateway_code>test</gateway_code></verify>';
    const answers = [];
    for (let times = 0; times < 2; times += 1) {
      answers.push(await service().api('POST', `${path(code)}/verify`, named, key));
    }
    expect(answers[0]?.status, answers[0]?.text).toBe(200);
    expect(answers[1]?.text).toBe(answers[0]?.text);
    const unknown = '<verify><gateway_code>missing</gateway_code></verify>';
    expect(findings((await service().api('POST', `${path(code)}/verify`, unknown)).xml)).toEqual([
      'verify.gateway_code not_found',
    ]);
    const payments = (await service().api('GET', `/v2/accounts/${code}/transactions`)).xml?.children;
    // One check when the card was stored, and two afterwards.
    expect(payments).toHaveLength(3);
  });

  it('that a bank no longer accepts is declined when it is verified, and stays on file', async () => {
    const code = await openAccount();
    await withToken(code);
    const site = await service().service.opened.sites.find('demo');
    const { storage } = service().service.opened;
    const { accounts, paymentMethods } = storage.of(site?.id ?? '');
    const held = await paymentMethods.primary((await accounts.find(code))?.id ?? '');
    if (!held) throw new Error('no billing info');
    // The bank has blocked the card since it was stored.
    await paymentMethods.save({ ...held, reference: held.reference.replace('test-approved-', 'test-declined-') });
    const declined = await service().api('POST', `${path(code)}/verify`);
    expect(declined.status).toBe(422);
    expect(textOf(declined.xml, 'transaction_error', 'error_code')).toBe('declined');
    expect((await service().api('GET', path(code))).status).toBe(200);
  });
});

/** `one-token.long.ts` runs a hundred rounds. */
sharesOneToken(5);
