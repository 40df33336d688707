import { describe, expect, it } from 'vitest';
import type { Element } from '../../src/documents/xml/codec/element.ts';
import { findings, textOf, within } from '../service.ts';
import { openChangingShop, plan, quantity, timeframe, unit, usd } from './changing.ts';
import { onBothEngines } from './engines.ts';

const interval = (from: number, cents: number | string) =>
  `<ramp_interval><starting_billing_cycle>${from}</starting_billing_cycle>` +
  `<unit_amount_in_cents>${cents}</unit_amount_in_cents></ramp_interval>`;
/** A ramp of a subscription: the prices by the cycles from which they apply. */
const ramp = (prices: Readonly<Record<number, number>>) =>
  `<ramp_intervals type="array">${Object.entries(prices)
    .map(([from, cents]) => interval(Number(from), cents))
    .join('')}</ramp_intervals>`;
const planRamp = (prices: Readonly<Record<number, number>>) =>
  `<pricing_model>ramp</pricing_model><ramp_intervals type="array">${Object.entries(prices)
    .map(([from, cents]) => interval(Number(from), `<USD>${cents}</USD>`))
    .join('')}</ramp_intervals>`;
const STEPS = { 1: 500, 4: 900, 13: 1200 };
const NAMES = [
  'starting_billing_cycle',
  'unit_amount_in_cents',
  'remaining_billing_cycles',
  'starting_on',
  'ending_on',
];
const intervalsOf = (xml: Element | undefined) =>
  (within(xml, 'ramp_intervals')?.children ?? []).map((one) =>
    NAMES.map((name) => textOf(one, name)?.replace('T00:00:00Z', '') || 'nil').join(' '),
  );

