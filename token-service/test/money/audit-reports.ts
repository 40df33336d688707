import { openReport, REPORT_NAMES, type ReportName } from '@service/billing/queries/reports/reports.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import type { OpenStorage } from '../../src/adapters/storage/storage.ts';
import type { Books } from './read-books.ts';
import { cents, differences, sum, tally } from './sums.ts';

interface Deployment {
  readonly opened: Pick<OpenStorage, 'storage' | 'sites'>;
  readonly clock: SystemClock;
}

/** A day before the first record of every run. */
const BEFORE_ALL = '2026-01-01';

/**
 * Checks that the reports agree with the ledger, and with the invoices as they are: what each one owes, and the lines
 * of all of them. Returns one line for each discrepancy.
 */
export const reportsAgree = async ({ opened, clock }: Deployment, books: Books): Promise<string[]> => {
  const site = (await opened.sites.find('demo')) as Site;
  const read = async (name: ReportName) => {
    const report = openReport(opened)(
      { site, at: siteTime(site, clock) },
      name,
      name === 'aging' ? {} : { from: BEFORE_ALL },
    );
    const rows = await Array.fromAsync(report.rows());
    return { rows, found: await report.differencesOf(rows) };
  };
  const reports = Object.fromEntries(
    await Promise.all(REPORT_NAMES.map(async (name) => [name, await read(name)] as const)),
  ) as Record<ReportName, Awaited<ReturnType<typeof read>>>;
  const unlike = Object.entries(reports).flatMap(([name, { found }]) =>
    found.map(
      ({ what, currency, report_in_cents, ledger_in_cents }) =>
        `The report ${name} has ${report_in_cents} ${currency} of ${what}, and the ledger ${ledger_in_cents}`,
    ),
  );
  const numbered = ({ invoice_number }: object & { readonly invoice_number?: unknown }): string =>
    String(invoice_number);
  const owed = books.invoices.filter(({ type, balance_in_cents }) => type === 'charge' && balance_in_cents !== 0);
  const attempts = books.transactions.filter(({ action }) => action === 'purchase' || action === 'authorize');
  const counted = sum(reports.payments.rows, (row) => cents(row, 'attempts'));
  return [
    ...unlike,
    ...differences(
      'What an invoice owes in the report',
      tally(reports.aging.rows, numbered, (row) => cents(row, 'owed')),
      tally(owed, numbered, (invoice) => cents(invoice, 'balance_in_cents')),
    ),
    ...differences(
      'The lines of an invoice in the report',
      tally(reports.sales.rows, numbered, (row) => cents(row, 'net') + cents(row, 'tax')),
      tally(books.invoices, numbered, (invoice) => cents(invoice, 'total_in_cents')),
    ),
    ...(counted === attempts.length ? [] : [`The report counts ${counted} attempts to pay of ${attempts.length}`]),
  ];
};
