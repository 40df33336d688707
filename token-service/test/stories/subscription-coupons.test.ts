import { expect, it } from 'vitest';
import { fresh, textOf } from '../service.ts';
import { type EndingShop, openEndingShop, pauseFor } from './ending-shop.ts';
import { onBothEngines } from './engines.ts';

onBothEngines('a coupon on a subscription', (service) => {
  const open = () => openEndingShop(service());
  /** Creates a coupon of 10 % for one subscription, and redeems it. */
  const redeem = async ({ api }: EndingShop, account: string, uuid: string, inner = '') => {
    const code = fresh('tenth');
    const discount = '<discount_type>percent</discount_type><discount_percent>10</discount_percent>';
    const scope = '<redemption_resource>subscription</redemption_resource>';
    const coupon = `<coupon><coupon_code>${code}</coupon_code><name>Tenth</name>${discount}${scope}${inner}</coupon>`;
    expect((await api('POST', '/v2/coupons', coupon)).status).toBe(201);
    const body = `<redemption><account_code>${account}</account_code><subscription_uuid>${uuid}</subscription_uuid></redemption>`;
    const redeemed = await api('POST', `/v2/coupons/${code}/redeem`, body);
    expect(redeemed.status, redeemed.text).toBe(201);
  };
  const redemptionsOf = async ({ api }: EndingShop, uuid: string) =>
    ((await api('GET', `/v2/subscriptions/${uuid}/redemptions`)).xml?.children ?? []).map((one) =>
      textOf(one, 'state'),
    );

  it('discounts its renewals, and no other, until it expires', async () => {
    const shop = await open();
    const { code, uuid } = await shop.sell();
    const other = await shop.subscribe(code, await shop.plan());
    await redeem(shop, code, uuid);
    await shop.travel('2027-02-01T00:00:00Z');
    expect((await shop.invoices(code)).slice(2).toSorted()).toEqual([
      '2027-02-01T00:00:00Z renewal paid 2700',
      '2027-02-01T00:00:00Z renewal paid 3000',
    ]);
    expect([await redemptionsOf(shop, uuid), await redemptionsOf(shop, other)]).toEqual([['active'], []]);
    await shop.done(uuid, 'cancel');
    expect(await redemptionsOf(shop, uuid)).toEqual(['active']);
    await shop.travel('2027-03-01T00:00:00Z');
    expect(await redemptionsOf(shop, uuid)).toEqual(['inactive']);
  });

  it('ages while the subscription is paused', async () => {
    const shop = await open();
    const { code, uuid } = await shop.sell();
    const twoMonths =
      '<duration>temporal</duration><temporal_unit>month</temporal_unit><temporal_amount>2</temporal_amount>';
    await redeem(shop, code, uuid, twoMonths);
    await shop.done(uuid, 'pause', pauseFor(2));
    await shop.travel('2027-04-01T00:00:00Z');
    expect((await shop.invoices(code)).slice(1)).toEqual(['2027-04-01T00:00:00Z renewal paid 3000']);
    expect(await redemptionsOf(shop, uuid)).toEqual(['inactive']);
  });

  it('discounts the period that an early resumption bills', async () => {
    const shop = await open();
    const { code, uuid } = await shop.sell();
    await redeem(shop, code, uuid, '<duration>single_use</duration>');
    await shop.done(uuid, 'pause', pauseFor(2));
    await shop.travel('2027-02-10T00:00:00Z');
    await shop.done(uuid, 'resume');
    await shop.travel('2027-03-10T00:00:00Z');
    expect((await shop.invoices(code)).slice(1)).toEqual([
      '2027-02-10T00:00:00Z renewal paid 2700',
      '2027-03-10T00:00:00Z renewal paid 3000',
    ]);
  });
});
