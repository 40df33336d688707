import { hasArrived } from '../../domain/due/clock-progress.ts';
import { isUndatedKind } from '../../domain/due/kinds.ts';
import type { Intent } from '../../domain/payments/intent.ts';
import { type CheckedLine, type CheckName, checkedLine, reportLine } from '../../domain/periods/checklist.ts';
import { CLOSING_DELAY, hasClosedBooks, lastDayOf, type MonthBounds, monthAfter } from '../../domain/periods/period.ts';
import { type CurrencySums, differingSums, type ReportDifference, ReportSums } from '../../domain/reports/report.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import type { Seconds } from '../../values/time.ts';
import { atOneMoment } from '../lists/at-one-moment.ts';
import type { PinnedQueryDeps } from '../lists/site-query.ts';
import { countOpenDifferences, countOpenedSince } from '../payouts/compare.ts';
import { ledgerSumOf } from '../reports/ledger-sums.ts';
import { type OpenReport, openReport } from '../reports/open-report.ts';
import { linesIn } from '../reports/reported-lines.ts';
import { REPORT_NAMES, REPORTS } from '../reports/reports.ts';

interface At {
  readonly site: Site;
  readonly at: Seconds;
}

/** A month, with its bounds. */
export interface AskedMonth extends MonthBounds {
  readonly month: string;
}

/** Due work that is read at most, of failed and of late items each: a message names the number of items below it. */
const MOST_ITEMS = 1000;
const MANY = `More than ${MOST_ITEMS.toLocaleString('en')} items`;

/**
 * Returns the lines about what may still change a month: whether it is over, whether the month before it is closed, and
 * what is not done yet that would be dated in it.
 */
