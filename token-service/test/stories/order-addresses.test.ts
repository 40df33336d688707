import { expect, it } from 'vitest';
import { textOf, within } from '../service.ts';
import { openChangingShop, usd } from './changing.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo } from './subscription-shop.ts';

const ADDRESS = ['address1', 'city', 'state', 'zip', 'last_four'];
const billingInfo = (city: string, state: string, zip: string) =>
  `<billing_info><address1>5 Quay</address1><city>${city}</city><state>${state}</state><zip>${zip}</zip><country>US</country></billing_info>`;
const OAKLAND = billingInfo('Oakland', 'CA', '94607');

onBothEngines('an order with an address for the method on file', (service) => {
  const open = async () => {
    const shop = await openChangingShop(service(), { tax_registrations: ['US-CA'] });
    const plan = await shop.plan(usd('unit_amount_in_cents', 2000));
    const account = await shop.account(cardInfo());
    const onFile = async () => {
      const { xml } = await shop.api('GET', `/v2/accounts/${account}/billing_info`);
      return ADDRESS.map((name) => textOf(xml, name) ?? '');
    };
    const order = (info: string, path = '', inner = '') =>
      shop.api(
        'POST',
        `/v2/purchases${path}`,
        `<purchase><account><account_code>${account}</account_code>${info}</account><currency>USD</currency>` +
          `<subscriptions><subscription><plan_code>${plan}</plan_code>${inner}</subscription></subscriptions></purchase>`,
      );
    const totals = async () => {
      const { xml } = await shop.api('GET', `/v2/accounts/${account}/invoices?sort=created_at&order=asc`);
      return (xml?.children ?? []).map((invoice) => textOf(invoice, 'total_in_cents'));
    };
    return { ...shop, account, onFile, order, totals };
  };
  const moved = ['5 Quay', 'Oakland', 'CA', '94607', '1111'];

  it('keeps the method and changes its address, at which renewals are taxed too', async () => {
    const shop = await open();
    const bought = await shop.order(OAKLAND);
    expect(bought.status, bought.text).toBe(200);
    const total = textOf(within(bought.xml, 'charge_invoice'), 'total_in_cents');
    expect(Number(total)).toBeGreaterThan(2000);
    expect(await shop.onFile()).toEqual(moved);
    await shop.travel('2027-07-02T00:00:00Z');
    expect(await shop.totals()).toEqual([total, total]);
  });

  it('changes it when nothing is due yet, and when an authorization is captured', async () => {
    const trial = await open();
    const started = await trial.order(OAKLAND, '', '<trial_ends_at>2027-06-20T00:00:00Z</trial_ends_at>');
    expect(started.status, started.text).toBe(200);
    expect(await trial.onFile()).toEqual(moved);

    const shop = await open();
    const before = await shop.onFile();
    const authorized = await shop.order(OAKLAND, '/authorize');
    expect(authorized.status, authorized.text).toBe(200);
    expect(await shop.onFile()).toEqual(before);
    const uuid = textOf(within(authorized.xml, 'charge_invoice', 'transactions', 'transaction'), 'uuid');
    expect((await shop.api('POST', `/v2/purchases/transaction-uuid-${uuid}/capture`)).status).toBe(200);
    expect(await shop.onFile()).toEqual(moved);
  });

  it('leaves another method alone that replaced it before the capture', async () => {
    const shop = await open();
    const authorized = await shop.order(OAKLAND, '/authorize');
    const uuid = textOf(within(authorized.xml, 'charge_invoice', 'transactions', 'transaction'), 'uuid');
    await shop.api('PUT', `/v2/accounts/${shop.account}/billing_info`, cardInfo('5555555555554444'));
    const replaced = await shop.onFile();
    expect((await shop.api('POST', `/v2/purchases/transaction-uuid-${uuid}/capture`)).status).toBe(200);
    expect(await shop.onFile()).toEqual(replaced);
  });

  it('changes nothing when the order is refused', async () => {
    const shop = await open();
    const before = await shop.onFile();
    expect((await shop.order(OAKLAND, '', '<quantity>0</quantity>')).status).toBe(422);
    expect(await shop.onFile()).toEqual(before);
  });
});
