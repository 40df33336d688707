import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportDifference } from '@service/billing/domain/reports/report.ts';
import { openReport } from '@service/billing/queries/reports/open-report.ts';
import { REPORT_NAMES, REPORTS } from '@service/billing/queries/reports/reports.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { afterAll, expect, it } from 'vitest';
import type { TestService } from '../service.ts';
import { onPostgres, onSqlite } from './engines.ts';
import { openShop } from './subscription-shop.ts';

/** The reports whose rows are all compared with the ledger, and that have one after a sale. */
const COMPARED = REPORT_NAMES.filter(
  (name) => 'differences' in REPORTS[name] && !('isReturn' in REPORTS[name]) && name !== 'payouts',
);

const folder = mkdtempSync(join(tmpdir(), 'reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A sale that a report would have to show twice, or not at all, if it read the ledger later than its rows. */
const story = (service: () => TestService): void => {
  it.each(COMPARED)('%s agrees with the ledger while it is read beside a sale', async (name) => {
    const shop = await openShop(service(), { manual_invoicing: true, tax_registrations: ['US-CA'] });
    const plan = await shop.plan('<unit_amount_in_cents><USD>3000</USD></unit_amount_in_cents>');
    const unpaid = '<collection_method>manual</collection_method><net_terms>10</net_terms>';
    const sell = async () => shop.subscribe(await shop.account(), plan, unpaid);
    await sell();
    const at = siteTime(shop.site, service().clock);
    const read = async (onRow: () => Promise<unknown>) => {
      const found: ReportDifference[] = [];
      const report = await openReport(service().service.opened)({ site: shop.site, at: at + 1 }, name, {});
      let rows = 0;
      for await (const _ of report.rows({ onDifferences: (differences) => found.push(...differences) })) {
        if (rows === 0) await onRow();
        rows += 1;
      }
      expect([rows > 0, report.isReconciled, found]).toEqual([true, true, []]);
    };
    await read(sell);
    await read(async () => {});
  });
};

onSqlite('reports of one moment', story, { env: { DATA_DIR: folder } });
onPostgres('reports of one moment', story);