export const openEnds = async (
  records: Records,
  { site, at }: At,
  asked: AskedMonth,
): Promise<readonly CheckedLine[]> => {
  const { month, begins_at, ends_at } = asked;
  const waiting = await records.periods.pendingPayments({ from: begins_at, to: ends_at });
  const isOver = at >= ends_at + CLOSING_DELAY;
  return [
    checkedLine('month_is_over', isOver, isOver ? null : `Its last day is ${lastDayOf(month)}.`),
    await earlierLine(records, month),
    await dueWorkLine(records, site, ends_at),
    await intentsLine(records, ends_at),
    checkedLine('pending_payments', waiting === 0, waiting === 0 ? null : `${counted(waiting, 'payment')} waits.`),
  ];
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Returns the name of a kind of work as a sentence has it. */
const inWords = (kind: string): string => kind.replaceAll('_', ' ');

const earlierLine = async ({ periods }: Records, month: string): Promise<CheckedLine> => {
  const all = await periods.all();
  const unfinished = all.findLast((period) => period.month < month && period.state !== 'closed');
  if (unfinished) {
    const { month: earlier, state } = unfinished;
    const found = state === 'closing' ? `The snapshot of ${earlier} is being made.` : `${earlier} was reopened.`;
    return checkedLine('earlier_month', false, found);
  }
  const latest = all.find(hasClosedBooks);
  if (!latest) {
    return checkedLine(
      'earlier_month',
      true,
      'It is the first month that is closed. Those before it are closed with it.',
    );
  }
  const next = monthAfter(latest.month);
  return checkedLine('earlier_month', month <= next, month <= next ? null : `The month to close next is ${next}.`);
};

const dueWorkLine = async (
  { due }: Records,
  { time_zone }: Pick<Site, 'time_zone'>,
  ends_at: Seconds,
): Promise<CheckedLine> => {
  const move = await due.clockProgress();
  if (move && !hasArrived(move)) return checkedLine('due_work', false, 'The clock of the sandbox is moving.');
  const failed = (await due.failed(MOST_ITEMS + 1, ['waiting', 'parked'])).filter(({ at }) => at < ends_at);
  const late = await due.overdue(ends_at - 1, MOST_ITEMS + 1);
  const isCut = [failed, late].some(({ length }) => length > MOST_ITEMS);
  const items = [...failed, ...late].filter(({ kind }) => !isUndatedKind(kind)).sort((a, b) => a.at - b.at);
  const [first] = items;
  if (!first) {
    // What was not read may date something in the month.
    return isCut
      ? checkedLine('due_work', false, `${MANY} that date nothing in it wait before what may.`)
      : checkedLine('due_work', true);
  }
  const found = `${isCut ? MANY : counted(items.length, 'item')} of it, the first of the kind “${inWords(first.kind)}”, due on ${dayIn(time_zone, first.at)}.`;
  return checkedLine('due_work', false, found);
};

/** Returns the moment at which the outcome of an intent is dated; undefined where it is that of its end. */
const datedAt = ({ payload }: Intent): Seconds | undefined => {
  const { at, draft } = payload as { readonly at?: Seconds; readonly draft?: { readonly at?: Seconds } };
  return at ?? draft?.at;
};

const intentsLine = async ({ intents }: Records, ends_at: Seconds): Promise<CheckedLine> => {
  // Authorizations, whose leases end on the site's clock, are not among them: they move no money.
  const open = await intents.expired(Number.MAX_SAFE_INTEGER, 0);
  const found = open.filter((intent) => (datedAt(intent) ?? ends_at) < ends_at);
  const words = `${counted(found.length, 'operation')} that began in it: ${found.map(({ kind }) => inWords(kind)).join(', ')}.`;
  return checkedLine('payment_intents', found.length === 0, found.length === 0 ? null : words);
};

type Compared = readonly ReportDifference[];

/** Returns the lines that compare the reports of a month with the ledger. */
const reportLines = async (storage: Storage, site: Site, asked: AskedMonth): Promise<readonly CheckedLine[]> => {
  const { month, begins_at, ends_at } = asked;
  const records = storage.of(site.id);
  const days = { from: `${month}-01`, to: lastDayOf(month) };
  const line = (name: CheckName, differences: Compared): CheckedLine =>
    checkedLine(name, differences.length === 0, null, differences);
  const lines: CheckedLine[] = [];
  for (const name of REPORT_NAMES) {
    // A tax return has the taxes of the report about tax.
    if (!('differences' in REPORTS[name]) || 'isReturn' in REPORTS[name]) continue;
    const asOf = REPORTS[name].about === 'day' ? { to: days.to } : days;
    const report = await openReport({ storage })({ site, at: ends_at }, name, asOf);
    const differences: ReportDifference[] = [];
    const sums = await sumsOf(report, (found) => differences.push(...found));
    if (name === 'revenue') differences.push(...notRolledForward(sums));
    lines.push(reportLine(name, report.title, differences));
  }
  const period = { from: begins_at, to: ends_at };
  return [
    ...lines,
    line('sales', await atOneMoment({ storage }, (pinned) => salesDifferences(pinned.storage.of(site.id), period))),
    line('mrr', await atOneMoment({ storage }, (pinned) => mrrDifferences(pinned, site, days, ends_at))),
    line('cash', await cashDifferences(records, period)),
    ...(await payoutLines(records, period)),
  ];
};

const sumsOf = async (
  report: OpenReport,
  onDifferences?: (differences: readonly ReportDifference[]) => void,
): Promise<ReportSums> => {
  const sums = new ReportSums(report.columns);
  for await (const row of report.rows({ onDifferences })) sums.add(row);
  return sums;
};

/** Returns the currencies in which deferred and billed revenue is neither earned nor deferred. */
const notRolledForward = (sums: ReportSums): Compared =>
  differingSums(
    'deferred and billed revenue',
    added(sums.of('deferred_before'), sums.of('billed')),
    added(sums.of('earned'), sums.of('deferred_after')),
  );

const added = (...all: readonly CurrencySums[]): CurrencySums => {
  const total = new Map<string, number>();
  for (const sums of all) {
    for (const [currency, cents] of sums) total.set(currency, (total.get(currency) ?? 0) + cents);
  }
  return total;
};

type Days = { readonly from: Seconds; readonly to: Seconds };

/** Compares the lines of all invoices with what their postings made customers owe, or owed to them, at one moment. */
const salesDifferences = async (records: Records, period: Days): Promise<Compared> => {
  const sold = new Map<string, number>();
  for await (const { currency, total_in_cents, tax_in_cents, invoice_origin } of linesIn(records, period)) {
    // Its counter account is the receivable of the invoice that no longer needed the payment.
    const counted = invoice_origin === 'external_credit' ? total_in_cents - tax_in_cents : 0;
    sold.set(currency, (sold.get(currency) ?? 0) + total_in_cents - counted);
  }
  const posted = (account: 'receivable' | 'credit') => ledgerSumOf(records.reports, period, account, 'invoice.posted');
  return differingSums('sales', sold, added(await posted('receivable'), await posted('credit')));
};

const mrrDifferences = async (
  { storage }: PinnedQueryDeps,
  site: Site,
  days: { readonly from: string; readonly to: string },
  ends_at: Seconds,
): Promise<Compared> => {
  const { revenue } = storage.of(site.id);
  const [totals, since] = [await revenue.totals(), await revenue.changesSince(ends_at)];
  const sums = await sumsOf(await openReport({ storage })({ site, at: ends_at }, 'mrr', days));
  const now = new Map(totals.map(({ currency, mrr_in_cents }) => [currency, mrr_in_cents]));
  return differingSums('recurring revenue', added(sums.of('closing'), since), now);
};

const cashDifferences = async ({ periods }: Records, period: Days): Promise<Compared> => {
  const moved = await periods.cashOfPayments(period);
  return differingSums(
    'payments less refunds',
    new Map(moved.map(({ currency, payments_in_cents }) => [currency, payments_in_cents])),
    new Map(moved.map(({ currency, ledger_in_cents }) => [currency, ledger_in_cents])),
  );
};

/**
 * Returns the line about payouts; none for a site whose gateways' payouts are not recorded. It counts what is open of
 * earlier months too: for the first month that is closed all of it, which is closed with it.
 */
const payoutLines = async (records: Records, { from, to }: Days): Promise<readonly CheckedLine[]> => {
  if (!(await records.payouts.hasAny())) return [];
  const isFirst = !(await records.periods.all()).some(hasClosedBooks);
  const earlier = isFirst
    ? await countOpenDifferences(records, { from: 0, to: from })
    : await countOpenedSince(records, from);
  const count = earlier + (await countOpenDifferences(records, { from, to }));
  const found = count === 0 ? null : `${counted(count, 'difference')}${earlier > 0 ? ', some of earlier months' : ''}.`;
  return [checkedLine('reconciliation', count === 0, found)];
};

/** Returns the lines of `openEnds` of a site, which are read at once. */
export const monthOpenEnds =
  ({ storage }: { readonly storage: Storage }) =>
  (caller: At, asked: AskedMonth): Promise<readonly CheckedLine[]> =>
    openEnds(storage.of(caller.site.id), caller, asked);

/** Returns every line of the checklist before a month is closed. */
export const periodChecklist =
  ({ storage }: { readonly storage: Storage }) =>
  async (caller: At, asked: AskedMonth): Promise<readonly CheckedLine[]> => [
    ...(await monthOpenEnds({ storage })(caller, asked)),
    ...(await reportLines(storage, caller.site, asked)),
  ];
