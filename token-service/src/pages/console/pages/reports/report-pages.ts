import { INVOICE_AGES } from '@service/billing/domain/invoices/aging.ts';
import type { AgedTotal } from '@service/billing/ports/invoices.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { listPastDue } from '@service/billing/queries/dunning/past-due.ts';
import { AGE_COLUMNS } from '@service/billing/queries/reports/aging-by-customer.ts';
import { type CurrencyTakings, homeFigures } from '@service/billing/queries/work/home-figures.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { barChart } from '../../parts/bar-chart.ts';
import { moneyOf } from '../../parts/figures.ts';
import { showPage } from '../../parts/shell.ts';
import { consoleTable } from '../../parts/table.ts';
import { type ConsoleRoute, readingPage } from '../../route.ts';
import { type ConsoleVisit, consoleVisitOf, may } from '../../visit.ts';
import { exchangeRatePages } from '../exchange-rates/exchange-rate-pages.ts';
import { EXCHANGE_RATES_PATH } from '../exchange-rates/exchange-rate-paths.ts';
import { journalPages } from '../journals/journal-pages.ts';
import { periodPages } from '../periods/period-pages.ts';
import { reportList, singleReportPage } from './report-page.ts';
import { reportRunPages, reportRunsSection } from './report-run-pages.ts';

interface ReportDeps {
  readonly sites: Pick<SiteRecords, 'keys'>;
  readonly storage: Storage;
  readonly world: World;
}

const EXPORTS = [
  ['/customers', 'Customers'],
  ['/subscriptions', 'Subscriptions'],
  ['/invoices', 'Invoices'],
  ['/payments', 'Payments'],
  ['/past-due', 'Past due'],
  ['/disputes', 'Disputes'],
] as const;

/** Takings by day, and open invoices by age, each with its definition. */
export const reportPages = (deps: ReportDeps): readonly ConsoleRoute[] => {
  const figures = homeFigures(deps);
  const owed = listPastDue(deps);
  const runs = reportRunsSection(deps);
  return [
    readingPage('/reports', 'reports', 'reports.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const [{ takings }, { buckets }] = await Promise.all([
        figures(visit.caller),
        owed(visit.caller, { limit: 1, totals: false }),
      ]);
      showPage(ctx, { title: 'Reports' }, [
        ...reportList(visit),
        await runs(visit),
        html`<section><h2>Accounting software</h2><p><a href="${visit.prefix}/reports/journals">Journals</a> have the postings of the ledger for DATEV, Xero, QuickBooks and others.</p></section>`,
        html`<section><h2>Exchange rates</h2><p>The <a href="${visit.prefix}${EXCHANGE_RATES_PATH}">rates of the European Central Bank</a> convert what was sold in other currencies than that of a tax return.</p></section>`,
        html`<section><h2>Payouts of gateways</h2><p><a href="${visit.prefix}/payouts">Payouts</a> are fetched every night or imported from files, and compared with the books.</p></section>`,
        ...takings.map(takingsSection),
        agingSection(visit, buckets),
        may(visit, 'exports.read')
          ? html`<section><h2>Files</h2><p>Each list gives what it shows as CSV, with its filters:</p><ul>${EXPORTS.map(
              ([path, label]) => html`<li><a href="${visit.prefix}${path}">${label}</a></li>`,
            )}</ul></section>`
          : '',
      ]);
    }),
    ...journalPages(deps),
    ...exchangeRatePages(deps),
    ...periodPages(deps),
    ...reportRunPages(deps),
    singleReportPage(deps),
  ];
};

const takingsSection = ({ currency, days, taken_in_cents }: CurrencyTakings): Markup => {
  const bars = days.map(({ day, taken_in_cents: cents }) => ({
    label: day,
    value: cents,
    text: moneyOf(cents, currency),
  }));
  return html`<section><h2>Takings of the last 30 days: ${moneyOf(taken_in_cents, currency)}</h2>
<p class="quiet">Successful payments less successful refunds, by the day of the site's time zone on which they were recorded; one recorded by hand counts on that day, whatever the day it arrived.</p>
${barChart({ caption: `Takings by day in ${currency}`, bars })}</section>`;
};

/** The open invoices by currency and age. */
const agingSection = (visit: ConsoleVisit, buckets: readonly AgedTotal[]): Markup => {
  const rows = [...Map.groupBy(buckets, ({ currency }) => currency)];
  const inAge = (some: readonly AgedTotal[], age: AgedTotal['age']): number =>
    some.find((one) => one.age === age)?.balance_in_cents ?? 0;
  return html`<section><h2>What customers owe</h2>
<p class="quiet">Balances of charge invoices that are open now, by the days since their due date. <a href="${visit.prefix}/reports/aging_by_customer">By customer</a></p>
${consoleTable({
  caption: 'Open invoices by age',
  rows,
  href: ([currency]) => `${visit.prefix}/past-due?currency=${currency}`,
  empty: 'Nothing is owed.',
  columns: [
    { name: 'currency', label: 'Currency', cell: ([currency]) => currency },
    ...INVOICE_AGES.map(({ age }) => ({
      name: age,
      label: AGE_COLUMNS[age][1],
      numeric: true,
      cell: ([currency, some]: (typeof rows)[number]) => moneyOf(inAge(some, age), currency),
    })),
    {
      name: 'total',
      label: 'Total',
      numeric: true,
      cell: ([currency, some]) =>
        moneyOf(
          some.reduce((sum, { balance_in_cents }) => sum + balance_in_cents, 0),
          currency,
        ),
    },
  ],
})}</section>`;
};
