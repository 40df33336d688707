import { describe, expect, it } from 'vitest';
import { findings, fresh, textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { actionsOf } from './refund-shop.ts';
import { pauseFor, price, subscribing, trialOf } from './subscribing.ts';

const NAMES = ['state', 'canceled_at', 'expires_at'] as const;

onBothEngines('canceled subscriptions', (service) => {
  const shop = subscribing(service);
  const quarter = async () => shop.plan(`${price(3000)}<total_billing_cycles>3</total_billing_cycles>`);

  it('expire at the end of their period, and nothing is billed', async () => {
    const { uuid, account_code, xml } = await shop.subscribe(await quarter());
    const ends = textOf(xml, 'current_period_ends_at') ?? '';
    expect(actionsOf(xml)).toEqual(['cancel', 'terminate', 'postpone', 'notes']);
    let canceled = xml;
    expect(
      await shop.eventsOf(async () => {
        // Some clients send the whole subscription.
        canceled = await shop.done(uuid, 'cancel', '<subscription><quantity>7</quantity></subscription>');
      }),
    ).toEqual(['canceled_subscription']);
    const expected = { state: 'canceled', canceled_at: await shop.now(), expires_at: ends };
    expect(shop.fields(canceled, ...NAMES)).toEqual(expected);
    expect(textOf(canceled, 'quantity')).toBe('1');
    expect(actionsOf(canceled)).toEqual(['terminate', 'notes', 'reactivate']);
    expect(shop.fields(await shop.look(uuid), ...NAMES)).toEqual(expected);
    expect(await shop.invoicesOf(account_code)).toHaveLength(1);
    const account = await shop.get(`/v2/accounts/${account_code}`);
    const flags = ['has_live_subscription', 'has_active_subscription', 'has_canceled_subscription'] as const;
    expect(flags.map((name) => textOf(account, name))).toEqual(['true', 'false', 'true']);
  });

  it('expire at the end of their term where that is asked for', async () => {
    const { uuid, xml } = await shop.subscribe(await quarter());
    const canceled = await shop.done(uuid, 'cancel?timeframe=term_end');
    expect(textOf(canceled, 'expires_at')).toBe(textOf(xml, 'current_term_ends_at'));
    const other = await shop.subscribe(await quarter());
    expect(textOf(await shop.done(other.uuid, 'cancel?timeframe=bill_date'), 'expires_at')).toBe(
      textOf(other.xml, 'current_period_ends_at'),
    );
  });

  it('end with their trial', async () => {
    const { uuid, xml } = await shop.subscribe(await shop.plan(`${price(3000)}${trialOf(14)}`));
    const canceled = await shop.done(uuid, 'cancel?timeframe=term_end');
    expect(textOf(canceled, 'expires_at')).toBe(textOf(xml, 'trial_ends_at'));
  });

  it('lose a scheduled pause', async () => {
    const { uuid, xml } = await shop.subscribe(await shop.plan());
    await shop.done(uuid, 'pause', pauseFor(2));
    let canceled = xml;
    const events = await shop.eventsOf(async () => {
      canceled = await shop.done(uuid, 'cancel');
    });
    expect(events).toEqual(['subscription_pause_canceled', 'canceled_subscription']);
    expect(shop.fields(canceled, 'paused_at', 'remaining_pause_cycles')).toEqual({
      paused_at: null,
      remaining_pause_cycles: null,
    });
  });

  it('are removed before they start, with the coupon that was redeemed for them', async () => {
    const coupon = fresh('coupon');
    const discount = '<discount_type>percent</discount_type><discount_percent>10</discount_percent>';
    const scope = '<redemption_resource>subscription</redemption_resource>';
    await shop.api(
      'POST',
      '/v2/coupons',
      `<coupon><coupon_code>${coupon}</coupon_code><name>Tide</name>${discount}${scope}</coupon>`,
    );
    const later = `<starts_at>${await shop.inDays(30)}</starts_at><coupon_code>${coupon}</coupon_code>`;
    const { uuid, account_code, xml } = await shop.subscribe(await shop.plan(), later);
    expect(actionsOf(xml)).toEqual(['cancel', 'notes']);
    const redemptions = async () => (await shop.get(`/v2/accounts/${account_code}/redemptions`))?.children ?? [];
    expect((await redemptions()).map((one) => textOf(one, 'state'))).toEqual(['active']);
    let removed = xml;
    expect(
      await shop.eventsOf(async () => {
        removed = await shop.done(uuid, 'cancel');
      }),
    ).toEqual(['canceled_subscription']);
    const at = await shop.now();
    expect(shop.fields(removed, ...NAMES)).toEqual({ state: 'canceled', canceled_at: at, expires_at: at });
    expect((await shop.act(uuid, 'cancel')).status).toBe(404);
    expect((await shop.api('GET', `/v2/subscriptions/${uuid}`)).status).toBe(404);
    expect((await redemptions()).map((one) => textOf(one, 'state'))).toEqual(['inactive']);
    expect((await shop.get(`/v2/accounts/${account_code}/subscriptions?state=`))?.children).toEqual([]);
    expect(await shop.invoicesOf(account_code)).toEqual([]);
  });

  it('answer 412 where the account has no live subscription, and 422 where it has another', async () => {
    const account_code = fresh('twice');
    const gold = await shop.plan();
    const { uuid } = await shop.subscribe(gold, '', account_code);
    await shop.put(uuid, (record) => ({ ...record, state: 'expired', expires_at: record.current_period_ends_at }));
    const none = await shop.act(uuid, 'cancel');
    expect([none.status, textOf(none.xml, 'symbol')]).toEqual([412, 'precondition_failed']);
    const other = await shop.subscribe(gold, '<bulk>true</bulk>', account_code);
    const expired = await shop.act(uuid, 'cancel');
    expect([expired.status, textOf(expired.xml, 'symbol')]).toEqual([422, 'subscription_not_cancelable']);
    await shop.done(other.uuid, 'cancel');
    const twice = await shop.act(other.uuid, 'cancel');
    expect([twice.status, textOf(twice.xml, 'symbol')]).toEqual([422, 'subscription_not_cancelable']);
  });

  it('name a timeframe that is not known, after looking the subscription up', async () => {
    const { uuid } = await shop.subscribe(await shop.plan());
    expect(findings((await shop.act(uuid, 'cancel?timeframe=now')).xml)).toEqual(['subscription.timeframe inclusion']);
    expect((await shop.act('0'.repeat(32), 'cancel?timeframe=now')).status).toBe(404);
    expect(textOf(await shop.look(uuid), 'state')).toBe('active');
  });

  describe('reactivated', () => {
    it('are as before, and renew again', async () => {
      const { uuid, account_code, xml } = await shop.subscribe(await quarter(), '<auto_renew>false</auto_renew>');
      await shop.done(uuid, 'cancel');
      let again = xml;
      expect(
        await shop.eventsOf(async () => {
          again = await shop.done(uuid, 'reactivate');
        }),
      ).toEqual(['reactivated_account']);
      expect(shop.fields(again, ...NAMES)).toEqual({ state: 'active', canceled_at: null, expires_at: null });
      expect(textOf(again, 'auto_renew')).toBe('true');
      expect(textOf(again, 'current_period_ends_at')).toBe(textOf(xml, 'current_period_ends_at'));
      expect(actionsOf(again)).toEqual(['cancel', 'terminate', 'postpone', 'notes']);
      expect(await shop.invoicesOf(account_code)).toHaveLength(1);
    });
  });
});
