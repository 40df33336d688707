import { expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { cycles, fields, openEndingShop, pauseFor, trialOf } from './ending-shop.ts';
import { onBothEngines } from './engines.ts';
import { actionsOf } from './refund-shop.ts';

const NAMES = ['state', 'canceled_at', 'expires_at'] as const;
const NOW = '2027-01-01T00:00:00Z';
const MONTH_LATER = '2027-02-01T00:00:00Z';

onBothEngines('canceled subscriptions', (service) => {
  const open = () => openEndingShop(service());

  it('expire at the end of their period, and nothing is billed', async () => {
    const shop = await open();
    const { uuid, code } = await shop.sell('', cycles(3));
    expect(actionsOf(await shop.subscription(uuid))).toEqual(['cancel', 'terminate', 'postpone', 'notes']);
    let canceled = await shop.subscription(uuid);
    const events = await shop.announced(async () => {
      // Some clients send the whole subscription.
      canceled = await shop.done(uuid, 'cancel', '<subscription><quantity>7</quantity></subscription>');
    });
    expect(events).toEqual(['canceled_subscription']);
    const expected = { state: 'canceled', canceled_at: NOW, expires_at: MONTH_LATER };
    expect(fields(canceled, ...NAMES, 'quantity')).toEqual({ ...expected, quantity: '1' });
    expect(actionsOf(canceled)).toEqual(['terminate', 'notes', 'reactivate']);
    expect(fields(await shop.subscription(uuid), ...NAMES)).toEqual(expected);
    expect(await shop.invoices(code)).toHaveLength(1);
    const { xml } = await shop.api('GET', `/v2/accounts/${code}`);
    const flags = ['has_live_subscription', 'has_active_subscription', 'has_canceled_subscription'] as const;
    expect(flags.map((name) => textOf(xml, name))).toEqual(['true', 'false', 'true']);
  });

  it('expire at the end of their term where that is asked for', async () => {
    const shop = await open();
    const [late, soon] = [await shop.sell('', cycles(3)), await shop.sell('', cycles(3))];
    expect(textOf(await shop.done(late.uuid, 'cancel?timeframe=term_end'), 'expires_at')).toBe('2027-04-01T00:00:00Z');
    expect(textOf(await shop.done(soon.uuid, 'cancel?timeframe=bill_date'), 'expires_at')).toBe(MONTH_LATER);
  });

  it('end with their trial', async () => {
    const shop = await open();
    const { uuid } = await shop.sell('', trialOf(14));
    const canceled = await shop.done(uuid, 'cancel?timeframe=term_end');
    expect(fields(canceled, 'expires_at', 'trial_ends_at')).toEqual({
      expires_at: '2027-01-15T00:00:00Z',
      trial_ends_at: '2027-01-15T00:00:00Z',
    });
  });

  it('lose a scheduled pause', async () => {
    const shop = await open();
    const { uuid } = await shop.sell();
    await shop.done(uuid, 'pause', pauseFor(2));
    const events = await shop.announced(() => shop.done(uuid, 'cancel'));
    expect(events).toEqual(['subscription_pause_canceled', 'canceled_subscription']);
    expect(await shop.show(uuid, 'paused_at', 'remaining_pause_cycles')).toEqual(['', '']);
  });

  it('are removed before they start, with the coupon that was redeemed for them', async () => {
    const shop = await open();
    const coupon = fresh('coupon');
    const discount = '<discount_type>percent</discount_type><discount_percent>10</discount_percent>';
    const scope = '<redemption_resource>subscription</redemption_resource>';
    const body = `<coupon><coupon_code>${coupon}</coupon_code><name>Tide</name>${discount}${scope}</coupon>`;
    expect((await shop.api('POST', '/v2/coupons', body)).status).toBe(201);
    const later = `<starts_at>2027-03-01T00:00:00Z</starts_at><coupon_code>${coupon}</coupon_code>`;
    const { uuid, code } = await shop.sell(later);
    expect(actionsOf(await shop.subscription(uuid))).toEqual(['cancel', 'notes']);
    const redemptions = async () =>
      ((await shop.api('GET', `/v2/accounts/${code}/redemptions`)).xml?.children ?? []).map((one) =>
        textOf(one, 'state'),
      );
    expect(await redemptions()).toEqual(['active']);
    const events = await shop.announced(async () => {
      const removed = await shop.done(uuid, 'cancel');
      expect(fields(removed, ...NAMES)).toEqual({ state: 'canceled', canceled_at: NOW, expires_at: NOW });
      // It can no longer be looked up, so nothing leads to it and no action is offered.
      expect(removed.attributes.get('href')).toBeUndefined();
      expect(within(removed, 'redemptions')).toBeUndefined();
      expect(actionsOf(removed)).toEqual([]);
    });
    expect(events).toEqual(['canceled_subscription']);
    expect((await shop.act(uuid, 'cancel')).status).toBe(404);
    expect((await shop.api('GET', `/v2/subscriptions/${uuid}`)).status).toBe(404);
    expect(await redemptions()).toEqual(['inactive']);
    expect((await shop.api('GET', `/v2/accounts/${code}/subscriptions?state=`)).xml?.children).toEqual([]);
    expect(await shop.invoices(code)).toEqual([]);
  });

  it('answer 412 where the account has no live subscription, and 422 where it has another', async () => {
    const shop = await open();
    const { uuid, code } = await shop.sell();
    await shop.done(uuid, 'terminate');
    expect(await shop.refused(uuid, 'cancel')).toEqual([412, 'precondition_failed']);
    const other = await shop.subscribe(code, await shop.plan());
    expect(await shop.refused(uuid, 'cancel')).toEqual([422, 'subscription_not_cancelable']);
    await shop.done(other, 'cancel');
    expect(await shop.refused(other, 'cancel')).toEqual([422, 'subscription_not_cancelable']);
  });

  it('name a timeframe that is not known, after looking the subscription up', async () => {
    const shop = await open();
    const { uuid } = await shop.sell();
    expect(findings((await shop.act(uuid, 'cancel?timeframe=now')).xml)).toEqual(['subscription.timeframe inclusion']);
    expect((await shop.act('0'.repeat(32), 'cancel?timeframe=now')).status).toBe(404);
    expect(await shop.show(uuid, 'state')).toEqual(['active']);
  });

  it('are as before when they are reactivated, and renew again', async () => {
    const shop = await open();
    const { uuid, code } = await shop.sell('<auto_renew>false</auto_renew>', cycles(3));
    await shop.done(uuid, 'cancel');
    const events = await shop.announced(async () => {
      const again = await shop.done(uuid, 'reactivate');
      expect(fields(again, ...NAMES)).toEqual({ state: 'active', canceled_at: null, expires_at: null });
      expect(actionsOf(again)).toEqual(['cancel', 'terminate', 'postpone', 'notes']);
    });
    expect(events).toEqual(['reactivated_account']);
    expect(await shop.show(uuid, 'auto_renew', 'current_period_ends_at')).toEqual(['true', MONTH_LATER]);
    await shop.travel(MONTH_LATER);
    expect(await shop.invoices(code)).toEqual([`${NOW} purchase paid 3000`, `${MONTH_LATER} renewal paid 3000`]);
  });
});
