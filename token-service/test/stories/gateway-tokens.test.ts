import { LATEST } from '@service/billing/resources/version.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiResponse, findings, fresh, textOf, within } from '../service.ts';
import { actionOf, codeOf, customerOf } from './challenging.ts';
import { onBothEngines } from './engines.ts';
import { openShop, type SubscriptionShop } from './subscription-shop.ts';

/** Cards that the merchant's gateway held before the merchant came to this service. */
onBothEngines('a payment method that a gateway holds', (service) => {
  let shop: SubscriptionShop;
  beforeAll(async () => {
    shop = await openShop(service(), {}, LATEST);
  });

  const TOKEN = 'test-token-mastercard-4711';
  const names = '<first_name>Ada</first_name><last_name>Lovelace</last_name>';
  const method = (token = TOKEN, more = '<gateway_code>test</gateway_code>') =>
    `<billing_info>${names}${more}<gateway_token>${token}</gateway_token></billing_info>`;
  const put = (code: string, body: string, headers = {}) =>
    shop.api('PUT', `/v2/accounts/${code}/billing_info`, body, headers);
  const refused = (answer: ApiResponse) => [answer.status, ...findings(answer.xml)];
  const none = () => shop.account('');
  const purchase = (code: string, info: string) =>
    shop.api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${code}</account_code>${info}</account><currency>USD</currency><adjustments><adjustment><unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments></purchase>`,
    );
  const asked = () => service().gatewayCalls.length;

  it('becomes billing info by its token, without its number and without asking the bank', async () => {
    const code = await none();
    const before = asked();
    const stored = await put(code, method());
    expect(stored.status, stored.text).toBe(201);
    const shown = ['card_type', 'first_six', 'last_four', 'month', 'gateway_code', 'gateway_token', 'first_name'];
    const expected = ['MasterCard', '555555', '4444', '12', 'test', '************4711', 'Ada'];
    expect(shown.map((name) => textOf(stored.xml, name))).toEqual(expected);
    expect(stored.xml?.attributes.get('type')).toBe('credit_card');
    expect(asked()).toBe(before);

    const bought = await purchase(code, '');
    expect(bought.status, bought.text).toBe(200);
    const payment = within(bought.xml, 'charge_invoice', 'transactions', 'transaction');
    expect(textOf(payment, 'details', 'account', 'billing_info', 'last_four')).toBe('4444');
    const plan = await shop.plan();
    const renewed = await shop.subscribe(code, plan);
    expect(await shop.show(renewed, 'state')).toEqual(['active']);
  });

  it('pays for the purchase that brings it, and is on file from then on', async () => {
    const code = fresh('imported');
    const bought = await purchase(code, method('test-token-approved-8'));
    expect(bought.status, bought.text).toBe(200);
    const { xml } = await shop.api('GET', `/v2/accounts/${code}/billing_info`);
    expect([textOf(xml, 'card_type'), textOf(xml, 'gateway_token')]).toEqual(['Visa', '************ed-8']);

    const declined = await purchase(fresh('declined'), method('test-token-declined'));
    expect([declined.status, codeOf(declined)]).toEqual([422, 'declined']);
  });

  it('is confirmed by the customer where the bank asks for it', async () => {
    const customer = customerOf(service, shop.site.subdomain);
    const code = fresh('challenged');
    const token = 'test-token-challenge-customer-1';
    const action = actionOf(await purchase(code, method(token)));
    const result = `<three_d_secure_action_result_token_id>${await customer.confirm(action)}</three_d_secure_action_result_token_id><gateway_code>test</gateway_code>`;
    const other = await purchase(code, method('test-token-challenge-customer-2', result));
    expect([other.status, codeOf(other)]).toEqual([422, 'three_d_secure_action_result_token_mismatch']);
    const bought = await purchase(code, method(token, result));
    expect(bought.status, bought.text).toBe(200);
    const { xml } = await shop.api('GET', `/v2/accounts/${code}/billing_info`);
    expect(textOf(xml, 'gateway_token')).toBe('************er-1');
  });

  it('is added to the wallet, and comes with a new account', async () => {
    const code = fresh('wallet');
    const made = await shop.api(
      'POST',
      '/v2/accounts',
      `<account><account_code>${code}</account_code>${method()}</account>`,
    );
    expect(made.status, made.text).toBe(201);
    const added = await shop.api('POST', `/v2/accounts/${code}/billing_infos`, method('test-token-american-express'));
    expect([added.status, textOf(added.xml, 'card_type')], added.text).toEqual([201, 'American Express']);
    expect(textOf((await shop.api('GET', `/v2/accounts/${code}/billing_info`)).xml, 'last_four')).toBe('4444');
  });

  it('is charged at a renewal, whose decline leads to dunning as with any card', async () => {
    const code = await shop.account(method('test-token-saveable'));
    const coupon = '<trial_ends_at>2027-03-01T00:00:00Z</trial_ends_at>';
    await shop.travel('2027-02-01T00:00:00Z');
    await shop.subscribe(code, await shop.plan(), coupon);
    await shop.travel('2027-03-01T00:00:01Z');
    expect((await shop.invoices(code)).at(-1)).toContain('past_due');
  });

  describe('is refused, and nothing stored,', () => {
    it.each([
      ['an unknown token', method('pm_unknown'), 'gateway_token invalid'],
      ['no gateway account', method(TOKEN, ''), 'gateway_code blank'],
      ['an unknown account', method(TOKEN, '<gateway_code>atlantis</gateway_code>'), 'gateway_code not_found'],
      [
        'the customer of another method',
        method(
          TOKEN,
          '<gateway_code>test</gateway_code><gateway_attributes><account_reference>x</account_reference></gateway_attributes>',
        ),
        'gateway_attributes.account_reference invalid',
      ],
      [
        'a customer alone',
        `<billing_info>${names}<gateway_attributes><account_reference>x</account_reference></gateway_attributes></billing_info>`,
        'gateway_token blank',
      ],
      [
        'a card number as well',
        method(
          TOKEN,
          '<gateway_code>test</gateway_code><number>4111111111111111</number><month>12</month><year>2040</year>',
        ),
        'gateway_token present',
      ],
    ])('with %s', async (_, body, finding) => {
      const code = await none();
      const answer = await put(code, body);
      expect(refused(answer)).toEqual([422, `billing_info.${finding}`]);
      expect((await shop.api('GET', `/v2/accounts/${code}/billing_info`)).status).toBe(404);
      const bought = await purchase(fresh('refused'), body);
      expect(refused(bought)).toEqual([422, `purchase.account.billing_info.${finding}`]);
      for (const { text } of [answer, bought]) expect(text).not.toMatch(/4711|pm_unknown/);
    });

    it('with a token of the browser as well', async () => {
      const answer = await put(await none(), method(TOKEN, '<token_id>x</token_id>'));
      expect([answer.status, textOf(answer.xml, 'symbol')]).toEqual([400, 'billing_info_invalid']);
    });

    it('says what to send instead', async () => {
      const answer = await put(await none(), method('pm_unknown'));
      expect(answer.xml?.children[0]?.text).toMatch(/^is invalid: the gateway account has no payment method with this/);
    });
  });

  it('stays when a client sends back what it has read', async () => {
    const code = await shop.account(method());
    const { xml } = await shop.api('GET', `/v2/accounts/${code}/billing_info`);
    const read = ['gateway_code', 'gateway_token', 'card_type']
      .map((name) => `<${name}>${textOf(xml, name)}</${name}>`)
      .join('');
    const before = asked();
    const renamed = await put(code, `<billing_info>${read}<first_name>Grace</first_name></billing_info>`);
    expect([renamed.status, textOf(renamed.xml, 'first_name')], renamed.text).toEqual([200, 'Grace']);
    expect(textOf(renamed.xml, 'gateway_token')).toBe('************4711');
    expect(asked()).toBe(before);
  });

  it('is shown from 2.16 on, and by its customer accepted from 2.29 on', async () => {
    const code = await shop.account(method());
    const at = async (version: string) => {
      const { xml } = await shop.api('GET', `/v2/accounts/${code}/billing_info`, undefined, {
        'X-Api-Version': version,
      });
      return ['gateway_code', 'gateway_token'].map((name) => textOf(xml, name));
    };
    expect([await at('2.15'), await at('2.16')]).toEqual([
      [undefined, undefined],
      ['test', '************4711'],
    ]);
    const early = await put(code, method(), { 'X-Api-Version': '2.15' });
    expect([early.status, textOf(early.xml, 'details')]).toEqual([400, expect.stringContaining('2.16')]);
    const owned =
      '<gateway_code>test</gateway_code><gateway_attributes><account_reference>test-customer</account_reference></gateway_attributes>';
    expect((await put(code, method(TOKEN, owned), { 'X-Api-Version': '2.28' })).status).toBe(400);
    expect((await put(code, method(TOKEN, owned))).status).toBe(200);
  });
});
