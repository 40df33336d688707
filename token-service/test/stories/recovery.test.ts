import type { ReportRow } from '@service/billing/domain/reports/report.ts';
import { openReport } from '@service/billing/queries/reports/open-report.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { expect, it } from 'vitest';
import { FAILING, openDunningShop } from './dunning-shop.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo } from './subscription-shop.ts';
import { BACKUP, CARDS, openWalletShop } from './wallet-shop.ts';

onBothEngines('past-due invoices', (service) => {
  const reporting =
    (site: Site) =>
    async (name: string, from: string, to: string, where = {}): Promise<ReportRow[]> => {
      const at = Date.parse('2029-01-01') / 1000;
      const opened = await openReport(service().service.opened)({ site, at }, name, { from, to, where });
      const rows = await Array.fromAsync(opened.rows());
      return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value)));
    };
  const shopOf = async () => {
    const shop = await openDunningShop(service());
    return { ...shop, report: reporting(shop.site) };
  };

  it('are reported with what was recovered, by step, until now', async () => {
    const shop = await shopOf();
    const plan = await shop.plan();
    const [early, late, byHand, lost] = [
      await shop.failingRenewals(FAILING.soft, plan),
      await shop.failingRenewals(FAILING.soft, plan),
      await shop.failingRenewals(FAILING.soft, plan),
      await shop.failingRenewals(FAILING.soft, plan),
    ];
    await shop.travel('2027-03-01T12:00:00Z');
    await shop.pays(early.code, '4111111111111111');
    await shop.travel('2027-03-05T00:00:00Z');
    await shop.pays(late.code, '4111111111111111');
    const paid = await shop.api('PUT', `/v2/invoices/${await shop.number(byHand.code)}/mark_successful`);
    expect(paid.status, paid.text).toBe(200);
    const failed = await shop.api('PUT', `/v2/invoices/${await shop.number(lost.code)}/mark_failed`);
    expect(failed.status, failed.text).toBe(200);
    const steps = await shop.report('recovery', '2027-03-01', '2027-03-31');
    const [first, ...others] = steps;
    expect(first).toMatchObject({ campaign: 'default', currency: 'USD', invoices: 4, amount: 12_000 });
    expect(others.length).toBeGreaterThan(0);
    const sum = (name: string) => steps.reduce((cents, row) => cents + Number(row[name] ?? 0), 0);
    expect([sum('recovered'), sum('recovered_amount'), sum('written_off'), sum('written_off_amount')]).toEqual([
      ...[3, 9000, 1, 3000],
    ]);
    expect([first?.recovered, first?.recovered_percent, first?.recovered_amount_percent]).toEqual([1, 25, 25]);
    for (const { step = 0, invoices, amount } of steps) {
      const where = { steps_reached: String(step) };
      const reached = await shop.report('dunned_invoices', '2027-03-01', '2027-03-31', where);
      const stake = reached.reduce((cents, row) => cents + Number(row.amount), 0);
      expect([reached.length, stake], `step ${step}`).toEqual([invoices, amount]);
    }
    const last = steps.at(-1);
    // Of the three that reached the last step, two were paid.
    expect(last).toMatchObject({ invoices: 3, amount: 9000, recovered: 2, recovered_amount: 6000 });
    expect(last).toMatchObject({ recovered_percent: 66.7, recovered_so_far_percent: 75 });
    expect(await shop.report('recovery', '2027-02-01', '2027-02-28')).toEqual([]);
    expect(await shop.report('recovery', '2027-03-01', '2027-03-31', { campaign: 'other' })).toEqual([]);
  });

  it('are reported with what the backup payment method paid', async () => {
    const shop = await openWalletShop(service());
    const code = await shop.account();
    await shop.subscribe(code, await shop.plan());
    const stored = await shop.api('PUT', `/v2/accounts/${code}/billing_info`, cardInfo(FAILING.soft));
    expect(stored.status, stored.text).toBe(200);
    await shop.travel('2027-03-02T00:00:00Z');
    await shop.add(code, CARDS.mastercard, BACKUP);
    await shop.travel('2027-03-20T00:00:00Z');
    const steps = await reporting(shop.site)('recovery', '2027-03-01', '2027-03-31');
    expect(steps.at(-1)).toMatchObject({ recovered: 1, by_backup: 1, by_backup_amount: 3000, recovered_amount: 3000 });
  });

  it('have attempts with their number, and declines with their code', async () => {
    const shop = await shopOf();
    const { code } = await shop.failingRenewals(FAILING.soft);
    await shop.travel('2027-03-20T00:00:00Z');
    const declines = await shop.failures(code);
    expect(declines.length).toBeGreaterThan(1);
    const rows = await shop.report('declines', '2027-03-01', '2027-03-20');
    expect(rows.map(({ attempt }) => attempt).sort()).toEqual(declines.map((_, index) => String(index + 1)));
    for (const row of rows) {
      expect(row).toMatchObject({ declined: 1, initiator: 'merchant', currency: 'USD', amount: 3000 });
      expect(row.decline_code).toMatch(/^[a-z_]+$/);
    }
    const [first] = await shop.report('payments', '2027-03-01', '2027-03-20', { attempt: '1' });
    expect(first).toMatchObject({ attempts: 1, declined: 1, first_decline: rows[0]?.decline_code });
    const sold = await shop.report('payments', '2027-02-01', '2027-02-28');
    expect(sold).toMatchObject([{ attempt: '1', attempts: 1, approved: 1, approval_percent: 100 }]);
  });
});
