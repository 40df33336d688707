import { expect, it } from 'vitest';
import { textOf, within } from '../service.ts';
import { addOn, addOns, openChangingShop, quantity, timeframe, unit, usd } from './changing.ts';
import { onSqlite } from './engines.ts';

onSqlite('the tax of a subscription', (service) => {
  it('is that of its next period, after every change', async () => {
    const shop = await openChangingShop(service(), { tax_registrations: ['US-CA'] });
    const account = await shop.account();
    const plan = await shop.plan(usd('unit_amount_in_cents', 10_000) + usd('setup_fee_in_cents', 2500));
    await shop.sells(plan, 'seats', 1000);
    const uuid = await shop.subscribe(account, plan, addOns(addOn('seats', quantity(2))));
    const shown = await shop.subscription(uuid);
    const rate = Number(textOf(shown, 'tax_rate'));
    expect(rate).toBeGreaterThan(0);
    const tax = async () => Number((await shop.show(uuid, 'tax_in_cents'))[0]);
    // 100.00 and twice 10.00, without the setup fee.
    expect(await tax()).toBe(Math.round(12_000 * rate));

    // Twice 80.00 and twice 10.00 from now on.
    await shop.travel('2027-06-11T00:00:00Z');
    await shop.changed(uuid, unit(8000) + quantity(2));
    expect(await tax()).toBe(Math.round(18_000 * rate));

    // 80.00 and twice 10.00 from the next period on.
    await shop.changed(uuid, timeframe('bill_date') + quantity(1));
    const next = await tax();
    expect(next).toBe(Math.round(10_000 * rate));
    await shop.travel('2027-07-01T00:00:00Z');
    const { xml } = await shop.api('GET', `/v2/accounts/${account}/invoices?per_page=1&sort=created_at`);
    expect(textOf(within(xml, 'invoice'), 'tax_in_cents')).toBe(`${next}`);
    expect(await tax()).toBe(next);
  });
});
