import { expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

onBothEngines('purchased items are shipped', (service) => {
  const api = (path: string, body: string) => service().api('POST', path, body);
  const to = (name: string) =>
    `<shipping_address><first_name>${name}</first_name><last_name>Pilot</last_name><address1>1 Quay</address1><city>Oakland</city><state>CA</state><zip>94607</zip><country>US</country></shipping_address>`;
  const all = (...names: string[]) => `<shipping_addresses>${names.map(to).join('')}</shipping_addresses>`;
  const number = (id: string | undefined) => `<shipping_address_id>${id}</shipping_address_id>`;
  const charge = (inner = '') => `<adjustment><unit_amount_in_cents>500</unit_amount_in_cents>${inner}</adjustment>`;
  const plan = (inner = '') => `<subscription><plan_code>tideline</plan_code>${inner}</subscription>`;

  /** A checkout without a payment method. */
  const ask = (code: string, account: string, inner: string) =>
    api(
      '/v2/purchases/preview',
      `<purchase><account><account_code>${code}</account_code>${account}</account><currency>USD</currency>${inner}</purchase>`,
    );
  const sent = async (...args: Parameters<typeof ask>) => {
    const answer = await ask(...args);
    expect(answer.status, answer.text).toBe(200);
    const invoice = within(answer.xml, 'charge_invoice');
    const lines = within(invoice, 'line_items')?.children ?? [];
    return lines.map((line) => textOf(line, 'shipping_address', 'first_name'));
  };
  const refused = async (...args: Parameters<typeof ask>) => findings((await ask(...args)).xml);

  const known = async (...names: string[]) => {
    const code = fresh('known');
    await api('/v2/accounts', `<account><account_code>${code}</account_code>${all(...names)}</account>`);
    const listed = (await service().api('GET', `/v2/accounts/${code}/shipping_addresses`)).xml?.children ?? [];
    return {
      code,
      ids: names
        .map((name) => listed.find((one) => textOf(one, 'first_name') === name))
        .map((one) => textOf(one, 'id')),
    };
  };

  it('to the address of the line, or else that of the purchase', async () => {
    const { code, ids } = await known('Home', 'Work');
    const lines = `<adjustments>${charge(to('Own'))}${charge(number(ids[0]))}${charge()}</adjustments><subscriptions>${plan(to('Boat'))}</subscriptions>`;
    expect(await sent(code, '', `${lines}${number(ids[1])}`)).toEqual(['Own', 'Home', 'Work', 'Boat', 'Boat']);
    expect(await sent(code, '', lines)).toEqual(['Own', 'Home', undefined, 'Boat', 'Boat']);
    expect(await sent(code, '', `<adjustments>${charge()}</adjustments>${to('Now')}`)).toEqual(['Now']);
  });

  it('to the last address sent with a new account, but to none sent with an existing one', async () => {
    const lines = `<adjustments>${charge()}${charge(to('Own'))}</adjustments><subscriptions>${plan()}</subscriptions>`;
    expect(await sent(fresh('new'), all('First', 'Last'), lines)).toEqual(['Last', 'Own', 'Last', 'Last']);
    const { code } = await known('Home');
    expect(await sent(code, all('First', 'Last'), `<adjustments>${charge()}</adjustments>`)).toEqual([undefined]);
  });

  it('to no address id when the request adds an address to the account, new or existing', async () => {
    const { code, ids } = await known('Home');
    const wanted = `<adjustments>${charge()}</adjustments>${number(ids[0])}`;
    expect(await refused(code, all('Another'), wanted)).toEqual(['purchase.shipping_address_id invalid']);
    expect(await refused(fresh('new'), all('Another'), wanted)).toEqual(['purchase.shipping_address_id invalid']);
    expect(await refused(fresh('new'), '', wanted)).toEqual(['purchase.shipping_address_id not_found']);
  });

  it('to an id or an address, not to both at any level', async () => {
    const { code, ids } = await known('Home');
    const both = `${to('Now')}${number(ids[0])}`;
    expect(await refused(code, '', `<adjustments>${charge()}</adjustments>${both}`)).toEqual([
      'purchase.shipping_address_id present',
    ]);
    expect(await refused(code, '', `<adjustments>${charge(both)}</adjustments>`)).toEqual([
      'purchase.adjustments[0].shipping_address_id present',
    ]);
    expect(await refused(code, '', `<subscriptions>${plan(both)}</subscriptions>`)).toEqual([
      'purchase.subscriptions[0].shipping_address_id present',
    ]);
  });

  it('to the subscription’s address, which cannot be deleted while the subscription is active', async () => {
    const { code, ids } = await known('Home', 'Work');
    const bought = await api(
      '/v2/purchases',
      `<purchase><account><account_code>${code}</account_code></account><currency>USD</currency><collection_method>manual</collection_method><subscriptions>${plan(number(ids[0]))}</subscriptions></purchase>`,
    );
    expect(bought.status, bought.text).toBe(200);
    const remove = (id: string | undefined) => service().api('DELETE', `/v2/accounts/${code}/shipping_addresses/${id}`);
    const kept = await remove(ids[0]);
    expect([kept.status, textOf(kept.xml, 'symbol')]).toEqual([422, 'shipping_address_in_use']);
    expect((await remove(ids[1])).status).toBe(204);
  });
});
