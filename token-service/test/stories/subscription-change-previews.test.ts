import { expect, it } from 'vitest';
import { type ApiResponse, textOf, within } from '../service.ts';
import { addOn, addOns, openChangingShop, plan, quantity, timeframe, unit, usd } from './changing.ts';
import { onBothEngines } from './engines.ts';

const price = (cents: number) => usd('unit_amount_in_cents', cents);
const TOTALS = ['origin', 'subtotal_in_cents', 'discount_in_cents', 'tax_in_cents', 'total_in_cents'];
const AGREED = ['unit_amount_in_cents', 'quantity', 'current_period_ends_at', 'po_number', 'auto_renew'];

const measuredUnit = '<measured_unit><name>Coil</name><display_name>Coils</display_name></measured_unit>';
const usageAddOn = (unitId: string) =>
  `<add_on><add_on_code>ropes</add_on_code><name>Ropes</name><add_on_type>usage</add_on_type><usage_type>price</usage_type>
   <measured_unit_id>${unitId}</measured_unit_id>${price(5)}</add_on>`;

type Xml = ApiResponse['xml'];
const texts = (xml: Xml, names: readonly string[]) => names.map((name) => textOf(xml, name));
const lines = (invoice: Xml) =>
  (within(invoice, 'line_items')?.children ?? []).map((line) =>
    texts(line, ['origin', 'product_code', ...TOTALS.slice(2)]),
  );
const figures = (invoice: Xml) => [texts(invoice, TOTALS), lines(invoice)];

/** Previews of changes, on a site that collects tax. */
onBothEngines('a preview of a change', (service) => {
  const open = async () => {
    const shop = await openChangingShop(service(), { tax_registrations: ['US-CA'] });
    const account = await shop.account();
    const gold = await shop.plan(price(3333));
    const platinum = await shop.plan(price(6777));
    for (const code of [gold, platinum]) await shop.sells(code, 'seats', 599);
    await shop.redeem(account, '<discount_type>percent</discount_type><discount_percent>15</discount_percent>');
    const uuid = await shop.subscribe(account, gold, addOns(addOn('seats', quantity(3))));
    await shop.travel('2027-06-12T07:31:11Z');
    return { ...shop, account, gold, platinum, uuid };
  };
  const invoicesOf = async ({ api }: Pick<Awaited<ReturnType<typeof open>>, 'api'>, account: string) =>
    (await api('GET', `/v2/accounts/${account}/invoices?per_page=200`)).xml?.children ?? [];

  it.each([
    ['to a higher plan', ({ platinum }: Record<'platinum', string>) => plan(platinum)],
    ['to a lower price', () => unit(1000)],
    ['of quantity and add-ons', () => quantity(4) + addOns(addOn('seats', quantity(1)))],
    ['that removes an add-on', () => '<subscription_add_ons nil="nil"/>'],
    ['of nothing but terms', () => '<po_number>7</po_number>'],
    ['for later', () => timeframe('bill_date') + unit(9999)],
  ])('%s equals the change, to the cent, and writes nothing', async (_, of) => {
    const shop = await open();
    const inner = of(shop);
    const before = [await shop.subscription(shop.uuid), await invoicesOf(shop, shop.account), await shop.events()];
    const seen = await shop.preview(shop.uuid, inner);
    expect(seen.status, seen.text).toBe(200);
    expect([await shop.subscription(shop.uuid), await invoicesOf(shop, shop.account), await shop.events()]).toEqual(
      before,
    );

    const changed = await shop.changed(shop.uuid, inner);
    expect(texts(seen.xml, AGREED)).toEqual(texts(changed, AGREED));
    expect(textOf(seen.xml, 'pending_subscription', 'unit_amount_in_cents')).toBe(
      textOf(changed, 'pending_subscription', 'unit_amount_in_cents'),
    );
    const known = new Set((before[1] as NonNullable<Xml>[]).map((one) => textOf(one, 'uuid')));
    const made = (await invoicesOf(shop, shop.account)).filter((one) => !known.has(textOf(one, 'uuid')));
    const charge = within(seen.xml, 'invoice_collection', 'charge_invoice');
    const credits = within(seen.xml, 'invoice_collection', 'credit_invoices')?.children ?? [];
    const previewed = [...(charge?.children.length ? [charge] : []), ...credits];
    expect(previewed.map(figures).toSorted()).toEqual(made.map(figures).toSorted());
  });

  it('takes the form of each version: a single invoice before 2.10, none where nothing is billed', async () => {
    const shop = await open();
    const seen = (inner: string, version: string) => shop.preview(shop.uuid, inner, { 'X-Api-Version': version });
    const newest = await seen(plan(shop.platinum), '2.19');
    const older = await seen(plan(shop.platinum), '2.9');
    expect(within(older.xml, 'invoice_collection')).toBeUndefined();
    expect(textOf(older.xml, 'invoice', 'total_in_cents')).toBe(
      textOf(newest.xml, 'invoice_collection', 'charge_invoice', 'total_in_cents'),
    );
    // What the new terms cost in a period, not the prorated charge.
    const products = [newest.xml, ...(within(newest.xml, 'subscription_add_ons')?.children ?? [])];
    const costs = products.map((one) => Number(textOf(one, 'unit_amount_in_cents')) * Number(textOf(one, 'quantity')));
    expect(Number(textOf(newest.xml, 'cost_in_cents'))).toBe(costs.reduce((sum, cost) => sum + cost));
    const later = await seen(timeframe('bill_date') + unit(100), '2.19');
    expect(within(later.xml, 'invoice_collection')).toBeUndefined();
    expect(textOf(later.xml, 'state')).toBe('active');
    expect(later.xml?.attributes.get('href')).toContain(shop.uuid);
  });

  it('names the earlier credit invoice that pays for the change', async () => {
    const shop = await open();
    await shop.changed(shop.uuid, unit(100));
    const seen = await shop.preview(shop.uuid, plan(shop.platinum));
    const charge = within(seen.xml, 'invoice_collection', 'charge_invoice');
    const paying = within(charge, 'credit_payments')?.children ?? [];
    const credit = (await invoicesOf(shop, shop.account)).find((one) => textOf(one, 'type') === 'credit');
    const named = paying.map((one) => within(one, 'original_invoice')?.attributes.get('href'));
    expect(named[0]).toBe(credit?.attributes.get('href'));
  });

  it('leads only to what exists', async () => {
    const shop = await open();
    const made = await shop.api('POST', '/v2/measured_units', measuredUnit);
    await shop.created(`/v2/plans/${shop.platinum}/add_ons`, usageAddOn(textOf(made.xml, 'id') ?? ''));
    for (const version of ['2.9', '2.19']) {
      const inner = plan(shop.platinum) + addOns(addOn('ropes'));
      const seen = await shop.preview(shop.uuid, inner, { 'X-Api-Version': version });
      expect(textOf(seen.xml, 'subscription_add_ons', 'subscription_add_on', 'usage_type')).toBe('price');
      const addresses = [...seen.text.matchAll(/<(?!a )[^>]* href="([^"]+)"/g)].map(([, href]) => new URL(href ?? ''));
      expect(addresses.length).toBeGreaterThan(3);
      const statuses = addresses.map(async ({ pathname }) => [pathname, (await shop.api('GET', pathname)).status]);
      expect(await Promise.all(statuses)).toEqual(addresses.map(({ pathname }) => [pathname, 200]));
    }
  });
});
