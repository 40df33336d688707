import { LATEST } from '@service/billing/resources/version.ts';
import { beforeAll, expect, it } from 'vitest';
import { type ApiResponse, findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo, openShop, type SubscriptionShop } from './subscription-shop.ts';

/** Payments that the merchant makes without the customer. */
onBothEngines('who makes a payment', (service) => {
  let shop: SubscriptionShop;
  beforeAll(async () => {
    shop = await openShop(service(), {}, LATEST);
  });

  const by = (initiator: string, reason?: string) =>
    `<initiator>${initiator}</initiator>${reason === undefined ? '' : `<merchant_reason_code>${reason}</merchant_reason_code>`}`;
  const purchase = (code: string, inner: string, { info = '', path = '', headers = {} } = {}) =>
    shop.api(
      'POST',
      `/v2/purchases${path}`,
      `<purchase><account><account_code>${code}</account_code>${info}</account><currency>USD</currency><adjustments><adjustment><unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments>${inner}</purchase>`,
      headers,
    );
  const ofPurchase = (inner: string) => `<transaction>${inner}</transaction>`;
  const paymentIn = (answer: ApiResponse) => within(answer.xml, 'charge_invoice', 'transactions', 'transaction');
  const shown = (element: ApiResponse['xml']) => [
    textOf(element, 'initiator'),
    textOf(element, 'merchant_reason_code'),
  ];
  const refused = (answer: ApiResponse) => [answer.status, ...findings(answer.xml)];
  const asked = () => {
    const { initiator, merchant_reason_code: reason, return_url } = service().gatewayCalls.at(-1) ?? {};
    return [initiator, reason, return_url === null ? 'no page' : 'a page'];
  };

  it('is the merchant with a stored method, whom the gateway knows to have a reason', async () => {
    const code = await shop.account();
    const bought = await purchase(code, ofPurchase(by('merchant', 'no_show')));
    expect(bought.status, bought.text).toBe(200);
    expect(shown(paymentIn(bought))).toEqual(['merchant', 'no_show']);
    expect(asked()).toEqual(['merchant', 'no_show', 'no page']);
    const uuid = textOf(paymentIn(bought), 'uuid');
    expect(shown((await shop.api('GET', `/v2/transactions/${uuid}`)).xml)).toEqual(['merchant', 'no_show']);
    const older = await shop.api('GET', `/v2/transactions/${uuid}`, undefined, { 'X-Api-Version': '2.28' });
    expect(shown(older.xml)).toEqual([undefined, undefined]);
  });

  it('is the customer otherwise, who has no reason to give', async () => {
    const code = await shop.account();
    const bought = await purchase(code, ofPurchase(by('customer', 'top_up')));
    expect(shown(paymentIn(bought))).toEqual(['customer', undefined]);
    expect(asked()).toEqual(['customer', undefined, 'a page']);
    const unsaid = await purchase(code, '');
    expect(shown(paymentIn(unsaid))).toEqual([undefined, undefined]);
  });

  it('is kept with an authorization until it is captured, and with a single payment', async () => {
    const code = await shop.account();
    const authorized = await purchase(code, ofPurchase(by('merchant', 'incremental')), { path: '/authorize' });
    expect(authorized.status, authorized.text).toBe(200);
    expect(asked()).toEqual(['merchant', 'incremental', 'no page']);
    const uuid = textOf(paymentIn(authorized), 'uuid');
    const captured = await shop.api('POST', `/v2/purchases/transaction-uuid-${uuid}/capture`);
    expect(shown(paymentIn(captured))).toEqual(['merchant', 'incremental']);

    const paid = await shop.api(
      'POST',
      '/v2/transactions',
      `<transaction><account><account_code>${code}</account_code></account><amount_in_cents>500</amount_in_cents><currency>USD</currency>${by('merchant', 'top_up')}</transaction>`,
    );
    expect(paid.status, paid.text).toBe(201);
    expect(asked()).toEqual(['merchant', 'top_up', 'no page']);
  });

  it('charges what a gateway holds, and no card that comes with the request', async () => {
    const held =
      '<billing_info><first_name>Ada</first_name><last_name>Lovelace</last_name><gateway_code>test</gateway_code><gateway_token>test-token-approved</gateway_token></billing_info>';
    const imported = await purchase(fresh('held'), ofPurchase(by('merchant')), { info: held });
    expect(imported.status, imported.text).toBe(200);
    expect(asked()).toEqual(['merchant', undefined, 'no page']);

    const calls = service().gatewayCalls.length;
    const presented = await purchase(fresh('card'), ofPurchase(by('merchant')), { info: cardInfo() });
    expect(refused(presented)).toEqual([422, 'purchase.transaction.initiator invalid']);
    const unknown = await purchase(fresh('card'), ofPurchase(by('bank', 'whim')), { info: cardInfo() });
    expect(refused(unknown)).toEqual([
      422,
      'purchase.transaction.initiator inclusion',
      'purchase.transaction.merchant_reason_code inclusion',
    ]);
    const older = await purchase(fresh('card'), ofPurchase(by('customer')), { headers: { 'X-Api-Version': '2.28' } });
    expect(older.status).toBe(400);
    expect(service().gatewayCalls).toHaveLength(calls);
  });
});

onBothEngines('an action_result', (service) => {
  it('is accepted as clients send it back, and shown by no payment that the gateways here make', async () => {
    const shop = await openShop(service(), {}, LATEST);
    const plan = await shop.plan();
    const uuid = await shop.subscribe(await shop.account(), plan);
    const sent = '<action_result><type>redirect</type><url>https://example.com/pay</url></action_result>';
    const changed = await shop.api('PUT', `/v2/subscriptions/${uuid}`, `<subscription>${sent}</subscription>`);
    expect([changed.status, textOf(changed.xml, 'action_result')]).toEqual([200, undefined]);
    const paid = await shop.api(
      'POST',
      '/v2/transactions',
      `<transaction><account><account_code>${fresh('paying')}</account_code>${cardInfo()}</account><amount_in_cents>500</amount_in_cents><currency>USD</currency>${sent}</transaction>`,
    );
    expect([paid.status, textOf(paid.xml, 'action_result')]).toEqual([201, undefined]);
  });
});
