import { INVOICE_AGES, type InvoiceAge } from '@service/billing/domain/invoices/aging.ts';
import type { AgedTotal } from '@service/billing/ports/invoices.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { type CurrencyTakings, homeFigures } from '@service/billing/queries/home-figures.ts';
import { listPastDue, type PastDueRow } from '@service/billing/queries/past-due.ts';
import { everyRow } from '@service/billing/queries/row-list.ts';
import type { RowCustomer } from '@service/billing/queries/row-parts.ts';
import { decimalText } from '@service/billing/values/money/decimal-text.ts';
import { type CsvColumn, sendCsvFile } from '../../../../documents/csv/csv-file.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { barChart } from '../../parts/bar-chart.ts';
import { moneyOf } from '../../parts/figures.ts';
import { showPage } from '../../parts/shell.ts';
import { consoleTable } from '../../parts/table.ts';
import { type ConsoleRoute, readingPage } from '../../route.ts';
import { needFreshProofForFile } from '../../steps/fresh-proof.ts';
import { type ConsoleVisit, consoleVisitOf, may, needPermission, seesPersonalData } from '../../visit.ts';
import { exchangeRatePages } from '../exchange-rates/exchange-rate-pages.ts';
import { EXCHANGE_RATES_PATH } from '../exchange-rates/exchange-rate-paths.ts';
import { journalPages } from '../journals/journal-pages.ts';
import { rowTitle } from '../money/money-parts.ts';
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
            )}</ul><p><a href="${visit.prefix}/reports/owed-by-customer">What each customer owes, by age, as CSV</a></p></section>`
          : '',
      ]);
    }),
    ...journalPages(deps),
    ...exchangeRatePages(deps),
    ...periodPages(deps),
    ...reportRunPages(deps),
    singleReportPage(deps),
    readingPage('/reports/owed-by-customer', 'owed by customer', 'reports.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      needPermission(visit, 'exports.read');
      if (seesPersonalData(visit) && needFreshProofForFile(ctx, visit, '/reports')) return;
      const rows = await owedByCustomer(everyRow(deps, listPastDue, visit.caller, {}));
      sendCsvFile(ctx, `owed-by-customer-${visit.site.subdomain}.csv`, OWED_COLUMNS, cellsOfOwed(visit, rows));
    }),
  ];
};

interface Owed {
  readonly customer: RowCustomer | undefined;
  readonly currency: string;
  readonly cents: Record<InvoiceAge, number>;
}

const OWED_COLUMNS: readonly CsvColumn[] = [
  { name: 'customer' },
  { name: 'account_code' },
  { name: 'currency' },
  ...[...INVOICE_AGES.map(({ age }) => age), 'total'].map((name) => ({ name, numeric: true })),
];

/** Adds up what each customer owes, by currency and age. */
const owedByCustomer = async (invoices: AsyncIterable<PastDueRow>): Promise<readonly Owed[]> => {
  const owed = new Map<string, Owed>();
  for await (const { customer, currency, age, balance_in_cents } of invoices) {
    const key = `${customer?.account_code} ${currency}`;
    const cents = { current: 0, today: 0, '1-30': 0, '31-60': 0, '61-90': 0, '90+': 0 };
    const one = owed.get(key) ?? { customer, currency, cents };
    one.cents[age] += balance_in_cents;
    owed.set(key, one);
  }
  return [...owed.values()];
};

async function* cellsOfOwed(visit: ConsoleVisit, rows: readonly Owed[]) {
  for (const { customer, currency, cents } of rows) {
    const ages = INVOICE_AGES.map(({ age }) => cents[age]);
    const total = ages.reduce((sum, one) => sum + one, 0);
    const amounts = [...ages, total].map((one) => decimalText(one, currency));
    yield [rowTitle(visit, customer), customer?.account_code ?? '', currency, ...amounts];
  }
}

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

const AGE_HEADS: Readonly<Record<InvoiceAge, string>> = {
  current: 'Not due yet',
  today: 'Due today',
  '1-30': '1 to 30 days',
  '31-60': '31 to 60 days',
  '61-90': '61 to 90 days',
  '90+': 'Over 90 days',
};

/** The open invoices by currency and age. */
const agingSection = (visit: ConsoleVisit, buckets: readonly AgedTotal[]): Markup => {
  const rows = [...Map.groupBy(buckets, ({ currency }) => currency)];
  const inAge = (some: readonly AgedTotal[], age: AgedTotal['age']): number =>
    some.find((one) => one.age === age)?.balance_in_cents ?? 0;
  return html`<section><h2>What customers owe</h2>
<p class="quiet">Balances of charge invoices that are open now, by the days since their due date.</p>
${consoleTable({
  caption: 'Open invoices by age',
  rows,
  href: ([currency]) => `${visit.prefix}/past-due?currency=${currency}`,
  empty: 'Nothing is owed.',
  columns: [
    { name: 'currency', label: 'Currency', cell: ([currency]) => currency },
    ...INVOICE_AGES.map(({ age }) => ({
      name: age,
      label: AGE_HEADS[age],
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
