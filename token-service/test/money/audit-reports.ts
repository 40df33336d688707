import { isDeepStrictEqual } from 'node:util';
import { OPEN_MATCHES, type PayoutMatch } from '@service/billing/domain/payouts/match-line.ts';
import {
  type ReportColumn,
  type ReportDifference,
  type ReportLead,
  type ReportRow,
  whereOfLead,
} from '@service/billing/domain/reports/report.ts';
import type { Records } from '@service/billing/ports/storage.ts';
import { AGE_COLUMNS } from '@service/billing/queries/reports/aging-by-customer.ts';
import { ledgerSums } from '@service/billing/queries/reports/ledger-sums.ts';
import { openReport } from '@service/billing/queries/reports/open-report.ts';
import { owedByLedger, owedOfOpenInvoices } from '@service/billing/queries/reports/owed-invoices.ts';
import { REPORT_NAMES, REPORTS, type ReportName } from '@service/billing/queries/reports/reports.ts';
import { daysOfPeriod, revenueSchedules, rollForward } from '@service/billing/queries/reports/revenue-lines.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import { dayIn } from '@service/billing/values/periods/day-in.ts';
import type { Seconds, SystemClock } from '@service/billing/values/time.ts';
import type { Row } from '../../src/adapters/storage/database.ts';
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
  const now = siteTime(site, clock);
  const read = async (name: ReportName, days = REPORTS[name].about === 'day' ? {} : { from: BEFORE_ALL }) => {
    const report = await openReport({ storage: withRates(opened.storage, books) })({ site, at: now }, name, days);
    const found: ReportDifference[] = [];
    const rows = await Array.fromAsync(report.rows({ onDifferences: (unlike) => found.push(...unlike) }));
    return { rows, found };
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
  const attempts = books.transactions.filter(({ action }) => action === 'purchase' || action === 'authorization');
  const unreconciled = reports.reconciliation.rows.filter(({ result }) => OPEN_MATCHES.has(result as PayoutMatch));
  const counted = sum(reports.payments.rows, (row) => cents(row, 'attempts'));
  return [
    ...unlike,
    ...unreconciled.map((row) => `A payout differs from the books: ${JSON.stringify(row)}`),
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
    ...differences(
      'The net amount without tax in the report',
      tally(
        reports.tax.rows.filter(({ treatment }) => treatment !== 'taxed'),
        currencyOf,
        (row) => cents(row, 'net'),
      ),
      untaxedSupplies(books),
    ),
    ...returnsDisagree(reports),
    ...revenueDisagrees(reports),
    ...(await leadsAstray(reports, read, dayIn(site.time_zone, now))),
    ...(await staysDeferred(opened, site, now, books)),
    ...(await readsDisagree(opened.storage.of(site.id), now, books)),
    ...(await halvesDisagree(async (days) => (await read('revenue', days)).rows, dayIn(site.time_zone, now))),
    ...(counted === attempts.length ? [] : [`The report counts ${counted} attempts to pay of ${attempts.length}`]),
  ];
};

/** Moments at which what was owed is read in both ways. */
const MOST_MOMENTS = 40;

/**
 * Checks, at moments all over the books, that what reports read of the ledger is what its entries add up to: what was
 * owed of each invoice, read from those that are open or have changed since, and the sums of the ledger, of which whole
 * days are kept.
 */
const readsDisagree = async (
  { ledger, reports }: Pick<Records, 'ledger' | 'reports'>,
  now: Seconds,
  books: Books,
): Promise<string[]> => {
  // Half of the days are kept before the others, which then have more movements than their sums.
  const { days } = await ledger.staleDays({ from: 0, to: now });
  for (const day of days.filter((_, n) => n % 2 === 0)) await ledger.keepDay(day);
  const moments = [...new Set(books.movements.map(({ at }) => Number(at)))].sort((one, other) => one - other);
  const step = Math.ceil(moments.length / MOST_MOMENTS);
  const found: string[] = [];
  for (const at of [...moments.filter((_, n) => n % step === 0), now + 1]) {
    const [open, all] = [await owedOfOpenInvoices(reports, at), await owedByLedger(reports, at)];
    if (!isDeepStrictEqual(open, all)) found.push(`What was owed before ${at} of open invoices is not what all were`);
    found.push(
      ...differences(
        `The ledger before ${at}`,
        new Map(
          (await ledgerSums(reports, { from: at, to: at })).map((sum) => [
            `${sum.currency} ${sum.account}`,
            sum.opening_in_cents,
          ]),
        ),
        postedBefore(books, at),
      ),
    );
  }
  return found;
};

