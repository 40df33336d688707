import { LATEST } from '@service/billing/resources/version.ts';
import { beforeAll, expect, it } from 'vitest';
import { type ApiResponse, findings, fresh, textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo, openShop, type SubscriptionShop } from './subscription-shop.ts';

/** Cards of two networks, of which the customer prefers one. */
onBothEngines('the network that a customer prefers', (service) => {
  let shop: SubscriptionShop;
  beforeAll(async () => {
    shop = await openShop(service(), {}, LATEST);
  });

  const preferring = (network: string) => `<card_network_preference>${network}</card_network_preference>`;
  const withNetwork = (network: string, number?: string) =>
    cardInfo(number).replace('</billing_info>', `${preferring(network)}</billing_info>`);
  const put = (code: string, body: string) => shop.api('PUT', `/v2/accounts/${code}/billing_info`, body);
  const refused = (answer: ApiResponse) => [answer.status, ...findings(answer.xml)];
  const shown = async (code: string, version = LATEST) => {
    const { xml } = await shop.api('GET', `/v2/accounts/${code}/billing_info`, undefined, { 'X-Api-Version': version });
    return textOf(xml, 'card_network_preference');
  };
  /** Returns the networks that the gateway was told since `calls` calls. */
  const told = (calls: number) =>
    service()
      .gatewayCalls.slice(calls)
      .map(({ action, network_preference }) => `${action} ${network_preference}`);
  const calls = () => service().gatewayCalls.length;
  const purchase = (code: string, info: string) =>
    shop.api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${code}</account_code>${info}</account><currency>USD</currency><adjustments><adjustment><unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments></purchase>`,
    );

  it('is stored with the card, shown in one spelling, and told to the gateway', async () => {
    const before = calls();
    const code = await shop.account(withNetwork('cartes_bancaires'));
    expect(await shown(code)).toBe('CartesBancaires');
    expect(await shown(code, '2.28')).toBeUndefined();
    expect((await purchase(code, '')).status).toBe(200);
    expect(told(before)).toEqual(['verify CartesBancaires', 'purchase CartesBancaires']);
  });

  it('changes without the number, which the gateway checks again, and stays while other fields change', async () => {
    const code = await shop.account();
    expect(await shown(code)).toBeUndefined();
    const before = calls();
    const changed = await put(code, `<billing_info>${preferring('VISA')}</billing_info>`);
    expect([changed.status, textOf(changed.xml, 'card_network_preference')]).toEqual([200, 'Visa']);
    expect((await put(code, '<billing_info><city>Paris</city></billing_info>')).status).toBe(200);
    expect(await shown(code)).toBe('Visa');
    expect((await put(code, `<billing_info>${preferring('')}</billing_info>`)).status).toBe(200);
    expect(await shown(code)).toBeUndefined();
    expect(told(before)).toEqual(['verify Visa', 'verify undefined']);
  });

  it('changes with a sale, also one that nothing is due for', async () => {
    const code = await shop.account();
    const before = calls();
    expect((await purchase(code, `<billing_info>${preferring('MasterCard')}</billing_info>`)).status).toBe(200);
    expect(await shown(code)).toBe('MasterCard');
    const trial = await shop.plan('<trial_interval_length>1</trial_interval_length>');
    const begun = await shop.api(
      'POST',
      '/v2/subscriptions',
      `<subscription><plan_code>${trial}</plan_code><currency>USD</currency><account><account_code>${code}</account_code><billing_info>${preferring('cb')}</billing_info></account></subscription>`,
    );
    expect(begun.status, begun.text).toBe(201);
    expect(await shown(code)).toBe('CartesBancaires');
    expect(told(before)).toEqual(['purchase MasterCard', 'verify CartesBancaires']);
  });

  it('is not that of the card which takes its place', async () => {
    const code = await shop.account(withNetwork('Visa'));
    expect((await put(code, cardInfo('5555555555554444'))).status).toBe(200);
    expect(await shown(code)).toBeUndefined();
  });

  it('is refused where it means nothing', async () => {
    const code = await shop.account('');
    const unknown = await put(code, withNetwork('Rupees'));
    expect(refused(unknown)).toEqual([422, 'billing_info.card_network_preference inclusion']);
    const bank = `<billing_info><name_on_account>Ada</name_on_account><routing_number>021000021</routing_number><account_number>1234567890</account_number><account_type>checking</account_type>${preferring('Visa')}</billing_info>`;
    expect(refused(await put(code, bank))).toEqual([422, 'billing_info.card_network_preference present']);
    const held = `<billing_info><first_name>Ada</first_name><last_name>Lovelace</last_name><gateway_code>test</gateway_code><gateway_token>test-token-approved</gateway_token>${preferring('Visa')}</billing_info>`;
    expect(refused(await purchase(fresh('held'), held))).toEqual([
      422,
      'purchase.account.billing_info.card_network_preference present',
    ]);
    const older = await shop.api('PUT', `/v2/accounts/${code}/billing_info`, withNetwork('Visa'), {
      'X-Api-Version': '2.28',
    });
    expect(older.status).toBe(400);
  });
});
