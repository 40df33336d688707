import { expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

onBothEngines('gift cards', (service) => {
  const post = (path: string, body: string) => service().api('POST', path, body);
  const get = async (path: string) => (await service().api('GET', path)).xml;
  const card = async (fields = {}) =>
    `<billing_info><token_id>${await service().token(fields)}</token_id></billing_info>`;
  const BY_MAIL = '<method>email</method><email_address>friend@example.com</email_address>';
  const wanted = (gifter: string, info: string, delivery = BY_MAIL) =>
    `<gift_card><gifter_account><account_code>${gifter}</account_code>${info}</gifter_account><product_code>tideline</product_code>` +
    `<unit_amount_in_cents>5000</unit_amount_in_cents><currency>USD</currency><delivery>${delivery}</delivery></gift_card>`;
  const buy = async (gifter: string) => {
    const bought = await post('/v2/gift_cards', wanted(gifter, await card({ country: 'US', postal_code: '94105' })));
    expect(bought.status, bought.text).toBe(201);
    return bought;
  };
  const redeem = (code: string, account: string) =>
    post(
      `/v2/gift_cards/${code}/redeem`,
      `<recipient_account><account_code>${account}</account_code></recipient_account>`,
    );
  const openAccount = async () => {
    const code = fresh('friend');
    await post('/v2/accounts', `<account><account_code>${code}</account_code></account>`);
    return code;
  };

  it('are bought by a new customer without tax and delivered to the recipient', async () => {
    const gifter = fresh('gifter');
    const bought = await buy(gifter);
    expect(textOf(bought.xml, 'redemption_code')).toMatch(/^[A-Z0-9]{16}$/);
    expect(within(bought.xml, 'balance_in_cents')?.attributes.get('nil')).toBe('nil');
    const invoice = await get(new URL(within(bought.xml, 'purchase_invoice')?.attributes.get('href') ?? '').pathname);
    expect(['state', 'tax_in_cents', 'total_in_cents', 'origin'].map((name) => textOf(invoice, name))).toEqual([
      'paid',
      '0',
      '5000',
      'purchase',
    ]);
    expect(bought.headers.get('location')).toBe(bought.xml?.attributes.get('href'));
  });

  it('are bought by clients that opt out of the tax service, from version 2.29 on', async () => {
    const sent = async (version: string, value = 'true') => {
      const info = await card({ country: 'US', postal_code: '94105' });
      const element = `<tax_service_opt_out>${value}</tax_service_opt_out></gift_card>`;
      const body = wanted(fresh('gifter'), info).replace('</gift_card>', element);
      return service().api('POST', '/v2/gift_cards', body, { 'X-Api-Version': version });
    };
    const bought = await sent('2.29');
    expect([bought.status, within(bought.xml, 'tax_service_opt_out')], bought.text).toEqual([201, undefined]);
    const older = await sent('2.28');
    expect([older.status, textOf(older.xml, 'symbol')]).toEqual([400, 'invalid_xml']);
    expect(findings((await sent('2.29', 'perhaps')).xml)).toEqual(['gift_card.tax_service_opt_out inclusion']);
  });

  it('create neither a card nor a gifter account when the payment is declined', async () => {
    const gifter = fresh('broke');
    const refused = await post('/v2/gift_cards', wanted(gifter, await card({ number: '4000000000000002' })));
    expect([refused.status, textOf(refused.xml, 'transaction_error', 'error_code')]).toEqual([422, 'declined']);
    expect((await service().api('GET', `/v2/accounts/${gifter}`)).status).toBe(404);
    expect((await get(`/v2/gift_cards?gifter_account_code=${gifter}`))?.children).toEqual([]);
  });

  it('name the missing fields', async () => {
    const wrong = await post('/v2/gift_cards', wanted(fresh('vague'), '', '<method>email</method>'));
    expect(findings(wrong.xml)).toContain('gift_card.delivery.email_address blank');
  });

  it('are redeemed once and add their value to the account as credit', async () => {
    const bought = await buy(fresh('gifter'));
    const code = (textOf(bought.xml, 'redemption_code') ?? '').toLowerCase();
    const friend = await openAccount();
    const redeemed = await redeem(code, friend);
    expect(redeemed.status, redeemed.text).toBe(201);
    expect(textOf(redeemed.xml, 'balance_in_cents')).toBe('5000');
    expect(textOf(await get(`/v2/accounts/${friend}/balance`), 'balance_in_cents', 'USD')).toBe('-5000');
    const again = await redeem(code, friend);
    expect([again.status, textOf(again.xml, 'symbol')]).toEqual([400, 'bad_request']);
    expect(textOf(again.xml, 'description')).toMatch(/ Send the code of another one\.$/);

    const charge =
      '<adjustments><adjustment><unit_amount_in_cents>1500</unit_amount_in_cents></adjustment></adjustments>';
    const sold = await post(
      '/v2/purchases',
      `<purchase><account><account_code>${friend}</account_code></account><currency>USD</currency>${charge}</purchase>`,
    );
    expect(sold.status, sold.text).toBe(200);
    const href = new URL(redeemed.headers.get('location') ?? '').pathname;
    expect(textOf(await get(href), 'balance_in_cents')).toBe('3500');
  });

  it('go to one account when ten redeem at once', async () => {
    const bought = await buy(fresh('gifter'));
    const code = textOf(bought.xml, 'redemption_code') ?? '';
    const friends = await Promise.all(Array.from({ length: 10 }, openAccount));
    const answers = await Promise.all(friends.map((friend) => redeem(code, friend)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ xml }) => textOf(xml, 'symbol')))).toEqual(
      new Set(['bad_request']),
    );
  });

  it('cannot be bought with gift card credit', async () => {
    const friend = await openAccount();
    await redeem(textOf((await buy(fresh('gifter'))).xml, 'redemption_code') ?? '', friend);
    const refused = await post('/v2/gift_cards', wanted(friend, ''));
    expect(textOf(refused.xml, 'transaction_error', 'error_code')).toBe('no_billing_information');
  });

  it('are not redeemed for an unknown code or an unknown account', async () => {
    const unknownCode = await redeem('AAAABBBBCCCCDDDD', await openAccount());
    expect([unknownCode.status, textOf(unknownCode.xml, 'symbol')]).toEqual([400, 'bad_request']);
    const bought = await buy(fresh('gifter'));
    const unknownAccount = await redeem(textOf(bought.xml, 'redemption_code') ?? '', 'no-such-account');
    expect([unknownAccount.status, textOf(unknownAccount.xml, 'symbol')]).toEqual([400, 'bad_request']);
    expect(textOf(unknownAccount.xml, 'description')).toMatch(/^There is no account with this account_code\./);
  });
});
