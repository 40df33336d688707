import { PAYOUT_LINE_KINDS, type PayoutLine, type PayoutLineKind } from '@service/billing/domain/payouts/payout.ts';
import { kindOfCategory } from '@service/billing/domain/payouts/reporting-categories.ts';
import { centsOf, decimalText } from '@service/billing/values/money/decimal-text.ts';
import { beginningOfDay } from '@service/billing/values/periods/zone-days.ts';
import { readTime, type Seconds } from '@service/billing/values/time.ts';

/** A row of a file by the names of its columns; a cell without text is empty. */
export type PayoutRow = Readonly<Record<string, string>>;

/** A row that was read: the line, and the payout that it belongs to. */
export interface ReadRow {
  readonly payout: string;
  readonly arrived_on: string;
  readonly currency: string;
  readonly line: PayoutLine;
}

/** A form in which files describe payouts. */
export interface PayoutFormat {
  readonly name: string;
  /** The columns that a file of this form has; others may stand beside them. */
  readonly needs: readonly string[];
  /**
   * Reads a row, and reports everything that is wrong with it, one sentence each: what it returns then is of no use.
   * Returns undefined for a row that is no line.
   */
  readonly read: (row: PayoutRow, report: ReportProblem) => ReadRow | undefined;
}

type ReportProblem = (problem: string) => void;

/** The cells of a row, and where to report what is wrong with them. */
interface Cells {
  readonly row: PayoutRow;
  readonly report: ReportProblem;
}

const WHOLE = /^-?\d{1,15}$/;

const cellOf = ({ row }: Pick<Cells, 'row'>, column: string): string => row[column]?.trim() ?? '';

const needed = (cells: Cells, column: string): string => {
  const cell = cellOf(cells, column);
  if (cell === '') cells.report(`${column} is empty.`);
  return cell;
};

const wholeCents = (cells: Cells, column: string): number => {
  const cell = needed(cells, column);
  if (WHOLE.test(cell)) return Number(cell);
  if (cell !== '') cells.report(`${column} is “${cell}”: write whole cents, such as 1999 for 19.99.`);
  return 0;
};

const momentIn = (cells: Cells, column: string): Seconds => {
  const cell = needed(cells, column);
  const at = readTime(cell);
  if (at === undefined && cell !== '') cells.report(`${column} is “${cell}”: write it like 2026-11-30T09:15:00Z.`);
  return at ?? 0;
};

/** Reads a day, such as `2026-11-30`. A time after it, in files that have one, is left out. */
const dayOf = (cells: Cells, column: string): string => {
  const cell = needed(cells, column);
  const [day = ''] = cell.split(/[ T]/, 1);
  const isDay = /^\d{4}-/.test(day) && beginningOfDay(day, 'UTC') !== undefined;
  if (!isDay && cell !== '') cells.report(`${column} is “${cell}”: write it like 2026-11-30.`);
  return day;
};

const currencyOf = (cells: Cells, column: string): string => {
  const cell = needed(cells, column);
  const code = cell.toUpperCase();
  if (!/^[A-Z]{3}$/.test(code) && cell !== '') cells.report(`${column} is “${cell}”: give a code such as EUR.`);
  return code;
};

/** Returns the kind that a row names. */
const kindOf = (cells: Cells): PayoutLineKind => {
  const kind = cellOf(cells, 'kind');
  if (isKind(kind)) return kind;
  cells.report(`kind is “${kind}”: it is one of ${PAYOUT_LINE_KINDS.join(', ')}.`);
  return 'adjustment';
};

const own: PayoutFormat = {
  name: 'csv',
  needs: [
    ...['payout', 'arrived_on', 'currency', 'line', 'kind', 'reference', 'made_at'],
    ...['gross_in_cents', 'fee_in_cents', 'net_in_cents'],
  ],
  read(row, report) {
    const cells = { row, report };
    const payout = needed(cells, 'payout');
    const arrived_on = dayOf(cells, 'arrived_on');
    const currency = currencyOf(cells, 'currency');
    const kind = kindOf(cells);
    const gross_in_cents = wholeCents(cells, 'gross_in_cents');
    const reference = cellOf(cells, 'reference') || null;
    const charged = cellOf(cells, 'charged_currency');
    return {
      payout,
      arrived_on,
      currency,
      line: {
        line: needed(cells, 'line'),
        kind,
        reference,
        payment: cellOf(cells, 'payment') || (kind === 'charge' ? reference : null),
        made_at: momentIn(cells, 'made_at'),
        gross_in_cents,
        fee_in_cents: wholeCents(cells, 'fee_in_cents'),
        net_in_cents: wholeCents(cells, 'net_in_cents'),
        charged_in_cents: charged === '' ? gross_in_cents : wholeCents(cells, 'charged_in_cents'),
        charged_currency: charged === '' ? currency : currencyOf(cells, 'charged_currency'),
      },
    };
  },
};

const isKind = (text: string): text is PayoutLineKind => PAYOUT_LINE_KINDS.some((kind) => kind === text);

const decimalCents = (cells: Cells, column: string, currency: string): number => {
  const cell = needed(cells, column);
  if (cell === '') return 0;
  const amount = /^-?\d{1,12}(?:\.\d{1,9})?$/.test(cell) ? centsOf(cell, currency) : undefined;
  if (amount === undefined || Number(decimalText(amount, currency)) !== Number(cell)) {
    cells.report(`${column} is “${cell}”, which is no amount in ${currency}.`);
    return 0;
  }
  return amount;
};

/** Reads the moment of a line; `created` is in the time zone that the report was made for. */
const stripeMoment = (cells: Cells): Seconds =>
  momentIn(cells, cellOf(cells, 'created_utc') === '' ? 'created' : 'created_utc');

const stripe: PayoutFormat = {
  name: 'stripe',
  needs: [
    ...['automatic_payout_id', 'automatic_payout_effective_at', 'balance_transaction_id', 'created'],
    ...['reporting_category', 'source_id', 'currency', 'gross', 'fee', 'net'],
  ],
  read(row, report) {
    const cells = { row, report };
    const category = needed(cells, 'reporting_category');
    // The payout itself, in files that have it beside its lines.
    if (category === 'payout') return undefined;
    const kind = kindOfCategory(category);
    const currency = currencyOf(cells, 'currency');
    const payment = cellOf(cells, 'payment_intent_id') || cellOf(cells, 'charge_id') || null;
    const gross_in_cents = decimalCents(cells, 'gross', currency);
    const charged = cellOf(cells, 'customer_facing_currency').toUpperCase();
    const isConverted = charged !== '' && charged !== currency && cellOf(cells, 'customer_facing_amount') !== '';
    const source = cellOf(cells, 'source_id') || null;
    return {
      payout: needed(cells, 'automatic_payout_id'),
      arrived_on: dayOf(cells, 'automatic_payout_effective_at'),
      currency,
      line: {
        line: needed(cells, 'balance_transaction_id'),
        kind,
        reference: kind === 'charge' ? (payment ?? source) : source,
        payment: kind === 'charge' ? (payment ?? source) : payment,
        made_at: stripeMoment(cells),
        gross_in_cents,
        fee_in_cents: decimalCents(cells, 'fee', currency),
        net_in_cents: decimalCents(cells, 'net', currency),
        charged_in_cents: isConverted
          ? Math.sign(gross_in_cents) * Math.abs(decimalCents(cells, 'customer_facing_amount', charged))
          : gross_in_cents,
        charged_currency: isConverted ? charged : currency,
      },
    };
  },
};

/** The forms of files, this service's own first. */
export const PAYOUT_FORMATS: readonly PayoutFormat[] = [own, stripe];
