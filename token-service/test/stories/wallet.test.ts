import { expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

onBothEngines('wallets', (service) => {
  const openAccount = async () => {
    const code = fresh('payer');
    await service().api('POST', '/v2/accounts', `<account><account_code>${code}</account_code></account>`);
    return code;
  };
  const path = (code: string) => `/v2/accounts/${code}/billing_info`;
  const put = (code: string, inner: string, version = '2.19') =>
    service().api('PUT', path(code), `<billing_info>${inner}</billing_info>`, { 'X-Api-Version': version });
  const tokenOf = async (buyer: string) => `<token_id>${(await service().agree(buyer)).id}</token_id>`;
  const transactionsOf = async (code: string) =>
    (await service().api('GET', `/v2/accounts/${code}/transactions`)).xml?.children ?? [];
  const CARD = '<number>4111111111111111</number><month>1</month><year>2030</year>';
  const AGREEMENT = '<paypal_billing_agreement_id>B-approved-1a2B3c</paypal_billing_agreement_id>';

  it('become the billing info of an account, without any card data', async () => {
    const code = await openAccount();
    const token = await tokenOf('ada');
    const stored = await put(code, token);
    expect(stored.status, stored.text).toBe(201);
    expect(stored.xml?.attributes.get('type')).toBe('paypal');
    expect(stored.xml?.children.map(({ name }) => name)).toEqual([
      'account',
      'first_name',
      'last_name',
      'company',
      'address1',
      'address2',
      'city',
      'state',
      'zip',
      'country',
      'phone',
      'vat_number',
      'ip_address',
      'ip_address_country',
      'paypal_billing_agreement_id',
      'updated_at',
      'gateway_code',
      'gateway_token',
    ]);
    expect(textOf(stored.xml, 'paypal_billing_agreement_id')).toMatch(/^B-approved-\w{17}$/);
    expect(['first_name', 'last_name', 'country'].map((name) => textOf(stored.xml, name))).toEqual([
      'Ada',
      'Lovelace',
      'GB',
    ]);
    expect((await service().api('GET', path(code))).xml).toEqual(stored.xml);
    expect((await put(code, token)).status).toBe(404);
  });

  it('are verified like any other payment method, with a separate transaction type', async () => {
    const code = await openAccount();
    await put(code, await tokenOf('ada'));
    const [checked] = await transactionsOf(code);
    expect(checked?.attributes.get('type')).toBe('paypal');
    expect(
      ['action', 'status', 'payment_method', 'gateway_type', 'origin'].map((name) => textOf(checked, name)),
    ).toEqual(['verify', 'success', 'paypal', 'test', 'api_verify_card']);
    const details = within(checked, 'details', 'account', 'billing_info');
    expect(details?.attributes.get('type')).toBe('paypal');
    expect(textOf(details, 'last_name')).toBe('Lovelace');
    expect(['card_type', 'last_four', 'month'].map((name) => within(details, name))).toEqual(Array(3).fill(undefined));
    expect(textOf(checked, 'cvv_result')).toBe('');
  });

  it('explain a declined verification and keep the card on file', async () => {
    const code = await openAccount();
    await put(code, `<token_id>${await service().token()}</token_id>`);
    const token = await tokenOf('blaise');
    const refused = await put(code, token);
    expect(refused.status).toBe(422);
    expect(textOf(refused.xml, 'transaction_error', 'error_code')).toBe('paypal_declined_use_alternate');
    expect(textOf(refused.xml, 'transaction_error', 'customer_message')).toBe(
      'The wallet declined the payment. Choose another way to pay.',
    );
    expect(textOf(refused.xml, 'transaction', 'payment_method')).toBe('paypal');
    expect(textOf((await service().api('GET', path(code))).xml, 'last_four')).toBe('1111');
    expect((await put(code, token)).status).toBe(404);
  });

  it('replace a card, and a card replaces a wallet, each without leftover fields', async () => {
    const code = await openAccount();
    await put(code, `<token_id>${await service().token()}</token_id>`);
    await put(code, await tokenOf('grace'));
    const card = await put(code, `<first_name>Ada</first_name><last_name>Lovelace</last_name>${CARD}`);
    expect(card.status, card.text).toBe(200);
    expect(card.xml?.attributes.get('type')).toBe('credit_card');
    expect(within(card.xml, 'paypal_billing_agreement_id')).toBeUndefined();
    expect(textOf(card.xml, 'country')).toBe('');
  });

  it('accept a new address without another verification', async () => {
    const code = await openAccount();
    await put(code, await tokenOf('ada'));
    const before = service().gatewayCalls.length;
    const moved = await put(code, '<city>Paris</city>');
    expect([moved.status, textOf(moved.xml, 'city')]).toEqual([200, 'Paris']);
    expect(textOf(moved.xml, 'paypal_billing_agreement_id')).toMatch(/^B-approved-/);
    expect(service().gatewayCalls.length).toBe(before);
    const emptied = await put(code, '<paypal_billing_agreement_id nil="nil"/>');
    expect(findings(emptied.xml)).toEqual(['billing_info.paypal_billing_agreement_id blank']);
  });

  it.each(['2.2', '2.19'])('may be referenced by their agreement, in version %s', async (version) => {
    const code = await openAccount();
    const stored = await put(code, AGREEMENT, version);
    expect(stored.status, stored.text).toBe(201);
    expect(stored.xml?.attributes.get('type')).toBe('paypal');
    expect(textOf(stored.xml, 'paypal_billing_agreement_id')).toBe('B-approved-1a2B3c');
    const [checked] = await transactionsOf(code);
    expect(textOf(checked, 'origin')).toBe('api_verify_card');
  });

  it.each([
    [
      '<paypal_billing_agreement_id>B 1</paypal_billing_agreement_id>',
      'billing_info.paypal_billing_agreement_id invalid',
    ],
    [`${CARD}${AGREEMENT}`, 'billing_info.paypal_billing_agreement_id present'],
  ])('report validation errors for %s', async (inner, expected) => {
    const code = await openAccount();
    const refused = await put(code, inner);
    expect([refused.status, findings(refused.xml)]).toEqual([422, [expected]]);
    expect((await service().api('GET', path(code))).status).toBe(404);
  });

  it('reject an unknown agreement', async () => {
    const refused = await put(
      await openAccount(),
      '<paypal_billing_agreement_id>B-0AP92411</paypal_billing_agreement_id>',
    );
    expect(refused.status).toBe(422);
    expect(textOf(refused.xml, 'transaction_error', 'error_code')).toBe('billing_agreement_not_found');
    expect(textOf(refused.xml, 'transaction_error', 'error_category')).toBe('hard');
  });

  it('have no security code to verify', async () => {
    const code = await openAccount();
    await put(code, await tokenOf('ada'));
    const checked = await service().api(
      'POST',
      `${path(code)}/verify_cvv`,
      '<billing_info><verification_value>123</verification_value></billing_info>',
    );
    expect(findings(checked.xml)).toEqual(['billing_info.verification_value present']);
  });

  it('satisfy the strictest site, and are rejected where a site has none', async () => {
    const strict = await service().openSite({ address_requirement: 'full' });
    const { id } = await service().agree('ada', strict.publicKey);
    const opened = await strict.api(
      'POST',
      '/v2/accounts',
      `<account><account_code>ada</account_code><billing_info><token_id>${id}</token_id></billing_info></account>`,
    );
    expect(opened.status, opened.text).toBe(201);

    const none = await service().openSite({ wallet: false });
    expect((await service().agree('ada', none.publicKey)).error?.code).toBe('wallet-not-configured');
    await none.api('POST', '/v2/accounts', '<account><account_code>ada</account_code></account>');
    const refused = await none.api('PUT', path('ada'), `<billing_info>${AGREEMENT}</billing_info>`);
    expect([refused.status, textOf(refused.xml, 'transaction_error', 'error_code')]).toEqual([422, 'no_gateway']);
  });
});
