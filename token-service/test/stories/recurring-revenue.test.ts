import type { ReportRow } from '@service/billing/domain/reports/report.ts';
import { openReport } from '@service/billing/queries/reports/open-report.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { expect, it } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { fresh, type TestService } from '../service.ts';
import { type DunningShop, FAILING, openDunningShop } from './dunning-shop.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo } from './subscription-shop.ts';

const YEARLY =
  '<plan_interval_length>12</plan_interval_length><unit_amount_in_cents><USD>12000</USD></unit_amount_in_cents>';
const TRIAL = '<trial_interval_length>7</trial_interval_length><trial_interval_unit>days</trial_interval_unit>';

/** Returns the rows of a report over some days, without columns that are 0 or nil. */
const reporting = (service: TestService, shop: DunningShop) => {
  const open = openReport(service.service.opened);
  return async (name: string, from: string, to: string, where = {}): Promise<ReportRow[]> => {
    // The clock of the shop has travelled since it was opened.
    const site = (await service.service.opened.sites.find(shop.site.subdomain)) ?? shop.site;
    const at = siteTime(site, openWorld(service.clock).clock);
    const days = { ...(from ? { from } : {}), to };
    const rows = await Array.fromAsync((await open({ site, at }, name, { ...days, where })).rows());
    return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value)));
  };
};