/** Returns the sums of the entries of movements before a moment, by currency and account. */
const postedBefore = ({ movements, entries }: Books, before: Seconds): Map<string, number> => {
  const currencies = new Map(
    movements.filter(({ at }) => Number(at) < before).map(({ id, currency }) => [id, currency]),
  );
  return tally(
    entries.filter(({ movement_id }) => currencies.has(movement_id ?? null)),
    ({ movement_id, account }) => `${currencies.get(movement_id ?? null)} ${account}`,
    (entry) => cents(entry, 'amount'),
  );
};

/** Returns storage with a rate of every currency on every day, so that all returns can be converted. */
const withRates = (
  storage: OpenStorage['storage'],
  { invoices }: Books,
): Pick<OpenStorage['storage'], 'of' | 'snapshot'> => {
  const currencies = new Set(['GBP', 'AUD', 'NZD', ...invoices.map(currencyOf)]);
  const of = (siteId: string) => {
    const records = storage.of(siteId);
    const ofDay = async (day: string) => [...currencies].map((currency) => ({ day, currency, rate: '1.25' }));
    return { ...records, exchangeRates: { ...records.exchangeRates, ofDay } };
  };
  // Nothing changes while the books are checked.
  return { of, snapshot: (read) => read({ of }) };
};

/** The numbers of a column that are followed: each reads a report of all months, and the rows grow with the books. */
const MOST_FOLLOWED = 40;

/** Checks that the rows which a number leads to add up to it, for numbers from the whole length of a report. */
const leadsAstray = async (
  reports: Readonly<Record<ReportName, { readonly rows: readonly ReportRow[] }>>,
  read: (name: ReportName, days: object) => Promise<{ readonly rows: readonly ReportRow[] }>,
  today: string,
): Promise<string[]> => {
  const found: string[] = [];
  // The rows of tax returns are those of the report about tax.
  for (const name of REPORT_NAMES.filter((each) => !RETURN_NAMES.includes(each))) {
    const columns: readonly ReportColumn[] = REPORTS[name].columns;
    for (const { name: column, kind, leads } of columns) {
      if (!leads || kind === 'percent') continue;
      const followed = reports[name].rows.filter((row) => row[column] !== 0 && row[column] !== null);
      const step = Math.ceil(followed.length / MOST_FOLLOWED);
      for (const row of followed.filter((_, n) => n % step === 0)) {
        const days = daysOfRows(leads, row, today);
        if (!days) continue;
        const to = leads.to as ReportName;
        const asked = REPORTS[to].about === 'day' ? { to: days.to < today ? days.to : today } : days;
        const { rows } = await read(to, { ...asked, where: whereOfLead(leads, row) });
        const counted = leads.counts ? new Set(rows.map((one) => one[leads.counts ?? ''])).size : rows.length;
        const led = kind === 'count' ? counted : sum(rows, (one) => cents(one, SUM_OF[`${name}.${column}`] ?? column));
        // The movement of what is past due is the loss of what is paid.
        const expected = name === 'mrr' && column === 'past_due' ? 0 - Number(row[column]) : row[column];
        if (led !== expected) {
          found.push(`${column} of ${name} is ${row[column]}, and its rows ${led}: ${JSON.stringify(row)}`);
        }
      }
    }
  }
  return found;
};