onBothEngines('a ramp', (service) => {
  const open = async (inner = '') => {
    const shop = await openChangingShop(service(), {}, '2.29');
    const code = `ramp-${Math.random().toString(36).slice(2)}`;
    const created = await shop.api(
      'POST',
      '/v2/plans',
      `<plan>${plan(code)}<name>Ramp</name>${planRamp(STEPS)}${inner}</plan>`,
    );
    expect(created.status, created.text).toBe(201);
    const buyer = await shop.account();
    const totals = async () => (await shop.invoices(buyer)).map((one) => one.replace('T00:00:00Z', ''));
    const ramps = async (uuid: string) => intervalsOf(await shop.subscription(uuid));
    return { ...shop, code, buyer, totals, ramps };
  };

  it('charges each paid period what its interval says, across terms, and shows where it stands', async () => {
    const trial = '<trial_interval_length>7</trial_interval_length><trial_interval_unit>days</trial_interval_unit>';
    const shop = await open(`${trial}<total_billing_cycles>6</total_billing_cycles>`);
    const uuid = await shop.subscribe(shop.buyer, shop.code);
    // In the trial: the price of the first interval, all three cycles of which are to come.
    expect(await shop.show(uuid, 'unit_amount_in_cents')).toEqual(['500']);
    expect(await shop.ramps(uuid)).toEqual([
      '1 500 3 2027-06-08 2027-09-08',
      '4 900 9 2027-09-08 2028-06-08',
      '13 1200 nil 2028-06-08 nil',
    ]);
    await shop.travel('2027-07-08T00:00:00Z');
    // Period 2: cycles 2 and 3 are left at 5.00, until period 4 starts.
    expect(await shop.ramps(uuid)).toEqual([
      '1 500 2 2027-06-08 2027-09-08',
      '4 900 9 2027-09-08 2028-06-08',
      '13 1200 nil 2028-06-08 nil',
    ]);
    await shop.travel('2028-07-08T00:00:00Z');
    // The trial 0; periods 1 to 3 5.00, 4 to 12 9.00, from 13 on 12.00. Two terms of six cycles ended on the way.
    expect((await shop.totals()).map((one) => Number(one.split(' ').at(-1)))).toEqual([
      0, 500, 500, 500, 900, 900, 900, 900, 900, 900, 900, 900, 900, 1200, 1200,
    ]);
    expect(await shop.ramps(uuid)).toEqual([
      '1 500 0 2027-06-08 2027-09-08',
      '4 900 0 2027-09-08 2028-06-08',
      '13 1200 nil 2028-06-08 nil',
    ]);
    expect(await shop.show(uuid, 'unit_amount_in_cents', 'total_amount_in_cents')).toEqual(['1200', '1200']);
  });

  it('is the price of previews, purchases and the pages: that of the first interval', async () => {
    const shop = await open('<setup_fee_in_cents><USD>100</USD></setup_fee_in_cents>');
    const buyer = `<account><account_code>${shop.buyer}</account_code></account><currency>USD</currency>`;
    const sent = (more = '') =>
      `<purchase>${buyer}<subscriptions><subscription>${plan(shop.code)}${more}</subscription></subscriptions></purchase>`;
    const total = (xml: Element | undefined) => textOf(within(xml, 'charge_invoice'), 'total_in_cents');
    expect(total((await shop.api('POST', '/v2/purchases/preview', sent())).xml)).toBe('600');
    expect(total((await shop.api('POST', '/v2/purchases', sent())).xml)).toBe('600');
    // Prices of its own skip the introduction.
    await shop.travel('2027-06-02T00:00:00Z');
    const own = await shop.api('POST', '/v2/purchases', sent(ramp({ 1: 900, 10: 1200 }) + quantity(2)));
    expect(own.status, own.text).toBe(200);
    expect(total(own.xml)).toBe('1900');
    const older = await shop.api('GET', `/v2/plans/${shop.code}`, undefined, { 'X-Api-Version': '2.28' });
    expect(textOf(within(older.xml, 'unit_amount_in_cents', 'USD'))).toBe('500');
    expect(within(older.xml, 'ramp_intervals')).toBeUndefined();
    const newest = await shop.api('GET', `/v2/plans/${shop.code}`);
    expect(within(newest.xml, 'unit_amount_in_cents')).toBeUndefined();
    expect(textOf(newest.xml, 'pricing_model')).toBe('ramp');
    expect(within(newest.xml, 'ramp_intervals')?.children).toHaveLength(3);
  });

  describe('a pause', () => {
    it('stops the count, which goes on after it; a postponement moves dates only', async () => {
      const shop = await open();
      const uuid = await shop.subscribe(shop.buyer, shop.code);
      await shop.travel('2027-08-01T00:00:00Z');
      // Cycle 3 runs. It ends ten days later, and two months are skipped after it.
      await shop.api('PUT', `/v2/subscriptions/${uuid}/postpone?next_bill_date=2027-09-11T00:00:00Z`);
      await shop.api(
        'PUT',
        `/v2/subscriptions/${uuid}/pause`,
        '<subscription><remaining_pause_cycles>2</remaining_pause_cycles></subscription>',
      );
      expect((await shop.ramps(uuid)).slice(0, 2)).toEqual([
        '1 500 1 2027-06-01 2027-11-11',
        '4 900 9 2027-11-11 2028-08-11',
      ]);
      await shop.travel('2027-11-11T00:00:00Z');
      expect((await shop.totals()).slice(-2)).toEqual(['2027-08-01 renewal paid 500', '2027-11-11 renewal paid 900']);
    });

    it('ends with a change of the ramp, on an invoice of its own', async () => {
      const shop = await open();
      const uuid = await shop.subscribe(shop.buyer, shop.code);
      await shop.api(
        'PUT',
        `/v2/subscriptions/${uuid}/pause`,
        '<subscription><remaining_pause_cycles>9</remaining_pause_cycles></subscription>',
      );
      await shop.travel('2027-08-15T00:00:00Z');
      expect(await shop.show(uuid, 'state')).toEqual(['paused']);
      await shop.changed(uuid, ramp({ 1: 500, 2: 700 }));
      expect(await shop.show(uuid, 'state', 'unit_amount_in_cents')).toEqual(['active', '700']);
      expect((await shop.totals()).at(-1)).toBe('2027-08-15 immediate_change paid 700');
    });
  });

  describe('a change', () => {
    it('of the current price prorates like any other, and later prices wait for their cycles', async () => {
      const shop = await open();
      const uuid = await shop.subscribe(shop.buyer, shop.code);
      await shop.travel('2027-06-16T00:00:00Z');
      const sent = ramp({ 1: 800, 2: 1000 });
      const previewed = await shop.preview(uuid, sent);
      expect(intervalsOf(previewed.xml)[1]).toBe('2 1000 nil 2027-07-01 nil');
      await shop.changed(uuid, sent);
      // 3.00 more for half a period.
      expect((await shop.totals()).at(-1)).toBe('2027-06-16 immediate_change paid 150');
      await shop.travel('2027-07-01T00:00:00Z');
      expect((await shop.totals()).at(-1)).toBe('2027-07-01 renewal paid 1000');
      // Only later prices change: nothing is billed.
      await shop.changed(uuid, ramp({ 1: 800, 2: 1000, 3: 400 }));
      await shop.travel('2027-08-01T00:00:00Z');
      expect((await shop.totals()).slice(-2)).toEqual(['2027-07-01 renewal paid 1000', '2027-08-01 renewal paid 400']);
    });

    it('of quantity leaves the ramp alone, also one that waits', async () => {
      const shop = await open();
      const uuid = await shop.subscribe(shop.buyer, shop.code);
      await shop.travel('2027-08-10T00:00:00Z');
      const changed = await shop.changed(uuid, quantity(2) + timeframe('bill_date'));
      // Shown at the price of the cycle in which it takes place.
      expect(textOf(within(changed, 'pending_subscription'), 'unit_amount_in_cents')).toBe('900');
      await shop.travel('2027-09-01T00:00:00Z');
      expect((await shop.totals()).at(-1)).toBe('2027-09-01 renewal paid 1800');
      expect((await shop.ramps(uuid))[1]).toBe('4 900 9 2027-09-01 2028-06-01');
    });

    it('to the plan, at any time, begins with its first price, or with prices of its own', async () => {
      const shop = await open();
      const fixed = await shop.plan(usd('unit_amount_in_cents', 3000));
      const uuid = await shop.subscribe(shop.buyer, fixed);
      await shop.changed(uuid, plan(shop.code) + timeframe('bill_date'));
      await shop.travel('2027-10-01T00:00:00Z');
      expect((await shop.totals()).slice(1)).toEqual([
        '2027-07-01 renewal paid 500',
        '2027-08-01 renewal paid 500',
        '2027-09-01 renewal paid 500',
        '2027-10-01 renewal paid 900',
      ]);
      // The ramp that a client repeats is that of the old plan.
      const back = await shop.changed(uuid, plan(fixed) + ramp(STEPS) + timeframe('bill_date'));
      expect(textOf(within(back, 'pending_subscription'), 'unit_amount_in_cents')).toBe('3000');
      await shop.travel('2027-11-01T00:00:00Z');
      await shop.changed(uuid, plan(shop.code) + ramp({ 1: 900, 3: 1200 }) + timeframe('bill_date'));
      await shop.travel('2028-02-01T00:00:00Z');
      expect((await shop.totals()).slice(-4)).toEqual([
        '2027-11-01 renewal paid 3000',
        '2027-12-01 renewal paid 900',
        '2028-01-01 renewal paid 900',
        '2028-02-01 renewal paid 1200',
      ]);
    });

    it('that repeats the ramp, or sends none of it, changes nothing', async () => {
      const shop = await open();
      const uuid = await shop.subscribe(shop.buyer, shop.code);
      await shop.travel('2027-09-10T00:00:00Z');
      const before = await shop.totals();
      await shop.changed(uuid, ramp(STEPS) + timeframe('bill_date'));
      await shop.changed(uuid, '<ramp_intervals type="array"></ramp_intervals>');
      const shown = (await shop.api('GET', `/v2/subscriptions/${uuid}`)).text;
      await shop.changed(uuid, /<ramp_intervals.*<\/ramp_intervals>/s.exec(shown)?.[0] ?? '');
      await shop.changed(uuid, `${ramp(STEPS)}<po_number>PO 7</po_number>`);
      expect(await shop.totals()).toEqual(before);
      expect(await shop.show(uuid, 'po_number', 'unit_amount_in_cents')).toEqual(['PO 7', '900']);
    });

    it('of a plan is for new subscriptions', async () => {
      const shop = await open();
      const uuid = await shop.subscribe(shop.buyer, shop.code);
      const updated = await shop.api('PUT', `/v2/plans/${shop.code}`, `<plan>${planRamp({ 1: 100, 2: 9900 })}</plan>`);
      expect(updated.status, updated.text).toBe(200);
      await shop.travel('2027-07-01T00:00:00Z');
      expect((await shop.totals()).at(-1)).toBe('2027-07-01 renewal paid 500');
      const other = await shop.account();
      await shop.subscribe(other, shop.code);
      expect((await shop.invoices(other)).map((one) => one.split(' ').at(-1))).toEqual(['100']);
      expect(await shop.ramps(uuid)).toHaveLength(3);
    });
  });

  describe('refuses', () => {
    it('for a subscription what its plan does not allow, and changes nothing', async () => {
      const shop = await open();
      const fixed = await shop.plan(usd('unit_amount_in_cents', 3000));
      const uuid = await shop.subscribe(shop.buyer, shop.code);
      const other = await shop.subscribe(shop.buyer, fixed);
      await shop.travel('2027-10-10T00:00:00Z');
      const before = await shop.totals();
      const refused = async (of: string, inner: string) => {
        const { status, xml, text } = await shop.change(of, inner);
        expect(status, text).toBe(422);
        return findings(xml);
      };
      expect(await refused(other, ramp(STEPS))).toEqual(['subscription.ramp_intervals invalid']);
      expect(await refused(uuid, unit(700))).toEqual(['subscription.unit_amount_in_cents invalid']);
      expect(await refused(uuid, unit(700) + ramp({ 1: 500, 4: 700 }))).toEqual([
        'subscription.unit_amount_in_cents invalid',
      ]);
      expect(await refused(uuid, ramp({ 1: 500, 4: 700 }) + timeframe('bill_date'))).toEqual([
        'subscription.ramp_intervals invalid',
      ]);
      // The price of cycle 2 is past.
      expect(await refused(uuid, ramp({ 1: 600, 4: 900 }))).toEqual(['subscription.ramp_intervals invalid']);
      const starts = `<ramp_intervals type="array">${interval(1, 500)}${interval(4, 700)}${interval(4, 800)}</ramp_intervals>`;
      expect(await refused(uuid, starts)).toEqual([
        'subscription.ramp_intervals[2].starting_billing_cycle greater_than',
      ]);
      const sell = (inner: string) =>
        shop.api(
          'POST',
          '/v2/subscriptions',
          `<subscription>${plan(shop.code)}<currency>USD</currency><account><account_code>${shop.buyer}</account_code></account>${inner}</subscription>`,
        );
      expect(findings((await sell(unit(500) + ramp({ 1: 500 }))).xml)).toEqual([
        'subscription.unit_amount_in_cents invalid',
      ]);
      expect(findings((await sell(ramp({ 2: 500 }))).xml)).toEqual([
        'subscription.ramp_intervals[0].starting_billing_cycle equal_to',
      ]);
      expect(await shop.totals()).toEqual(before);
      expect(await shop.show(uuid, 'unit_amount_in_cents')).toEqual(['900']);
    });

    it('for a plan intervals without their prices, and a price beside them', async () => {
      const shop = await open();
      const create = async (inner: string) => {
        const { status, xml, text } = await shop.api(
          'POST',
          '/v2/plans',
          `<plan>${plan('other')}<name>Other</name>${inner}</plan>`,
        );
        expect(status, text).toBe(422);
        return findings(xml);
      };
      expect(await create('')).toEqual(['plan.unit_amount_in_cents blank']);
      expect(await create('<pricing_model>ramp</pricing_model>')).toEqual(['plan.ramp_intervals empty']);
      expect(await create(planRamp(STEPS) + usd('unit_amount_in_cents', 700))).toEqual([
        'plan.unit_amount_in_cents invalid',
      ]);
      expect(
        await create(planRamp(STEPS).replace('ramp</pricing', 'fixed</pricing') + usd('unit_amount_in_cents', 7)),
      ).toEqual(['plan.ramp_intervals invalid']);
      expect(await create(planRamp({ 2: 500 }))).toEqual(['plan.ramp_intervals[0].starting_billing_cycle equal_to']);
      expect(await create(planRamp(STEPS).replace('<USD>900</USD>', '<EUR>900</EUR>'))).toEqual([
        'plan.ramp_intervals[0].unit_amount_in_cents blank',
        'plan.ramp_intervals[1].unit_amount_in_cents blank',
        'plan.ramp_intervals[2].unit_amount_in_cents blank',
      ]);
      const update = async (inner: string) =>
        findings((await shop.api('PUT', `/v2/plans/${shop.code}`, `<plan>${inner}</plan>`)).xml);
      expect(await update(usd('unit_amount_in_cents', 700))).toEqual(['plan.unit_amount_in_cents invalid']);
      expect(await update('<pricing_model>fixed</pricing_model>')).toEqual(['plan.pricing_model immutable']);
      const many = Object.fromEntries(Array.from({ length: 13 }, (_, at) => [at + 1, 100]));
      expect(await update(planRamp(many))).toEqual(['plan.ramp_intervals too_many']);
    });
  });

  it('that is changed while a renewal runs is charged once for each cycle, at one of its prices', async () => {
    const shop = await open();
    const uuid = await shop.subscribe(shop.buyer, shop.code);
    await shop.travel('2027-06-30T23:59:00Z');
    const [answer] = await Promise.all([
      shop.change(uuid, ramp({ 1: 500, 2: 700, 3: 800 })),
      shop.travel('2027-07-01T00:01:00Z'),
    ]);
    // The renewal may hold the subscription for a moment; then the client is told to send it again.
    if (answer.status !== 200) {
      expect(textOf(answer.xml, 'symbol'), answer.text).toBe('simultaneous_request');
      await shop.changed(uuid, ramp({ 1: 500, 2: 700, 3: 800 }));
    }
    // A renewal that met the change is repeated after a while.
    await shop.travel('2027-08-01T00:00:00Z');
    for (const hour of [2, 4, 6]) {
      service().clock.advance({ hours: 1 });
      await shop.travel(`2027-08-01T0${hour}:00:00Z`);
    }
    const renewals = (await shop.totals()).filter((one) => one.includes('renewal'));
    expect(renewals).toHaveLength(2);
    expect(['2027-07-01 renewal paid 500', '2027-07-01 renewal paid 700']).toContain(renewals[0]);
    expect(renewals[1]).toBe('2027-08-01 renewal paid 800');
    expect(await shop.ramps(uuid)).toEqual([
      // The second price began with the renewal, or with the change after it.
      expect.stringMatching(/^1 500 0 2027-06-01 2027-07-01/),
      expect.stringMatching(/^2 700 0 2027-07-01\S* 2027-08-01$/),
      '3 800 nil 2027-08-01 nil',
    ]);
  });
});
