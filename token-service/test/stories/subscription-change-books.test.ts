import { expect, it } from 'vitest';
import { seeded } from '../money/random.ts';
import { type ApiResponse, textOf, within } from '../service.ts';
import { addOn, addOns, openChangingShop, plan, quantity, unit, usd } from './changing.ts';
import { onSqlite } from './engines.ts';

type Xml = ApiResponse['xml'];
const START = Date.parse('2027-06-01T00:00:00Z');
const PERIOD = Date.parse('2027-07-01T00:00:00Z') - START;
const number = (xml: Xml, name: string) => Number(textOf(xml, name));

/** Returns the price of a subscription for a whole period. */
const priceOf = (subscription: Xml): number =>
  number(subscription, 'unit_amount_in_cents') * number(subscription, 'quantity') +
  (within(subscription, 'subscription_add_ons')?.children ?? []).reduce(
    (sum, one) => sum + number(one, 'unit_amount_in_cents') * number(one, 'quantity'),
    0,
  );

/**
 * Charges less credits of any number of changes in a period are the price of each moment, added up over the period: an
 * integral that knows nothing of lines, shares and rounding.
 */
onSqlite('changes in one period', (service) => {
  it.each([1, 2, 3, 4])('bill the price of each moment, whatever they change (seed %i)', async (seed) => {
    const shop = await openChangingShop(service());
    const account = await shop.account();
    const random = seeded(seed);
    const upTo = (most: number) => random.below(most + 1);
    const plans: string[] = [];
    for (const cents of [3000, 4711, 9999]) {
      const code = await shop.plan(usd('unit_amount_in_cents', cents));
      for (const [n, name] of ['seats', 'support'].entries()) await shop.sells(code, name, 333 + cents * n);
      plans.push(code);
    }
    const uuid = await shop.subscribe(account, plans[0] ?? '', addOns(addOn('seats', quantity(2))));
    const changes = [
      () => plan(random.pick(plans) ?? ''),
      () => unit(upTo(6000)),
      () => quantity(1 + upTo(4)),
      () => unit(upTo(6000)) + quantity(1 + upTo(4)),
      () => addOns(addOn('seats', quantity(1 + upTo(5)))),
      () => addOns(addOn('seats'), addOn('support', unit(upTo(900)))),
      () => '<subscription_add_ons nil="nil"/>',
    ];
    const moments = Array.from({ length: 25 }, () => START + 1000 * random.below(PERIOD / 1000)).toSorted(
      (a, b) => a - b,
    );
    let price = priceOf(await shop.subscription(uuid));
    let [since, used] = [START, 0];
    for (const moment of moments) {
      await shop.travel(new Date(moment).toISOString());
      used += (price * (moment - since)) / PERIOD;
      since = moment;
      price = priceOf(await shop.changed(uuid, random.pick(changes)?.() ?? ''));
    }
    used += (price * (START + PERIOD - since)) / PERIOD;

    const { xml } = await shop.api('GET', `/v2/accounts/${account}/invoices?per_page=200`);
    const billed = (xml?.children ?? []).reduce((sum, invoice) => sum + number(invoice, 'total_in_cents'), 0);
    const lines = (xml?.children ?? []).flatMap((invoice) => within(invoice, 'line_items')?.children ?? []);
    expect(lines.length).toBeGreaterThan(25);
    // Each line is rounded once.
    expect(Math.abs(billed - used)).toBeLessThanOrEqual(lines.length / 2);
    const charges = lines.filter((line) => number(line, 'total_in_cents') > 0);
    for (const charge of charges) {
      const credited = lines
        .filter((line) => textOf(line, 'original_adjustment_uuid') === textOf(charge, 'uuid'))
        .reduce((sum, line) => sum - number(line, 'total_in_cents'), 0);
      expect(credited).toBeLessThanOrEqual(number(charge, 'total_in_cents'));
    }
  });
});