/** The column of the other report whose sum a column is, where it is not of the same name. */
const SUM_OF: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.values(AGE_COLUMNS).map(([name]) => [`aging_by_customer.${name}`, 'owed'])),
  'ledger.debits': 'debit',
  'ledger.credits': 'credit',
  'ledger.opening': 'amount',
  'ledger.closing': 'amount',
  'mrr.opening': 'mrr',
  'mrr.closing': 'mrr',
  'mrr.closing_past_due': 'past_due',
  'cancellations.mrr': 'amount',
  'payments.approved_amount': 'amount',
  'payouts.amount': 'net',
  // A line with several taxes is in the row of each, with a part of its tax.
  'tax.tax': 'of_tax',
  'tax.tax_written_off': 'of_tax',
  ...Object.fromEntries(
    ['charges', 'refunds', 'chargebacks', 'others'].map((column) => [`payouts.${column}`, 'gross']),
  ),
  ...Object.fromEntries(
    [
      'new',
      'expansion',
      'contraction',
      'churn_voluntary',
      'churn_involuntary',
      'reactivation',
      'transfer',
      'recorded',
    ].map((column) => [`mrr.${column}`, 'amount']),
  ),
};

/** The days of the rows that a row adds up; undefined where no month has them. */
const daysOfRows = ({ month, span }: ReportLead, row: ReportRow, today: string) => {
  const of = month ? month(row) : row.month;
  // The months to come have no rows yet.
  if (month && (of === undefined || `${of}-01` > today)) return undefined;
  const days = typeof of === 'string' ? daysOfMonth(of) : { from: BEFORE_ALL, to: today };
  if (span === undefined) return days;
  const before = Temporal.PlainDate.from(days.from).subtract({ days: 1 }).toString();
  return { from: LONG_BEFORE, to: span === 'until' ? days.to : before };
};

/** A day before those that the reports are about. */
const LONG_BEFORE = '2025-01-01';

const daysOfMonth = (month: string) => {
  const begins = Temporal.PlainDate.from(`${month}-01`);
  return { from: begins.toString(), to: begins.with({ day: begins.daysInMonth }).toString() };
};

const RETURN_NAMES = REPORT_NAMES.filter((name) => 'isReturn' in REPORTS[name]);

/** Checks that every tax return has the lines, the net amounts and the taxes of the report about tax. */
const returnsDisagree = (reports: Readonly<Record<ReportName, { readonly rows: readonly ReportRow[] }>>): string[] =>
  RETURN_NAMES.flatMap((name) =>
    (['lines', 'net', 'tax', 'tax_written_off'] as const).flatMap((column) =>
      differences(
        `${column} of ${name} and of tax`,
        tally(reports[name].rows, currencyOf, (row) => cents(row, column)),
        tally(reports.tax.rows, currencyOf, (row) => cents(row, column)),
      ),
    ),
  );

const currencyOf = ({ currency }: object & { readonly currency?: unknown }): string => String(currency);

/**
 * Returns what lines without tax sell, by currency: all but gift cards, whose sale is credited and refunded too, and
 * what was sold in another system. A line of a few cents is taxed, though its tax rounds to nothing.
 */
const untaxedSupplies = ({ invoices, lines }: Books) => {
  const ofGiftCards = new Set(invoices.filter(({ gift_card_id }) => gift_card_id !== null).map(({ uuid }) => uuid));
  const invoiceOf = new Map(lines.map(({ uuid, invoice_id }) => [uuid, invoice_id]));
  const isOfGiftCard = ({ invoice_id, original_adjustment_uuid: original }: Row): boolean =>
    ofGiftCards.has(invoice_id ?? null) || ofGiftCards.has(invoiceOf.get(original ?? null) ?? null);
  const carried = new Set(invoices.filter(({ origin }) => origin === 'carryforward').map(({ uuid }) => uuid));
  const untaxed = lines.filter(
    (line) => line.invoice_id !== null && line.taxes === '[]' && !carried.has(line.invoice_id ?? null),
  );
  return tally(
    untaxed.filter((line) => !isOfGiftCard(line)),
    currencyOf,
    (line) => cents(line, 'total_in_cents'),
  );
};

/** More than the longest service of every run after its last operation. */
const LONG_AFTER = 10 * 366 * 86_400;

