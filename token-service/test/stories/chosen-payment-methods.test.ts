import { beforeAll, expect, it } from 'vitest';
import { findings, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo } from './subscription-shop.ts';
import { CARDS, openWalletShop, PRIMARY, type WalletShop } from './wallet-shop.ts';

/** A card that can be stored and whose later charges are declined. */
const DECLINES_LATER = '4000000000000341';

const named = (uuid: string) => `<billing_info_uuid>${uuid}</billing_info_uuid>`;

onBothEngines('choosing a payment method', (service) => {
  let shop: WalletShop;
  beforeAll(async () => {
    shop = await openWalletShop(service());
  });

  it('bills a subscription by its own method, on an invoice of its own, whichever method is the primary', async () => {
    const { add, put, charged, subscribe, show, travel } = shop;
    const [code, plan, other] = [await shop.account(), await shop.plan(), await shop.plan()];
    const mastercard = await add(code, CARDS.mastercard);
    const bound = await subscribe(code, plan, named(mastercard));
    const free = await subscribe(code, other);
    expect(await charged(code)).toEqual(['purchase paid 4444', 'purchase paid 1111']);
    expect(await show(bound, 'billing_info_uuid')).toEqual([mastercard]);
    expect(await show(free, 'billing_info_uuid')).toEqual(['']);
    const link = within(await shop.subscription(bound), 'billing_info')?.attributes.get('href');
    expect(link).toMatch(new RegExp(`/v2/accounts/${code}/billing_infos/${mastercard}$`));

    const discover = await add(code, CARDS.discover, PRIMARY);
    await travel('2027-03-01T00:00:00Z');
    expect((await charged(code)).slice(2).sort()).toEqual(['renewal paid 1117', 'renewal paid 4444']);
    // It stays with a method that happens to be the primary.
    await put(code, mastercard, PRIMARY);
    await put(code, discover, PRIMARY);
    await travel('2027-04-01T00:00:00Z');
    expect((await charged(code)).slice(4).sort()).toEqual(['renewal paid 1117', 'renewal paid 4444']);
  });

  it('chooses the method of a purchase, and binds what it sells', async () => {
    const { add, api, charged } = shop;
    const [code, plan] = [await shop.account(), await shop.plan()];
    const mastercard = await add(code, CARDS.mastercard);
    const purchase = (inner: string, billing = '', path = '') =>
      api(
        'POST',
        `/v2/purchases${path}`,
        `<purchase><collection_method>automatic</collection_method><currency>USD</currency><account><account_code>${code}</account_code>${billing}</account><subscriptions><subscription><plan_code>${plan}</plan_code></subscription></subscriptions>${inner}</purchase>`,
      );
    for (const [inner, billing] of [
      [named('0123456789ab'), ''],
      [named(mastercard), cardInfo(CARDS.discover)],
    ] as const) {
      const refused = await purchase(inner, billing);
      const symbol = billing ? 'present' : 'not_found';
      expect([refused.status, findings(refused.xml)]).toEqual([422, [`purchase.billing_info_uuid ${symbol}`]]);
    }
    expect(await charged(code)).toEqual([]);
    const preview = await purchase(named(mastercard), '', '/preview');
    expect([preview.status, textOf(preview.xml, 'charge_invoice', 'billing_info_uuid')]).toEqual([200, mastercard]);
    const sold = await purchase(named(mastercard));
    expect([sold.status, textOf(sold.xml, 'charge_invoice', 'billing_info_uuid')]).toEqual([200, mastercard]);
    const lines = within(sold.xml, 'charge_invoice', 'line_items')?.children ?? [];
    const [line] = lines;
    const link = (one: typeof line) => within(one, 'billing_info')?.attributes.get('href');
    expect(link(line)).toMatch(new RegExp(`/v2/accounts/${code}/billing_infos/${mastercard}$`));
    const uuid = textOf(line, 'uuid');
    expect(link((await api('GET', `/v2/adjustments/${uuid}`)).xml)).toBe(link(line));
    const older = await api('GET', `/v2/adjustments/${uuid}`, undefined, { 'X-Api-Version': '2.28' });
    expect(link(older.xml)).toBeUndefined();
    expect(await charged(code)).toEqual(['purchase paid 4444']);
    await shop.travel('2027-05-01T00:00:00Z');
    expect((await charged(code))[1]).toBe('renewal paid 4444');
  });

  it('binds what is sold to a method that the purchase adds', async () => {
    const { api, charged } = shop;
    const [code, plan] = [await shop.account(), await shop.plan()];
    const card = cardInfo(CARDS.discover).replace(
      '</billing_info>',
      `${PRIMARY.replace('true<', 'false<')}</billing_info>`,
    );
    const sold = await api(
      'POST',
      '/v2/subscriptions',
      `<subscription><plan_code>${plan}</plan_code><currency>USD</currency><account><account_code>${code}</account_code>${card}</account></subscription>`,
    );
    expect(sold.status, sold.text).toBe(201);
    expect(textOf(sold.xml, 'billing_info_uuid')).toMatch(/^[0-9a-f]{12}$/);
    expect(await charged(code)).toEqual(['purchase paid 1117']);
    expect((await api('GET', `/v2/accounts/${code}/billing_info`)).text).toContain('1111');
  });

  it('changes the method of a subscription, and clears it when the subscription is paid by hand', async () => {
    const { add, api, show } = shop;
    const [code, plan, stranger] = [await shop.account(), await shop.plan(), await shop.account()];
    const uuid = await shop.subscribe(code, plan);
    const mastercard = await add(code, CARDS.mastercard);
    const change = (inner: string, path = '', method = 'PUT') =>
      api(method, `/v2/subscriptions/${uuid}${path}`, `<subscription>${inner}</subscription>`);
    const foreign = await change(named(await add(stranger, CARDS.discover)));
    expect([foreign.status, findings(foreign.xml)]).toEqual([422, ['subscription.billing_info_uuid not_found']]);
    const preview = await change(named(mastercard), '/preview', 'POST');
    expect([preview.status, textOf(preview.xml, 'billing_info_uuid')]).toEqual([200, mastercard]);
    expect((await change(named(mastercard))).status).toBe(200);
    expect(await show(uuid, 'billing_info_uuid')).toEqual([mastercard]);
    expect((await change('<collection_method>manual</collection_method><net_terms>10</net_terms>')).status).toBe(200);
    expect(await show(uuid, 'billing_info_uuid')).toEqual(['']);
  });

  it('falls back to the primary when the method is deleted', async () => {
    const { add, api, charged, show, travel } = shop;
    const [code, plan] = [await shop.account(), await shop.plan()];
    const failing = await add(code, DECLINES_LATER);
    const uuid = await shop.subscribe(code, plan, '<trial_ends_at>2027-06-01T00:00:00Z</trial_ends_at>');
    await api('PUT', `/v2/subscriptions/${uuid}`, `<subscription>${named(failing)}</subscription>`);
    await travel('2027-06-01T00:00:00Z');
    expect(await charged(code)).toEqual(['purchase paid', 'renewal past_due 0341 declined']);
    expect((await api('DELETE', `/v2/accounts/${code}/billing_infos/${failing}`)).status).toBe(204);
    expect(await show(uuid, 'billing_info_uuid')).toEqual(['']);
    // The next retry, three days after the first decline.
    await travel('2027-06-04T00:00:00Z');
    expect((await charged(code))[1]).toBe('renewal paid 0341 declined, 1111');
    await travel('2027-07-01T00:00:00Z');
    expect((await charged(code))[2]).toBe('renewal paid 1111');
  });

  it('posts and collects an invoice with a method, and with a stored one only what that method pays', async () => {
    const { add, api, charged, put, latestNumber } = shop;
    const code = await shop.account(cardInfo(DECLINES_LATER));
    const mastercard = await add(code, CARDS.mastercard);
    const discover = await add(code, CARDS.discover);
    const post = async (inner = '') => {
      const line = '<adjustment><unit_amount_in_cents>500</unit_amount_in_cents><currency>USD</currency></adjustment>';
      expect((await api('POST', `/v2/accounts/${code}/adjustments`, line)).status).toBe(201);
      return api('POST', `/v2/accounts/${code}/invoices`, `<invoice>${inner}</invoice>`);
    };
    const unknown = await post(named('0123456789ab'));
    expect([unknown.status, findings(unknown.xml)]).toEqual([422, ['invoice.billing_info_uuid not_found']]);
    expect((await post(named(mastercard))).status).toBe(201);
    expect(await charged(code)).toEqual(['purchase paid 4444']);

    await post();
    expect((await charged(code))[1]).toBe('purchase past_due 0341 declined');
    // The invoice is not that of the method which is stored anew.
    await put(code, mastercard, '<month>11</month><year>2041</year>');
    await service().dueWork();
    expect((await charged(code))[1]).toBe('purchase past_due 0341 declined');
    const number = await latestNumber(code);
    const wrong = await api('PUT', `/v2/invoices/${number}/collect`, `<invoice>${named('0123456789ab')}</invoice>`);
    expect([wrong.status, findings(wrong.xml)]).toEqual([422, ['invoice.billing_info_uuid not_found']]);
    const collected = await api('PUT', `/v2/invoices/${number}/collect`, `<invoice>${named(discover)}</invoice>`);
    expect(collected.status, collected.text).toBe(200);
    expect((await charged(code))[1]).toBe('purchase paid 0341 declined, 1117');
  });

  it('binds nothing to a method that is removed before an authorized purchase is captured', async () => {
    const { add, api, charged, show } = shop;
    const [code, plan] = [await shop.account(), await shop.plan()];
    await add(code, CARDS.visa);
    const mastercard = await add(code, CARDS.mastercard);
    const authorized = await api(
      'POST',
      '/v2/purchases/authorize',
      `<purchase><currency>USD</currency>${named(mastercard)}<account><account_code>${code}</account_code></account><subscriptions><subscription><plan_code>${plan}</plan_code></subscription></subscriptions></purchase>`,
    );
    expect(authorized.status, authorized.text).toBe(200);
    const [transaction] = within(authorized.xml, 'charge_invoice', 'transactions')?.children ?? [];
    expect((await api('DELETE', `/v2/accounts/${code}/billing_infos/${mastercard}`)).status).toBe(204);
    const path = `/v2/purchases/transaction-uuid-${textOf(transaction, 'uuid')}/capture`;
    const captured = await api('POST', path);
    expect(captured.status, captured.text).toBe(200);
    const [sold] = (await api('GET', `/v2/accounts/${code}/subscriptions`)).xml?.children ?? [];
    expect(await show(textOf(sold, 'uuid') ?? '', 'billing_info_uuid')).toEqual(['']);
    await shop.travel((await show(textOf(sold, 'uuid') ?? '', 'current_period_ends_at'))[0] ?? '');
    expect(await charged(code)).toEqual(['purchase paid 4444', 'renewal paid 1111']);
    expect(textOf((await api('GET', `/v2/invoices/${await shop.latestNumber(code)}`)).xml, 'billing_info_uuid')).toBe(
      '',
    );
  });

  it('is forgotten when the account is closed', async () => {
    const { add, api, show, subscribe } = shop;
    const [code, plan] = [await shop.account(), await shop.plan()];
    await add(code, CARDS.visa);
    const bound = await subscribe(code, plan, named(await add(code, CARDS.mastercard)));
    expect((await api('DELETE', `/v2/accounts/${code}`)).status).toBe(204);
    expect((await api('PUT', `/v2/accounts/${code}/reopen`)).status).toBe(200);
    await add(code, CARDS.discover);
    expect((await api('PUT', `/v2/subscriptions/${bound}/reactivate`)).status).toBe(200);
    expect(await show(bound, 'billing_info_uuid')).toEqual(['']);
  });
});
