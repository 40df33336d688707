import type { ReportRow } from '@service/billing/domain/reports/report.ts';
import { openReport } from '@service/billing/queries/reports/open-report.ts';
import { expect, it } from 'vitest';
import { onBothEngines } from './engines.ts';
import { openShop } from './subscription-shop.ts';

const LATEST = { 'X-Api-Version': '2.29' };
const JULY = Date.parse('2027-07-01T00:00:00Z') / 1000;

onBothEngines('earned revenue', (service) => {
  const shopOf = async () => {
    const shop = await openShop(service());
    await shop.travel('2027-06-01T00:00:00Z');
    const done = async (...request: Parameters<typeof shop.api>): Promise<void> => {
      const answer = await shop.api(...request);
      expect([200, 201, 204], answer.text).toContain(answer.status);
    };
    /** Returns billed, earned and deferred cents of a plan in some days. */
    const revenue = async (plan_code: string, from: string, to: string): Promise<(ReportRow[string] | undefined)[]> => {
      const at = Date.parse('2029-01-01') / 1000;
      const report = await openReport(service().service.opened)({ site: shop.site, at }, 'revenue', {
        ...{ from, to },
        where: { plan_code },
      });
      const rows = await Array.fromAsync(report.rows());
      expect(rows.length).toBeLessThan(2);
      return [rows[0]?.billed ?? 0, rows[0]?.earned ?? 0, rows[0]?.deferred_after ?? 0];
    };
    return { ...shop, done, revenue };
  };

  it('has the rest of what was prepaid on the day on which a subscription ends without a refund', async () => {
    const shop = await shopOf();
    const plan = await shop.plan();
    const uuid = await shop.subscribe(await shop.account(), plan);
    await shop.travel('2027-06-11T10:00:00Z');
    await shop.done('PUT', `/v2/subscriptions/${uuid}/terminate?refund=none`);
    // 30.00 for June, ten days of it before the one that ends it.
    expect(await shop.revenue(plan, '2027-06-01', '2027-06-10')).toEqual([3000, 1000, 2000]);
    expect(await shop.revenue(plan, '2027-06-11', '2027-06-11')).toEqual([0, 2000, 0]);
    expect(await shop.revenue(plan, '2027-06-12', '2027-07-31')).toEqual([0, 0, 0]);
  });

  it('leaves no cent deferred after a partial refund, a cancellation, or a change of the plan', async () => {
    const shop = await shopOf();
    const [ended, changed, canceled, next] = [
      await shop.plan(),
      await shop.plan(),
      await shop.plan(),
      await shop.plan(),
    ];
    const first = await shop.subscribe(await shop.account(), ended);
    const second = await shop.subscribe(await shop.account(), changed);
    const third = await shop.subscribe(await shop.account(), canceled);
    await shop.done('PUT', `/v2/subscriptions/${third}/cancel`);
    await shop.travel('2027-06-11T10:00:00Z');
    await shop.done('PUT', `/v2/subscriptions/${first}/terminate?refund=partial`);
    await shop.done(
      'PUT',
      `/v2/subscriptions/${second}`,
      `<subscription><timeframe>now</timeframe><plan_code>${next}</plan_code><unit_amount_in_cents>4500</unit_amount_in_cents></subscription>`,
    );
    for (const plan of [ended, changed]) {
      // The credit is of 19 days and 14 hours; what was used of the day is earned on it.
      expect(await shop.revenue(plan, '2027-06-11', '2027-06-11'), plan).toEqual([-1958, 42, 0]);
      expect(await shop.revenue(plan, '2027-06-12', '2027-07-31'), plan).toEqual([0, 0, 0]);
    }
    await shop.travel('2027-07-02T00:00:00Z');
    expect(await shop.revenue(canceled, '2027-06-11', '2027-06-30')).toEqual([0, 2000, 0]);
  });

  it('is added up by the liability account and the performance obligation that its lines have', async () => {
    const shop = await shopOf();
    const [ledger, labeled, plain] = [
      await shop.api(
        'POST',
        '/v2/general_ledger_accounts',
        '<general_ledger_account><account_type>liability</account_type><code>2400</code></general_ledger_account>',
        LATEST,
      ),
      await shop.plan(),
      await shop.plan(),
    ];
    const [, liability] = /<id>([^<]+)/.exec(ledger.text) ?? [];
    // The first of the obligations that every site has.
    const labels = `<liability_gl_account_id>${liability}</liability_gl_account_id><performance_obligation_id>1</performance_obligation_id>`;
    await shop.done('PUT', `/v2/plans/${labeled}`, `<plan>${labels}</plan>`, LATEST);
    for (const plan of [labeled, plain]) await shop.subscribe(await shop.account(), plan);
    const rowsOf = async (name: 'revenue' | 'schedules', plan_code: string) => {
      const question = { from: '2027-06-01', to: '2027-06-10', where: { plan_code } };
      const report = await openReport(service().service.opened)({ site: shop.site, at: JULY }, name, question);
      return (await Array.fromAsync(report.rows())).map((row) => [
        ...[row.liability_gl_account_code, row.performance_obligation_id, row.performance_obligation],
        ...[row.billed, row.deferred_after],
      ]);
    };
    for (const name of ['revenue', 'schedules'] as const) {
      expect(await rowsOf(name, labeled), name).toEqual([['2400', '1', 'Over time, by day', 3000, 2000]]);
      expect(await rowsOf(name, plain), name).toEqual([[null, null, null, 3000, 2000]]);
    }
  });
});