/** Checks that nothing stays deferred of subscriptions that ended, nor, in the end, of anything that is ever earned. */
const staysDeferred = async (
  { storage }: Deployment['opened'],
  site: Site,
  now: Seconds,
  { lines, subscriptions }: Books,
): Promise<string[]> => {
  const subscriptionOf = new Map(lines.map(({ uuid, subscription_id }) => [uuid, subscription_id]));
  const ended = new Set(subscriptions.filter(({ state }) => state === 'expired').map(({ uuid }) => uuid));
  const deferredAt = async (to: Seconds, isOver: (line: Row[string]) => boolean) => {
    const found: string[] = [];
    const period = { from: 0, to };
    const days = daysOfPeriod(site, period);
    for await (const { line, schedule } of revenueSchedules(storage.of(site.id) as Records, site, period)) {
      const { deferred_after } = rollForward(schedule, days);
      if (deferred_after !== 0 && schedule.method !== 'never' && isOver(line.uuid)) {
        found.push(`${deferred_after} of the line ${line.uuid} stay deferred at ${to}`);
      }
    }
    return found;
  };
  // Lines of usage may be invoiced after the end.
  const tomorrow = now + 2 * 86_400;
  return [
    ...(await deferredAt(tomorrow, (uuid) => ended.has(subscriptionOf.get(uuid) ?? null))),
    ...(await deferredAt(now + LONG_AFTER, () => true)),
  ];
};

const groupOf = ({ revenue_gl_account_code, accounting_code, plan_code, currency }: ReportRow): string =>
  [revenue_gl_account_code, accounting_code, plan_code, currency].join(' ');

const ROLL_FORWARD = ['deferred_before', 'billed', 'earned', 'deferred_after'] as const;

/** Checks that revenue rolls forward, and that its lines and the waterfall add up to the same. */
const revenueDisagrees = (reports: Readonly<Record<'revenue' | 'schedules' | 'waterfall', { rows: ReportRow[] }>>) => [
  ...reports.revenue.rows.flatMap((row) =>
    cents(row, 'deferred_before') + cents(row, 'billed') - cents(row, 'earned') === cents(row, 'deferred_after')
      ? []
      : [`The revenue of ${groupOf(row)} does not roll forward`],
  ),
  ...ROLL_FORWARD.flatMap((column) =>
    differences(
      `${column} of revenue and its lines`,
      tally(reports.revenue.rows, groupOf, (row) => cents(row, column)),
      tally(reports.schedules.rows, groupOf, (row) => cents(row, column)),
    ),
  ),
  ...differences(
    'Billed revenue and the waterfall',
    tally(
      reports.revenue.rows,
      ({ currency }) => String(currency),
      (row) => cents(row, 'billed'),
    ),
    tally(
      reports.waterfall.rows,
      ({ currency }) => String(currency),
      (row) => cents(row, 'earned'),
    ),
  ),
];

/** A period that is split at the beginning of a month has the same revenue as its two parts. */
const halvesDisagree = async (
  read: (days: { from: string; to: string }) => Promise<ReportRow[]>,
  today: string,
): Promise<string[]> => {
  const month = `${today.slice(0, 7)}-01`;
  const before = Temporal.PlainDate.from(month).subtract({ days: 1 }).toString();
  const [whole, first, second] = await Promise.all([
    read({ from: BEFORE_ALL, to: today }),
    read({ from: BEFORE_ALL, to: before }),
    read({ from: month, to: today }),
  ]);
  return [
    ...differences(
      'Revenue deferred at the end of a month and at the beginning of the next',
      tally(first, groupOf, (row) => cents(row, 'deferred_after')),
      tally(second, groupOf, (row) => cents(row, 'deferred_before')),
    ),
    ...(['billed', 'earned'] as const).flatMap((column) =>
      differences(
        `${column} in two parts and in all`,
        tally([...first, ...second], groupOf, (row) => cents(row, column)),
        tally(whole, groupOf, (row) => cents(row, column)),
      ),
    ),
  ];
};
