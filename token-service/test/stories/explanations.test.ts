import { explanationText } from '@service/billing/domain/invoices/explain.ts';
import { findExplanation } from '@service/billing/queries/invoices/explanations.ts';
import { needInvoice } from '@service/billing/queries/invoices/invoices.ts';
import { expect, it } from 'vitest';
import { fresh, textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { openShop, type SubscriptionShop } from './subscription-shop.ts';

/** The card of a customer in Montreal, where GST and QST are due. */
const montreal =
  '<billing_info><first_name>Ada</first_name><last_name>Roy</last_name><number>4111111111111111</number><month>12</month>' +
  '<year>2040</year><verification_value>123</verification_value><country>CA</country><state>QC</state><zip>H2X 1Y4</zip></billing_info>';

const TIERS =
  '<tier_type>tiered</tier_type><tiers type="array">' +
  '<tier><ending_quantity type="integer">5</ending_quantity><unit_amount_in_cents><USD type="integer">500</USD></unit_amount_in_cents></tier>' +
  '<tier><unit_amount_in_cents><USD type="integer">400</USD></unit_amount_in_cents></tier></tiers>';

onBothEngines('an explained invoice', (service) => {
  /** Returns the explanation of an account's latest invoice, without its first lines, which name number and date. */
  const explained = async ({ api, records, site }: SubscriptionShop, account: string, type = 'charge') => {
    const listed = (await api('GET', `/v2/accounts/${account}/invoices?per_page=200`)).xml?.children ?? [];
    const latest = listed.find((one) => textOf(one, 'type') === type);
    const invoice = await needInvoice(records(), textOf(latest, 'invoice_number') ?? '');
    const lines = await records().adjustments.onInvoice(invoice.uuid);
    const text = explanationText(await findExplanation(service().service.opened)({ site }, { invoice, lines }));
    return { number: textOf(latest, 'invoice_number') ?? '', text, lines: text.split('\n').slice(2) };
  };

  it('of a change says period, seconds, factor and both prices', async () => {
    const shop = await openShop(service());
    await shop.travel('2027-06-01T00:00:00Z');
    const account = await shop.account();
    const uuid = await shop.subscribe(account, await shop.plan('', fresh('gold')));
    await shop.travel('2027-06-16T12:00:00Z');
    const dearer =
      '<subscription><timeframe>now</timeframe><unit_amount_in_cents>4500</unit_amount_in_cents></subscription>';
    expect((await shop.api('PUT', `/v2/subscriptions/${uuid}`, dearer)).status).toBe(200);
    const { lines } = await explained(shop, account);
    // (45.00 - 30.00) x 29/60 = 7.25; 14.5 days of 86,400 seconds are left of 30.
    expect(lines.slice(1, 7)).toEqual([
      '  Changed from 1 × 30.00 USD to 1 × 45.00 USD: 7.25 USD more for the part of 1 month that is left.',
      '  Period: 2027-06-16 12:00:00 UTC to 2027-07-01 00:00:00 UTC, 14 days 12 hours (1252800 seconds), of a regular ' +
        'interval of 1 month, counted from the anchor 2027-06-01 00:00:00 UTC: 30 days (2592000 seconds). ' +
        'Factor: 1252800/2592000 = 29/60.',
      '  Price of a whole interval: 45.00 USD instead of 30.00 USD, a difference of 15.00 USD.',
      '  Prorated: 15.00 USD x 29/60 = 7.25 USD, rounded once on the product.',
      '  Tax: none.',
      '  Total: 7.25 USD.',
    ]);
  });

  it('of a ramp says which cycle is billed and from which one on its price applies', async () => {
    const shop = await openShop(service(), {}, '2.29');
    await shop.travel('2027-06-01T00:00:00Z');
    const account = await shop.account();
    const interval = (from: number, cents: number) =>
      `<ramp_interval><starting_billing_cycle>${from}</starting_billing_cycle>` +
      `<unit_amount_in_cents><USD>${cents}</USD></unit_amount_in_cents></ramp_interval>`;
    const code = fresh('ramp');
    const body =
      `<plan><plan_code>${code}</plan_code><name>Ramp</name><pricing_model>ramp</pricing_model>` +
      `<ramp_intervals type="array">${interval(1, 500)}${interval(2, 900)}</ramp_intervals></plan>`;
    expect((await shop.api('POST', '/v2/plans', body)).status).toBe(201);
    await shop.subscribe(account, code);
    await shop.travel('2027-08-01T00:00:00Z');
    expect((await explained(shop, account)).lines.slice(3, 5)).toEqual([
      '  Price of a whole interval: 1 x 9.00 USD = 9.00 USD.',
      '  Ramp: billing cycle 3, at the price from cycle 2 on.',
    ]);
  });

  it('of a credit says which charge, what time is left and which share it covers', async () => {
    const shop = await openShop(service());
    await shop.travel('2027-06-01T00:00:00Z');
    const account = await shop.account();
    const plan = await shop.plan('', fresh('gold'));
    const uuid = await shop.subscribe(account, plan);
    const charge = await explained(shop, account);
    await shop.travel('2027-06-16T12:00:00Z');
    const cheaper =
      '<subscription><timeframe>now</timeframe><unit_amount_in_cents>2000</unit_amount_in_cents></subscription>';
    expect((await shop.api('PUT', `/v2/subscriptions/${uuid}`, cheaper)).status).toBe(200);
    const { lines } = await explained(shop, account, 'credit');
    // 10.00 x 29/60 = 4.8333: 29/180 of the 30.00 charged.
    expect(lines).toEqual([
      `1. ${plan}: -4.83 USD`,
      `  4.83 USD of invoice ${charge.number} is credited, for time that is not used.`,
      `  Credits “${plan}” on invoice ${charge.number}, charged at 30.00 USD.`,
      '  Unused: 2027-06-16 12:00:00 UTC to 2027-07-01 00:00:00 UTC, 14 days 12 hours (1252800 seconds), of a regular ' +
        'interval of 1 month, counted from the anchor 2027-06-01 00:00:00 UTC: 30 days (2592000 seconds). ' +
        'Factor: 1252800/2592000 = 29/60.',
      '  Price of a whole interval that is no longer used: 10.00 USD.',
      '  Share of the charge: 29/180.',
      '  Credited: 4.83 USD. Amount, discount and tax are credited by the same share, each rounded together with earlier ' +
        'credits of the charge, so that all credits add up to exactly what was charged.',
      '  Tax: none.',
      '  Total: -4.83 USD.',
      '',
      'Total',
      '  -4.83 USD of lines, 0.00 USD of discounts, 0.00 USD of tax: -4.83 USD. Halves of a cent are rounded away from zero.',
    ]);
  });

  it('of a credit says which taxes it returns', async () => {
    const shop = await openShop(service(), { tax_registrations: ['CA', 'CA-QC'], tax_charges: true });
    await shop.travel('2027-06-01T00:00:00Z');
    const account = await shop.account(montreal);
    const uuid = await shop.subscribe(account, await shop.plan('', fresh('gold')));
    await shop.travel('2027-06-16T00:00:00Z');
    const cheaper =
      '<subscription><timeframe>now</timeframe><unit_amount_in_cents>2000</unit_amount_in_cents></subscription>';
    expect((await shop.api('PUT', `/v2/subscriptions/${uuid}`, cheaper)).status).toBe(200);
    const { number, lines } = await explained(shop, account, 'credit');
    // Half of 10.00 is 5.00; 14.975 % of it are 0.75.
    expect(number).not.toBe('');
    expect(lines).toContain('  Tax: GST 5 % + QST 9.975 %, 0.75 USD.');
    expect(lines.join()).toContain('is credited, for time that is not used, with 0.75 USD of tax in it.');
    expect(lines).toContain('  Total: -5.75 USD.');
  });

  it('of a renewal says tiers, coupon and the two taxes, as does the appendix of its PDF', async () => {
    const shop = await openShop(service(), { tax_registrations: ['CA', 'CA-QC'], tax_charges: true });
    await shop.travel('2027-03-10T00:00:00Z');
    const plan = await shop.plan('', fresh('gold'));
    const seats = `<add_on><add_on_code>seats</add_on_code><name>Seats</name>${TIERS}</add_on>`;
    const added = await shop.api('POST', `/v2/plans/${plan}/add_ons`, seats, { 'X-Api-Version': '2.26' });
    expect(added.status, added.text).toBe(201);
    const account = await shop.account(montreal);
    const code = fresh('TIDE');
    const coupon = `<coupon><coupon_code>${code}</coupon_code><name>Tide</name><discount_type>percent</discount_type><discount_percent>15</discount_percent></coupon>`;
    expect((await shop.api('POST', '/v2/coupons', coupon)).status).toBe(201);
    await shop.subscribe(
      account,
      plan,
      `<coupon_code>${code}</coupon_code><subscription_add_ons><subscription_add_on><add_on_code>seats</add_on_code><quantity>8</quantity></subscription_add_on></subscription_add_ons>`,
    );
    await shop.travel('2027-04-10T00:00:00Z');
    const { number, lines } = await explained(shop, account);
    const month =
      '  Period: 2027-04-10 00:00:00 UTC to 2027-05-10 00:00:00 UTC, 30 days: one regular interval of 1 month, counted ' +
      'from the anchor 2027-03-10 00:00:00 UTC. Factor: 1.';
    const tax = (amount: string) => `  Tax: ${amount} USD, this line's share of its tax group.`;
    // 15 % of 30.00 + 25.00 + 12.00 = 67.00 is 10.05; 14.975 % of 56.95 is 8.5282625.
    expect(lines).toEqual([
      `1. ${plan}: 29.32 USD`,
      '  1 × 30.00 USD for 1 month.',
      month,
      '  Price of a whole interval: 1 x 30.00 USD = 30.00 USD.',
      `  Coupon ${code}: 15 % of 30.00 USD, this line's share of the discount: -4.50 USD.`,
      tax('3.82'),
      '  Total: 30.00 USD - 4.50 USD discount + 3.82 USD tax = 29.32 USD.',
      '',
      '2. Seats (1–5): 24.43 USD',
      '  5 × 5.00 USD for 1 month.',
      month,
      '  Price of a whole interval: 5 x 5.00 USD = 25.00 USD.',
      '  Tier: 5.00 USD is for units 1 to 5.',
      `  Coupon ${code}: 15 % of 25.00 USD, this line's share of the discount: -3.75 USD.`,
      tax('3.18'),
      '  Total: 25.00 USD - 3.75 USD discount + 3.18 USD tax = 24.43 USD.',
      '',
      '3. Seats (6 and up): 11.73 USD',
      '  3 × 4.00 USD for 1 month.',
      month,
      '  Price of a whole interval: 3 x 4.00 USD = 12.00 USD.',
      '  Tier: 4.00 USD is for units 6 and up.',
      `  Coupon ${code}: 15 % of 12.00 USD, this line's share of the discount: -1.80 USD.`,
      tax('1.53'),
      '  Total: 12.00 USD - 1.80 USD discount + 1.53 USD tax = 11.73 USD.',
      '',
      'Discounts',
      `  Coupon ${code} on lines 1 to 3: 15 % of 67.00 USD = 10.05 USD, rounded once and spread over the lines by largest remainder.`,
      '',
      'Taxes',
      '  Tax group GST 5 % + QST 9.975 % = 14.975 % on lines 1 to 3: 14.975 % of 56.95 USD after discounts = 8.53 USD, ' +
        'rounded once and spread over the lines by largest remainder. Of it GST 2.85 USD, QST 5.68 USD.',
      '',
      'Total',
      '  67.00 USD of lines, -10.05 USD of discounts, 8.53 USD of tax: 65.48 USD. Halves of a cent are rounded away from zero.',
    ]);

    const pages = async (query = '') => {
      const pdf = await shop.api('GET', `/v2/invoices/${number}${query}`, undefined, { Accept: 'application/pdf' });
      expect(pdf.status, pdf.text).toBe(200);
      return pdf.text.match(/\/MediaBox/g)?.length;
    };
    expect(await pages()).toBe(1);
    expect(await pages('?appendix=explanation')).toBe(2);
    const unknown = await shop.api('GET', `/v2/invoices/${number}?appendix=poem`);
    expect([unknown.status, unknown.text]).toEqual([
      400,
      expect.stringContaining('appendix must be one of explanation'),
    ]);
  });

  it('says so where a line was billed before computations were recorded', async () => {
    const shop = await openShop(service());
    const account = await shop.account();
    await shop.subscribe(account, await shop.plan());
    const { text } = await explained(shop, account);
    expect(text).toContain('Factor: 1.');
    const [line] = (await shop.records().adjustments.list({ filter: {}, sort: 'created_at', order: 'asc', limit: 1 }))
      .records;
    const { account_code: _, invoice: __, ...record } = line!;
    await service().service.opened.storage.transaction(shop.site.id, ({ adjustments }) =>
      adjustments.save({ ...record, computation: null }),
    );
    expect((await explained(shop, account)).text).toContain(
      'This line was billed before computations were recorded, so its proration is not known.',
    );
  });
});
