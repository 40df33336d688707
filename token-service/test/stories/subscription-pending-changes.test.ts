import { expect, it } from 'vitest';
import { findings, textOf, within } from '../service.ts';
import { addOn, addOns, openChangingShop, plan, quantity, timeframe, unit, usd } from './changing.ts';
import { onBothEngines } from './engines.ts';

const price = (cents: number) => usd('unit_amount_in_cents', cents);
const cycles = (count: number) => `<total_billing_cycles>${count}</total_billing_cycles>`;

/** Changes that wait, of subscriptions sold on 1 June. */
onBothEngines('a pending change', (service) => {
  const open = async (inner = '') => {
    const shop = await openChangingShop(service());
    const account = await shop.account();
    const gold = await shop.plan(price(3000) + inner);
    return { ...shop, account, gold, uuid: await shop.subscribe(account, gold) };
  };
  const pendingIn = (xml: Parameters<typeof within>[0]) => within(xml, 'pending_subscription');

  it('is shown, bills nothing, and is applied at the next bill date', async () => {
    const shop = await open();
    await shop.sells(shop.gold, 'seats', 600);
    const before = (await shop.events()).length;
    await shop.travel('2027-06-16T00:00:00Z');
    const inner = timeframe('bill_date') + unit(5000) + quantity(2) + addOns(addOn('seats', quantity(3)));
    const answer = await shop.changed(shop.uuid, inner);
    expect([textOf(answer, 'unit_amount_in_cents'), textOf(answer, 'quantity')]).toEqual(['3000', '1']);
    const pending = pendingIn(answer);
    expect(pending?.attributes.get('type')).toBe('subscription');
    expect(textOf(pending, 'plan', 'plan_code')).toBe(shop.gold);
    expect([textOf(pending, 'unit_amount_in_cents'), textOf(pending, 'quantity')]).toEqual(['5000', '2']);
    expect(textOf(pending, 'subscription_add_ons', 'subscription_add_on', 'quantity')).toBe('3');
    expect(await shop.invoices(shop.account)).toHaveLength(1);
    expect((await shop.events()).slice(before)).toEqual(['scheduled_subscription_update']);

    await shop.travel('2027-07-01T00:00:00Z');
    // 2 x 50.00 and 3 x 6.00.
    expect((await shop.invoices(shop.account)).at(-1)).toBe('2027-07-01T00:00:00Z renewal paid 11800');
    expect(pendingIn(await shop.subscription(shop.uuid))).toBeUndefined();
    const applied = (await shop.events()).slice(before + 1).filter((type) => type.includes('subscription'));
    expect(applied).toEqual(['updated_subscription', 'renewed_subscription']);
  });

  it.each([
    ['bill_date', 3, '2027-07-01'],
    ['renewal', 3, '2027-07-01'],
    ['term_end', 3, '2027-09-01'],
    ['renewal', 1, '2027-07-01'],
  ])('for %s in a term of %i cycles is applied on %s', async (when, count, date) => {
    const shop = await open(cycles(count));
    await shop.changed(shop.uuid, timeframe(when) + unit(4000));
    await shop.travel('2027-09-01T00:00:00Z');
    const renewals = (await shop.invoices(shop.account)).filter((invoice) => invoice.includes('renewal'));
    expect(renewals.find((invoice) => invoice.endsWith('4000'))?.slice(0, 10)).toBe(date);
    expect(renewals.filter((invoice) => invoice.endsWith('4000'))).toHaveLength(date === '2027-07-01' ? 3 : 1);
  });

  it('to another plan takes its interval and name from the bill date on', async () => {
    const shop = await open();
    const yearly = await shop.plan(`${price(30_000)}<plan_interval_length>12</plan_interval_length>`);
    await shop.changed(shop.uuid, timeframe('bill_date') + plan(yearly));
    await shop.travel('2027-07-01T00:00:00Z');
    expect((await shop.invoices(shop.account)).at(-1)).toBe('2027-07-01T00:00:00Z renewal paid 30000');
    expect(await shop.show(shop.uuid, 'current_period_ends_at')).toEqual(['2028-07-01T00:00:00Z']);
  });

  it('is replaced by another one, discarded by an immediate change, and cleared by one that changes nothing', async () => {
    const shop = await open();
    await shop.changed(shop.uuid, timeframe('bill_date') + unit(4000));
    const replaced = await shop.changed(shop.uuid, timeframe('bill_date') + quantity(2));
    expect(textOf(pendingIn(replaced), 'unit_amount_in_cents')).toBe('3000');
    expect(pendingIn(await shop.changed(shop.uuid, unit(3500)))).toBeUndefined();
    await shop.changed(shop.uuid, timeframe('bill_date') + unit(4000));
    expect(pendingIn(await shop.changed(shop.uuid, timeframe('now')))).toBeUndefined();
    await shop.changed(shop.uuid, timeframe('bill_date') + unit(4000));
    // Back to what is agreed now.
    expect(pendingIn(await shop.changed(shop.uuid, timeframe('bill_date') + unit(3500)))).toBeUndefined();
    await shop.travel('2027-07-01T00:00:00Z');
    expect((await shop.invoices(shop.account)).at(-1)).toMatch(/renewal paid 3500$/);
  });

  it('lets terms change at once, and stays when they alone change', async () => {
    const shop = await open();
    const manual =
      '<collection_method>manual</collection_method><net_terms>30</net_terms><po_number>PO 7</po_number><customer_notes>Hello</customer_notes>';
    const answer = await shop.changed(shop.uuid, timeframe('bill_date') + unit(4000) + manual);
    const terms = (xml: typeof answer) =>
      ['collection_method', 'net_terms', 'po_number', 'customer_notes'].map((name) => textOf(xml, name));
    expect(terms(answer)).toEqual(['manual', '30', 'PO 7', 'Hello']);
    expect(textOf(answer, 'unit_amount_in_cents')).toBe('3000');
    const before = (await shop.events()).length;
    const later = await shop.changed(shop.uuid, '<po_number>PO 8</po_number>');
    expect(textOf(pendingIn(later), 'unit_amount_in_cents')).toBe('4000');
    expect(terms(later)).toEqual(['manual', '30', 'PO 8', 'Hello']);
    expect((await shop.events()).slice(before)).toEqual(['updated_subscription']);
  });

  it('turns auto-renewal on', async () => {
    const shop = await open(`${cycles(1)}<auto_renew>false</auto_renew>`);
    expect(await shop.show(shop.uuid, 'auto_renew')).toEqual(['false']);
    const answer = await shop.changed(shop.uuid, timeframe('term_end') + unit(4000));
    expect(textOf(answer, 'auto_renew')).toBe('true');
    await shop.travel('2027-07-01T00:00:00Z');
    expect((await shop.invoices(shop.account)).at(-1)).toBe('2027-07-01T00:00:00Z renewal paid 4000');
  });

  it('does not move the term; other remaining cycles do, at once', async () => {
    const shop = await open(cycles(3));
    const answer = await shop.changed(
      shop.uuid,
      `${timeframe('term_end')}${unit(4000)}<remaining_billing_cycles>1</remaining_billing_cycles>`,
    );
    expect([textOf(answer, 'remaining_billing_cycles'), textOf(answer, 'current_term_ends_at')]).toEqual([
      '1',
      '2027-08-01T00:00:00Z',
    ]);
    await shop.travel('2027-08-01T00:00:00Z');
    expect((await shop.invoices(shop.account)).slice(1)).toEqual([
      '2027-07-01T00:00:00Z renewal paid 3000',
      '2027-08-01T00:00:00Z renewal paid 4000',
    ]);
    expect(await shop.show(shop.uuid, 'remaining_billing_cycles')).toEqual(['2']);
  });

  it('redeems no coupon', async () => {
    const shop = await open();
    await shop.created(
      '/v2/coupons',
      '<coupon><coupon_code>tenth</coupon_code><name>Tenth</name><discount_type>percent</discount_type><discount_percent>10</discount_percent></coupon>',
    );
    const coupon = '<coupon_code>tenth</coupon_code>';
    for (const inner of [timeframe('bill_date') + unit(4000), '<po_number>7</po_number>', timeframe('now')]) {
      const refused = await shop.change(shop.uuid, inner + coupon);
      expect([refused.status, findings(refused.xml)]).toEqual([422, ['subscription.coupon_code invalid']]);
    }
    await shop.travel('2027-06-16T00:00:00Z');
    // 60.00 more for half a period, less a tenth.
    await shop.changed(shop.uuid, unit(9000) + coupon);
    expect((await shop.invoices(shop.account)).at(-1)).toBe('2027-06-16T00:00:00Z immediate_change paid 2700');
  });
});
