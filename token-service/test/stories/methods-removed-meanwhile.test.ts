import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ApiResponse, textOf, within } from '../service.ts';
import { FAILING } from './dunning-shop.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo } from './subscription-shop.ts';
import { BACKUP, CARDS, openWalletShop, type WalletShop } from './wallet-shop.ts';

/** Requests and due work whose payment method is deleted while the gateway is asked. */
onBothEngines('a payment method that is deleted while a gateway is asked', (service) => {
  let shop: WalletShop;
  beforeEach(async () => {
    shop = await openWalletShop(service());
  });
  afterEach(() => service().whileAsked(async () => {}));

  const named = (uuid: string) => `<billing_info_uuid>${uuid}</billing_info_uuid>`;
  const pathOf = (code: string, uuid: string) => `/v2/accounts/${code}/billing_infos/${uuid}`;
  const methodsOf = async (code: string, name = 'last_four') =>
    ((await shop.api('GET', `/v2/accounts/${code}/billing_infos`)).xml?.children ?? []).map((one) => textOf(one, name));

  /** Deletes a method as soon as the gateway is asked the first time. Returns the answers to the deletion. */
  const deleteWhileAsked = (code: string, uuid: string): ApiResponse[] => {
    const answers: ApiResponse[] = [];
    service().whileAsked(async () => {
      service().whileAsked(async () => {});
      answers.push(await shop.api('DELETE', pathOf(code, uuid)));
    });
    return answers;
  };

  /** Moves the clock to the end of the period of a subscription. */
  const renew = async (uuid: string) => shop.travel((await shop.show(uuid, 'current_period_ends_at'))[0] ?? '');

  it('pays what it was asked for, and what the purchase began falls back to the primary', async () => {
    const [code, plan] = [await shop.account(), await shop.plan()];
    const mastercard = await shop.add(code, CARDS.mastercard);
    const deleted = deleteWhileAsked(code, mastercard);
    const bought = await shop.api(
      'POST',
      '/v2/purchases',
      `<purchase><currency>USD</currency>${named(mastercard)}<account><account_code>${code}</account_code></account><subscriptions><subscription><plan_code>${plan}</plan_code></subscription></subscriptions></purchase>`,
    );
    expect(bought.status, bought.text).toBe(200);
    expect(deleted.map(({ status }) => status)).toEqual([204]);
    const [sold] = (await shop.api('GET', `/v2/accounts/${code}/subscriptions`)).xml?.children ?? [];
    const uuid = textOf(sold, 'uuid') ?? '';
    expect(await shop.show(uuid, 'billing_info_uuid')).toEqual(['']);
    await renew(uuid);
    expect(await shop.charged(code)).toEqual(['purchase paid 4444', 'renewal paid 1111']);
  });

  it('pays a renewal, and the next one is paid by the primary', async () => {
    const [code, plan] = [await shop.account(), await shop.plan()];
    const mastercard = await shop.add(code, CARDS.mastercard);
    const uuid = await shop.subscribe(code, plan, named(mastercard));
    const deleted = deleteWhileAsked(code, mastercard);
    await renew(uuid);
    expect(deleted.map(({ status }) => status)).toEqual([204]);
    expect(await shop.show(uuid, 'state', 'billing_info_uuid')).toEqual(['active', '']);
    await renew(uuid);
    expect(await shop.charged(code)).toEqual(['purchase paid 4444', 'renewal paid 4444', 'renewal paid 1111']);
    const refund = await shop.api(
      'POST',
      `/v2/invoices/${await shop.latestNumber(code)}/refund`,
      '<invoice><amount_in_cents>1000</amount_in_cents></invoice>',
    );
    expect(refund.status, refund.text).toBe(201);
  });

  it('is declined, and the invoice falls back to the primary, which pays the next retry', async () => {
    const [code, plan] = [await shop.account(), await shop.plan()];
    const failing = await shop.add(code, FAILING.soft);
    const uuid = await shop.subscribe(code, plan);
    await shop.api('PUT', `/v2/subscriptions/${uuid}`, `<subscription>${named(failing)}</subscription>`);
    const deleted = deleteWhileAsked(code, failing);
    await renew(uuid);
    expect(deleted.map(({ status }) => status)).toEqual([204]);
    const [, end = ''] = [uuid, (await shop.show(uuid, 'current_period_started_at'))[0]];
    expect((await shop.charged(code)).at(-1)).toBe('renewal past_due 0341 declined');
    await shop.travel(new Date(Date.parse(end) + 3 * 86_400_000).toISOString());
    expect((await shop.charged(code)).at(-1)).toBe('renewal paid 0341 declined, 1111');
  });

  it('pays as the backup, and is charged no more', async () => {
    const [code, plan] = [await shop.account(), await shop.plan()];
    const uuid = await shop.subscribe(code, plan);
    expect((await shop.api('PUT', `/v2/accounts/${code}/billing_info`, cardInfo(FAILING.soft))).status).toBe(200);
    const backup = await shop.add(code, CARDS.mastercard, BACKUP);
    // The first call is the declined one, the second that of the backup.
    let calls = 0;
    service().whileAsked(async () => {
      calls += 1;
      if (calls === 2) expect((await shop.api('DELETE', pathOf(code, backup))).status).toBe(204);
    });
    await renew(uuid);
    expect(calls).toBe(2);
    expect((await shop.charged(code)).at(-1)).toBe('renewal paid 0341 declined, 4444 B');
    await renew(uuid);
    expect((await shop.charged(code)).at(-1)).toBe('renewal past_due 0341 declined');
  });

  it('is not stored again by the request that was replacing it', async () => {
    const code = await shop.account();
    const mastercard = await shop.add(code, CARDS.mastercard);
    const deleted = deleteWhileAsked(code, mastercard);
    const replaced = await shop.api('PUT', pathOf(code, mastercard), cardInfo(CARDS.discover));
    expect(deleted.map(({ status }) => status)).toEqual([204]);
    expect([replaced.status, textOf(replaced.xml, 'symbol')]).toEqual([422, 'simultaneous_request']);
    expect(await methodsOf(code)).toEqual(['1111']);
    const again = await shop.api('PUT', pathOf(code, mastercard), cardInfo(CARDS.discover));
    expect(again.status).toBe(404);
  });

  it('leaves the account without one while an invoice is collected, which is paid all the same', async () => {
    const [code, plan] = [await shop.account(), await shop.plan()];
    const [only = ''] = await methodsOf(code, 'uuid');
    const uuid = await shop.subscribe(code, plan);
    const deleted = deleteWhileAsked(code, only);
    await renew(uuid);
    expect(deleted.map(({ status }) => status)).toEqual([204]);
    expect((await shop.charged(code)).at(-1)).toBe('renewal paid 1111');
    expect(await methodsOf(code)).toEqual([]);
    await renew(uuid);
    expect((await shop.charged(code)).at(-1)).toBe('renewal past_due');
    expect(within((await shop.api('GET', `/v2/accounts/${code}`)).xml, 'billing_info')).toBeUndefined();
  });
});
