import { describe, expect, it } from 'vitest';
import { findings, textOf, within } from '../service.ts';
import { addOn, addOns, openChangingShop, plan, quantity, unit, usd } from './changing.ts';
import { onBothEngines } from './engines.ts';

const price = (cents: number) => usd('unit_amount_in_cents', cents);

/** Immediate changes in the period of 1 June to 1 July. */
onBothEngines('an immediate change', (service) => {
  const open = (changes = {}) => openChangingShop(service(), changes);

  it('to a higher price credits the old and charges the new, each in proportion and with its discount', async () => {
    const shop = await open();
    const account = await shop.account();
    await shop.redeem(account, '<discount_type>percent</discount_type><discount_percent>10</discount_percent>');
    const uuid = await shop.subscribe(account, await shop.plan(price(10_000)));
    await shop.travel('2027-06-21T00:00:00Z');
    const before = (await shop.events()).length;
    const answer = await shop.changed(uuid, plan(await shop.plan(price(16_000))));
    expect(textOf(answer, 'unit_amount_in_cents')).toBe('16000');
    expect(textOf(answer, 'current_period_started_at')).toBe('2027-06-01T00:00:00Z');
    // A third is left: 33.33 - 3.33 credited, 53.33 - 5.33 charged; 18.00 is due.
    expect(await shop.linesOf(account, 'credit')).toEqual(['plan -3333']);
    expect(await shop.linesOf(account, 'charge')).toEqual(['plan 5333']);
    expect((await shop.invoices(account)).toSorted()).toEqual([
      '2027-06-01T00:00:00Z purchase paid 9000',
      '2027-06-21T00:00:00Z immediate_change closed -3000',
      '2027-06-21T00:00:00Z immediate_change paid 4800',
    ]);
    expect(await shop.payments(account)).toEqual(['success 9000', 'success 1800']);
    expect((await shop.events()).slice(before).filter((type) => type.includes('subscription'))).toEqual([
      'updated_subscription',
    ]);
    await shop.travel('2027-07-01T00:00:00Z');
    expect((await shop.invoices(account)).at(-1)).toBe('2027-07-01T00:00:00Z renewal paid 14400');
  });

  it('of hundreds of add-ons names each that is unknown', async () => {
    const shop = await open();
    const uuid = await shop.subscribe(await shop.account(), await shop.plan());
    const unknown = addOns(...Array.from({ length: 600 }, (_, n) => addOn(`unknown-${n}`)));
    for (const [method, path] of [
      ['PUT', `/v2/subscriptions/${uuid}`],
      ['POST', `/v2/subscriptions/${uuid}/preview`],
    ] as const) {
      const answer = await shop.api(method, path, `<subscription>${unknown}</subscription>`);
      expect(answer.status, answer.text.slice(0, 500)).toBe(422);
      expect(findings(answer.xml).at(-1)).toBe(
        'subscription.subscription_add_ons[add_on_code=unknown-599].add_on_code invalid',
      );
    }
  });

  it('twice in a period credits what the first one charged, for the time that is left of it', async () => {
    const shop = await open();
    const account = await shop.account();
    const uuid = await shop.subscribe(account, await shop.plan(price(3000)));
    await shop.travel('2027-06-11T00:00:00Z');
    // 20 of 30 days: 20.00 credited, 40.00 charged.
    await shop.changed(uuid, plan(await shop.plan(price(6000))));
    await shop.travel('2027-06-21T00:00:00Z');
    // 10 of 30 days: half of those 40.00 credited, 30.00 charged.
    await shop.changed(uuid, plan(await shop.plan(price(9000))));
    expect(await shop.linesOf(account, 'credit')).toEqual(['plan -2000']);
    expect(await shop.linesOf(account, 'charge')).toEqual(['plan 3000']);
    expect(await shop.payments(account)).toEqual(['success 3000', 'success 2000', 'success 1000']);
  });

  it('to a higher price and down again leaves credit, which pays for the renewal', async () => {
    const shop = await open();
    const account = await shop.account();
    const gold = await shop.plan(price(3000));
    const uuid = await shop.subscribe(account, gold);
    await shop.travel('2027-06-11T00:00:00Z');
    await shop.changed(uuid, plan(await shop.plan(price(6000))));
    await shop.travel('2027-06-21T00:00:00Z');
    // 20.00 credited, 10.00 charged and paid from it.
    await shop.changed(uuid, plan(gold));
    expect(await shop.payments(account)).toEqual(['success 3000', 'success 2000']);
    expect(await shop.balance(account)).toBe(-1000);
    await shop.travel('2027-07-01T00:00:00Z');
    expect(await shop.payments(account)).toEqual(['success 3000', 'success 2000', 'success 2000']);
    expect(await shop.balance(account)).toBe(0);
  });

  it('of the price or the quantity alone bills the difference, as one unit', async () => {
    const shop = await open();
    const account = await shop.account();
    const uuid = await shop.subscribe(account, await shop.plan(price(3000)));
    await shop.travel('2027-06-16T00:00:00Z');
    // Two more for half a period.
    await shop.changed(uuid, quantity(3));
    expect(await shop.latestLines(account)).toEqual(['plan 3000 x 1']);
    await shop.travel('2027-06-21T00:00:00Z');
    // One less for a third of a period, of the 30.00 for two.
    await shop.changed(uuid, quantity(2));
    expect(await shop.linesOf(account, 'credit')).toEqual(['plan -1000']);
    expect(await shop.balance(account)).toBe(-1000);
    // 2 x 15.00 more a period, a third of it; 10.00 of that is paid from credit and nothing is left to pay.
    const dearer = await shop.changed(uuid, unit(4500));
    expect(textOf(dearer, 'quantity')).toBe('2');
    expect(await shop.linesOf(account, 'charge')).toEqual(['plan 1000']);
    expect(await shop.balance(account)).toBe(0);
    // 2 x 30.00 less a period, a third of it.
    await shop.changed(uuid, unit(1500));
    expect(await shop.balance(account)).toBe(-2000);
    expect(await shop.payments(account)).toEqual(['success 3000', 'success 3000']);
  });

  it('of price and quantity bills both anew', async () => {
    const shop = await open();
    const account = await shop.account();
    const uuid = await shop.subscribe(account, await shop.plan(price(3000)));
    await shop.travel('2027-06-16T00:00:00Z');
    await shop.changed(uuid, unit(2000) + quantity(4));
    expect([await shop.linesOf(account, 'credit'), await shop.linesOf(account, 'charge')]).toEqual([
      ['plan -1500'],
      ['plan 4000'],
    ]);
  });

  it('keeps add-ons that it does not speak of, and removes those that a list does not name', async () => {
    const shop = await open();
    const account = await shop.account();
    const gold = await shop.plan(price(3000));
    for (const code of ['seats', 'support', 'backup']) await shop.sells(gold, code, 600);
    const codes = (xml: Parameters<typeof within>[0]) =>
      within(xml, 'subscription_add_ons')?.children.map(
        (one) => `${textOf(one, 'add_on_code')} ${textOf(one, 'quantity')}`,
      );
    const uuid = await shop.subscribe(account, gold, addOns(addOn('seats', quantity(2)), addOn('support')));
    await shop.travel('2027-06-16T00:00:00Z');
    expect(codes(await shop.changed(uuid, '<po_number>7</po_number>'))).toEqual(['seats 2', 'support 1']);
    expect(await shop.invoices(account)).toHaveLength(1);
    // Half a period: support of 6.00 goes, backup of 6.00 comes, and seats stay.
    const swapped = await shop.changed(uuid, addOns(addOn('seats'), addOn('backup')));
    expect(codes(swapped)).toEqual(['seats 2', 'backup 1']);
    expect([await shop.linesOf(account, 'credit'), await shop.linesOf(account, 'charge')]).toEqual([
      ['add_on -300'],
      ['add_on 300'],
    ]);
    expect(codes(await shop.changed(uuid, '<subscription_add_ons nil="nil"/>'))).toEqual([]);
  });

  it('to another plan keeps the add-ons of the same code, at the price that it has there', async () => {
    const shop = await open();
    const account = await shop.account();
    const [gold, platinum] = [await shop.plan(price(3000)), await shop.plan(price(6000))];
    await shop.sells(gold, 'seats', 600);
    await shop.sells(gold, 'support', 600);
    await shop.sells(platinum, 'seats', 800);
    const uuid = await shop.subscribe(account, gold, addOns(addOn('seats', quantity(2)), addOn('support')));
    await shop.travel('2027-06-16T00:00:00Z');
    const answer = await shop.changed(uuid, plan(platinum));
    expect(within(answer, 'subscription_add_ons')?.children.map((one) => textOf(one, 'unit_amount_in_cents'))).toEqual([
      '800',
    ]);
    // Half of 30.00, 12.00 and 6.00; half of 60.00 and 16.00.
    expect((await shop.linesOf(account, 'credit')).toSorted()).toEqual(['add_on -300', 'add_on -600', 'plan -1500']);
    expect((await shop.linesOf(account, 'charge')).toSorted()).toEqual(['add_on 800', 'plan 3000']);
  });

  it('to another interval starts a new period and term, charged in full', async () => {
    const shop = await open();
    const account = await shop.account();
    const uuid = await shop.subscribe(account, await shop.plan(price(3000)));
    const yearly = `${price(30_000)}<plan_interval_length>12</plan_interval_length>`;
    await shop.travel('2027-06-16T00:00:00Z');
    await shop.changed(uuid, plan(await shop.plan(yearly)));
    expect(await shop.show(uuid, 'current_period_started_at', 'current_period_ends_at')).toEqual([
      '2027-06-16T00:00:00Z',
      '2028-06-16T00:00:00Z',
    ]);
    // 300.00 less the unused half of 30.00.
    expect(await shop.payments(account)).toEqual(['success 3000', 'success 28500']);
  });

  it('leaves pending charges for the renewal, and charges no setup fee', async () => {
    const shop = await open();
    const account = await shop.account();
    const uuid = await shop.subscribe(account, await shop.plan(price(3000)));
    await shop.created(
      `/v2/accounts/${account}/adjustments`,
      '<adjustment><unit_amount_in_cents>700</unit_amount_in_cents><currency>USD</currency></adjustment>',
    );
    await shop.travel('2027-06-16T00:00:00Z');
    await shop.changed(uuid, plan(await shop.plan(price(6000) + usd('setup_fee_in_cents', 500))));
    expect(await shop.linesOf(account, 'charge')).toEqual(['plan 3000']);
    await shop.travel('2027-07-01T00:00:00Z');
    expect((await shop.linesOf(account, 'charge')).toSorted()).toEqual(['debit 700', 'plan 6000']);
  });

  it('does not credit what was written off', async () => {
    const shop = await open();
    const account = await shop.account('');
    const manual = '<collection_method>manual</collection_method>';
    const uuid = await shop.subscribe(account, await shop.plan(price(3000)), manual);
    const { xml } = await shop.api('GET', `/v2/accounts/${account}/invoices`);
    const number = textOf(xml?.children[0], 'invoice_number');
    expect((await shop.api('PUT', `/v2/invoices/${number}/mark_failed`)).status).toBe(200);
    await shop.travel('2027-06-16T00:00:00Z');
    await shop.changed(uuid, unit(1000));
    expect(await shop.balance(account)).toBe(0);
  });

  it('of what cost nothing closes its credit, of which nothing is left', async () => {
    const shop = await open();
    const account = await shop.account();
    await shop.redeem(account, '<discount_type>percent</discount_type><discount_percent>100</discount_percent>');
    const uuid = await shop.subscribe(account, await shop.plan(price(3000)));
    await shop.travel('2027-06-16T00:00:00Z');
    await shop.changed(uuid, plan(await shop.plan(price(9000))));
    expect((await shop.invoices(account)).slice(1).toSorted()).toEqual([
      '2027-06-16T00:00:00Z immediate_change closed 0',
      '2027-06-16T00:00:00Z immediate_change paid 0',
    ]);
  });

  describe('with a fixed coupon', () => {
    const forever = `<discount_type>dollars</discount_type>${usd('discount_in_cents', 2000)}`;

    it('takes off what the period has not used, in proportion, and what the change credits', async () => {
      const shop = await open();
      const account = await shop.account();
      await shop.redeem(account, forever);
      const uuid = await shop.subscribe(account, await shop.plan(price(10_000)));
      await shop.travel('2027-06-21T00:00:00Z');
      await shop.changed(uuid, plan(await shop.plan(price(16_000))));
      // All 20.00 are used. The credit of 33.33 restores 6.67 of them, which the charge of 53.33 uses again.
      expect((await shop.invoices(account)).slice(1).toSorted()).toEqual([
        '2027-06-21T00:00:00Z immediate_change closed -2666',
        '2027-06-21T00:00:00Z immediate_change paid 4666',
      ]);
    });

    it('has its unused amount for an upgrade', async () => {
      const shop = await open();
      const account = await shop.account();
      await shop.redeem(account, forever);
      const uuid = await shop.subscribe(account, await shop.plan(price(800)));
      await shop.travel('2027-06-16T00:00:00Z');
      await shop.changed(uuid, quantity(6));
      // Five more for half a period are 20.00; half of the 12.00 that are not used comes off.
      expect((await shop.invoices(account)).at(-1)).toBe('2027-06-16T00:00:00Z immediate_change paid 1400');
    });
  });
});