onBothEngines('monthly recurring revenue', (service) => {
  const shopOf = async () => {
    const shop = await openDunningShop(service());
    const done = async (...request: Parameters<DunningShop['api']>): Promise<void> => {
      const answer = await shop.api(...request);
      expect([200, 201, 204], answer.text).toContain(answer.status);
    };
    return { ...shop, done, report: reporting(service(), shop) };
  };

  it('moves with trials, changes, coupons, pauses, failed renewals and ends', async () => {
    const shop = await shopOf();
    const plan = await shop.plan();
    const unpaid = await shop.failingRenewals(FAILING.soft, plan);
    const paidLate = await shop.failingRenewals(FAILING.soft, plan);
    const buyer = await shop.account();
    const trial = await shop.subscribe(buyer, await shop.plan(TRIAL));
    const yearly = await shop.subscribe(await shop.account(), await shop.plan(YEARLY));
    const paused = await shop.subscribe(await shop.account(), plan);
    await shop.done(
      'PUT',
      `/v2/subscriptions/${paused}/pause`,
      '<subscription><remaining_pause_cycles>1</remaining_pause_cycles></subscription>',
    );
    await shop.travel('2027-02-15T00:00:00Z');
    await shop.done(
      'PUT',
      `/v2/subscriptions/${trial}`,
      '<subscription><timeframe>now</timeframe><quantity>2</quantity></subscription>',
    );
    const coupon = fresh('forever');
    await shop.done(
      'POST',
      '/v2/coupons',
      `<coupon><coupon_code>${coupon}</coupon_code><name>Ten</name><discount_type>percent</discount_type>` +
        '<discount_percent>10</discount_percent></coupon>',
    );
    await shop.done(
      'POST',
      `/v2/coupons/${coupon}/redeem`,
      `<redemption><account_code>${buyer}</account_code><currency>USD</currency></redemption>`,
    );
    await shop.travel('2027-03-05T00:00:00Z');
    expect(await shop.report('mrr', '2027-02-01', '2027-03-05')).toEqual([
      // Five at 30.00 but the yearly one at 10.00; a second unit; 10 % off both.
      {
        month: '2027-02',
        currency: 'USD',
        new: 13_000,
        expansion: 3000,
        contraction: -600,
        closing: 15_400,
        subscriptions: 5,
      },
      {
        ...{ month: '2027-03', currency: 'USD', opening: 15_400, churn_voluntary: -3000, past_due: -6000 },
        ...{ closing: 6400, closing_past_due: 6000, subscriptions: 2, part: 'until 2027-03-05' },
      },
    ]);
    await shop.pays(paidLate.code, '4111111111111111');
    await shop.done('PUT', `/v2/subscriptions/${yearly}/terminate?refund=none`);
    await shop.travel('2027-04-02T00:00:00Z');
    const [, march, april] = await shop.report('mrr', '2027-02-01', '2027-04-02');
    expect(march).toEqual({
      ...{ month: '2027-03', currency: 'USD', opening: 15_400, churn_voluntary: -4000, churn_involuntary: -3000 },
      ...{ closing: 8400, subscriptions: 2 },
    });
    expect(april).toMatchObject({ part: 'until 2027-04-02', opening: 8400, reactivation: 3000, closing: 11_400 });
    expect(await shop.show(unpaid.uuid, 'state')).toEqual(['expired']);
    expect(await shop.report('churn', '2027-02-01', '2027-04-02')).toEqual([
      {
        ...{ month: '2027-02', currency: 'USD', customers_new: 5, customers_closing: 5 },
        ...{ trials_ended: 1, trials_converted: 1, trial_conversion_percent: 100 },
      },
      {
        ...{ month: '2027-03', currency: 'USD', customers_opening: 5, customers_lost: 3, customers_closing: 2 },
        ...{ customer_churn_percent: 60, mrr_opening: 15_400, churn_voluntary: -4000, churn_involuntary: -3000 },
        ...{ revenue_churn_percent: 45.5, gross_retention_percent: 54.5, net_retention_percent: 54.5 },
      },
      {
        ...{ month: '2027-04', currency: 'USD', customers_opening: 2, customers_returned: 1, customers_closing: 3 },
        ...{ part: 'until 2027-04-02', mrr_opening: 8400, gross_retention_percent: 100, net_retention_percent: 100 },
      },
    ]);
    expect(await shop.report('cohorts', '2027-02-01', '2027-04-02')).toMatchObject([
      { cohort: '2027-02', customers: 5, customers_retained: 5, mrr: 15_400, mrr_retained_percent: 100 },
      { months_after: 1, customers: 5, customers_retained: 2, customers_retained_percent: 40, mrr: 8400 },
      { months_after: 2, customers: 5, customers_retained: 3, mrr: 11_400, mrr_retained_percent: 74 },
    ]);
    expect(await shop.report('cancellations', '2027-03-01', '2027-03-31')).toEqual([
      { reason: 'paused', currency: 'USD', subscriptions: 1, mrr: -3000 },
      { reason: 'not_paid', currency: 'USD', subscriptions: 1, mrr: -3000 },
      { reason: 'not_given', currency: 'USD', subscriptions: 1, mrr: -1000 },
    ]);
  });

  it('ends with a write-off, and begins again with the next period', async () => {
    const shop = await shopOf();
    const { code, uuid } = await shop.failingRenewals(FAILING.soft);
    await shop.travel('2027-03-02T00:00:00Z');
    await shop.done('PUT', `/v2/invoices/${await shop.number(code)}/mark_failed`);
    expect(await shop.show(uuid, 'state')).toEqual(['active']);
    await shop.pays(code, '4111111111111111');
    await shop.travel('2027-04-02T00:00:00Z');
    expect(await shop.report('mrr', '2027-02-01', '2027-04-02')).toEqual([
      { month: '2027-02', currency: 'USD', new: 3000, closing: 3000, subscriptions: 1 },
      { month: '2027-03', currency: 'USD', opening: 3000, churn_involuntary: -3000 },
      {
        ...{ month: '2027-04', part: 'until 2027-04-02', currency: 'USD' },
        ...{ reactivation: 3000, closing: 3000, subscriptions: 1 },
      },
    ]);
  });

  it('is lost of what was there at first: what is sold and ended within a month is in no rate', async () => {
    const shop = await shopOf();
    const plan = await shop.plan();
    const sell = async () => shop.subscribe(await shop.account(), plan);
    const ended = await sell();
    await sell();
    const more = await sell();
    await shop.travel('2027-03-10T00:00:00Z');
    await shop.done(
      'PUT',
      `/v2/subscriptions/${more}`,
      '<subscription><timeframe>now</timeframe><quantity>2</quantity></subscription>',
    );
    for (const uuid of [ended, more, await sell()]) {
      await shop.done('PUT', `/v2/subscriptions/${uuid}/terminate?refund=none`);
    }
    await shop.travel('2027-04-01T12:00:00Z');
    const [march] = await shop.report('churn', '2027-03-01', '2027-03-31');
    // 30.00 + 30.00 of 90.00, without the second unit of one of them and without the one sold in March.
    expect(march).toEqual({
      ...{ month: '2027-03', currency: 'USD', customers_opening: 3, customers_lost: 2, customers_closing: 1 },
      ...{ customer_churn_percent: 66.7, mrr_opening: 9000, churn_voluntary: -6000, revenue_churn_percent: 66.7 },
      ...{ gross_retention_percent: 33.3, net_retention_percent: 33.3 },
    });
    const [moved] = await shop.report('mrr', '2027-03-01', '2027-03-31');
    expect(moved).toMatchObject({ opening: 9000, new: 3000, expansion: 3000, churn_voluntary: -12_000, closing: 3000 });
    const movements = await shop.report('movements', '2027-03-01', '2027-03-31', { kind: 'churn_voluntary' });
    expect(movements.map(({ amount }) => amount)).toEqual([-3000, -6000, -3000]);
    expect(movements.map(({ subscription_uuid }) => subscription_uuid)).toContain(ended);
  });

  it('converts a trial by a payment, not by a charge that is declined', async () => {
    const shop = await shopOf();
    const [paying, declined, late] = [await shop.account(), await shop.account(), await shop.account()];
    const plan = await shop.plan(TRIAL);
    for (const account of [paying, declined, late]) await shop.subscribe(account, plan);
    for (const account of [declined, late]) await shop.pays(account, FAILING.soft);
    await shop.travel('2027-02-15T00:00:00Z');
    const trials = async () => {
      const [row] = await shop.report('churn', '2027-02-01', '2027-02-28');
      return [row?.trials_ended, row?.trials_converted, row?.trial_conversion_percent];
    };
    expect(await trials()).toEqual([3, 1, 33.3]);
    await shop.pays(late, '4111111111111111');
    await shop.travel('2027-03-10T00:00:00Z');
    expect(await trials()).toEqual([3, 2, 66.7]);
  });

  it('is told by country and by plan at the end of a day', async () => {
    const shop = await shopOf();
    const [one, other] = [await shop.plan(), await shop.plan()];
    await shop.subscribe(await shop.account(), one);
    const unpaid = await shop.failingRenewals(FAILING.soft, other);
    await shop.travel('2027-03-02T00:00:00Z');
    const rows = async (where = {}) => shop.report('mrr_by_country', '', '2027-03-02', where);
    const [{ country = '' } = {}] = await rows({ plan_code: one });
    expect(await rows()).toEqual([
      {
        ...{ country, plan_code: one, currency: 'USD', customers: 1, subscriptions: 1 },
        ...{ mrr: 3000, mrr_percent: 100 },
      },
      { country, plan_code: other, currency: 'USD', past_due: 3000 },
    ]);
    expect(country).toBe('US');
    await shop.pays(unpaid.code, '4111111111111111');
    expect(await rows({ country, plan_code: other })).toMatchObject([{ mrr: 3000, mrr_percent: 50 }]);
  });

  it('moves with its customer to another country, and stays where it was on earlier days', async () => {
    const shop = await shopOf();
    const plan = await shop.plan();
    const [mover, payer] = [await shop.account(), await shop.account()];
    const moved = await shop.subscribe(mover, plan);
    await shop.subscribe(payer, plan);
    const countries = async (day: string) =>
      (await shop.report('mrr_by_country', '', day, { plan_code: plan })).map(
        ({ country, mrr }) => `${country} ${mrr}`,
      );
    expect(await countries('2027-02-01')).toEqual(['US 6000']);

    await shop.travel('2027-02-10T00:00:00Z');
    const address = '<address><country>DE</country><zip>10115</zip></address>';
    await shop.done('PUT', `/v2/accounts/${mover}`, `<account>${address}</account>`);
    // What changes nothing about the country moves nothing.
    await shop.done('PUT', `/v2/accounts/${mover}`, '<account><company>Ada Ltd.</company></account>');
    // The other has no address: the country of the card counts.
    const card = cardInfo('4111111111111111').replace('<country>US</country>', '<country>FR</country>');
    await shop.done('PUT', `/v2/accounts/${payer}/billing_info`, card);
    expect(await countries('2027-02-09')).toEqual(['US 6000']);
    expect(await countries('2027-02-10')).toEqual(['DE 3000', 'FR 3000']);

    await shop.travel('2027-02-20T00:00:00Z');
    await shop.done('PUT', `/v2/subscriptions/${moved}/terminate?refund=none`);
    expect(await countries('2027-02-20')).toEqual(['FR 3000']);
    const rows = await shop.report('movements', '2027-02-01', '2027-02-20', { plan_code: plan });
    expect(rows.map(({ day, kind, country, amount, mrr = 0 }) => `${day} ${kind} ${country} ${amount} ${mrr}`)).toEqual(
      [
        ...['2027-02-01 new US 3000 3000', '2027-02-01 new US 3000 3000'],
        ...['2027-02-10 relocation US -3000 0', '2027-02-10 relocation DE 3000 3000'],
        ...['2027-02-10 relocation US -3000 0', '2027-02-10 relocation FR 3000 3000'],
        '2027-02-20 churn_voluntary DE -3000 0',
      ],
    );
    const [month] = await shop.report('mrr', '2027-02-01', '2027-02-28', { plan_code: plan });
    expect(month).toMatchObject({ new: 6000, churn_voluntary: -3000, closing: 3000 });
    const left = await shop.report('mrr_subscriptions', '', '2027-02-20', { plan_code: plan });
    expect(left).toMatchObject([{ account_code: payer, country: 'FR', paying: 'yes', mrr: 3000 }]);
  });

  it('is told by plan, with what came from another one', async () => {
    const shop = await shopOf();
    const [one, other] = [
      await shop.plan(),
      await shop.plan('<unit_amount_in_cents><USD>4500</USD></unit_amount_in_cents>'),
    ];
    const uuid = await shop.subscribe(await shop.account(cardInfo()), one);
    await shop.done(
      'PUT',
      `/v2/subscriptions/${uuid}`,
      `<subscription><timeframe>now</timeframe><plan_code>${other}</plan_code></subscription>`,
    );
    const days = ['2027-02-01', '2027-02-28'] as const;
    const month = { month: '2027-02', part: 'until 2027-02-01', currency: 'USD' };
    expect(await shop.report('mrr', ...days)).toEqual([
      { ...month, new: 3000, expansion: 1500, closing: 4500, subscriptions: 1 },
    ]);
    expect(await shop.report('mrr', ...days, { plan_code: one })).toEqual([
      { ...month, plan_code: one, new: 3000, transfer: -3000 },
    ]);
    expect(await shop.report('mrr', ...days, { plan_code: other })).toEqual([
      { ...month, plan_code: other, transfer: 3000, expansion: 1500, closing: 4500, subscriptions: 1 },
    ]);
  });

  it('of an earlier release is recorded as it is when this one starts, at the present moment', async () => {
    const shop = await shopOf();
    const uuid = await shop.subscribe(await shop.account(), await shop.plan());
    const sold = await shop.records().subscriptions.find(uuid);
    // As an earlier release stores it: without its revenue.
    if (sold) await shop.records().subscriptions.add({ ...sold, uuid: `${uuid.slice(0, -1)}z`, mrr: null });
    await shop.travel('2027-02-10T00:00:00Z');
    expect(await shop.report('mrr', '2027-02-10', '2027-02-10')).toEqual([
      {
        ...{ month: '2027-02', part: '2027-02-10 to 2027-02-10', currency: 'USD' },
        ...{ opening: 3000, recorded: 3000, closing: 6000, subscriptions: 2 },
      },
    ]);
  });
});
