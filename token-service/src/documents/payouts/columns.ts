import { PAYOUT_LINE_KINDS, type PayoutLine, type PayoutLineKind } from '@service/billing/domain/payouts/payout.ts';
import { kindOfCategory } from '@service/billing/domain/payouts/reporting-categories.ts';
import { centsOf, decimalText } from '@service/billing/values/money/decimal-text.ts';
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
  /** Reads a row. Throws `RangeError` with what is wrong with it. */
  readonly read: (row: PayoutRow) => ReadRow | undefined;
}

const WHOLE = /^-?\d{1,15}$/;

const cellOf = (row: PayoutRow, column: string): string => row[column]?.trim() ?? '';

const needed = (row: PayoutRow, column: string): string => {
  const cell = cellOf(row, column);
  if (cell === '') throw new RangeError(`${column} is empty.`);
  return cell;
};

const wholeCents = (row: PayoutRow, column: string): number => {
  const cell = needed(row, column);
  if (!WHOLE.test(cell)) throw new RangeError(`${column} is “${cell}”: write whole cents, such as 1999 for 19.99.`);
  return Number(cell);
};

const momentOf = (text: string, column: string): Seconds => {
  const at = readTime(text);
  if (at === undefined) throw new RangeError(`${column} is “${text}”: write it like 2026-11-30T09:15:00Z.`);
  return at;
};

const own: PayoutFormat = {
  name: 'csv',
  needs: [
    ...['payout', 'arrived_on', 'currency', 'line', 'kind', 'reference', 'made_at'],
    ...['gross_in_cents', 'fee_in_cents', 'net_in_cents'],
  ],
  read(row) {
    const kind = cellOf(row, 'kind');
    if (!isKind(kind)) throw new RangeError(`kind is “${kind}”: it is one of ${PAYOUT_LINE_KINDS.join(', ')}.`);
    const currency = needed(row, 'currency').toUpperCase();
    const gross_in_cents = wholeCents(row, 'gross_in_cents');
    const reference = cellOf(row, 'reference') || null;
    const charged = cellOf(row, 'charged_currency');
    return {
      payout: needed(row, 'payout'),
      arrived_on: needed(row, 'arrived_on'),
      currency,
      line: {
        line: needed(row, 'line'),
        kind,
        reference,
        payment: cellOf(row, 'payment') || (kind === 'charge' ? reference : null),
        made_at: momentOf(needed(row, 'made_at'), 'made_at'),
        gross_in_cents,
        fee_in_cents: wholeCents(row, 'fee_in_cents'),
        net_in_cents: wholeCents(row, 'net_in_cents'),
        charged_in_cents: charged === '' ? gross_in_cents : wholeCents(row, 'charged_in_cents'),
        charged_currency: charged === '' ? currency : charged.toUpperCase(),
      },
    };
  },
};

const isKind = (text: string): text is PayoutLineKind => PAYOUT_LINE_KINDS.some((kind) => kind === text);

const decimalCents = (row: PayoutRow, column: string, currency: string): number => {
  const cell = needed(row, column);
  const amount = /^-?\d{1,12}(?:\.\d{1,9})?$/.test(cell) ? centsOf(cell, currency) : undefined;
  if (amount === undefined || Number(decimalText(amount, currency)) !== Number(cell)) {
    throw new RangeError(`${column} is “${cell}”, which is no amount in ${currency}.`);
  }
  return amount;
};

/** Reads the moment of a line; `created` is in the time zone that the report was made for. */
const stripeMoment = (row: PayoutRow): Seconds => {
  const column = cellOf(row, 'created_utc') === '' ? 'created' : 'created_utc';
  return momentOf(needed(row, column), column);
};

const stripe: PayoutFormat = {
  name: 'stripe',
  needs: [
    ...['automatic_payout_id', 'automatic_payout_effective_at', 'balance_transaction_id', 'created'],
    ...['reporting_category', 'source_id', 'currency', 'gross', 'fee', 'net'],
  ],
  read(row) {
    const category = needed(row, 'reporting_category');
    // The payout itself, in files that have it beside its lines.
    if (category === 'payout') return undefined;
    const kind = kindOfCategory(category);
    const currency = needed(row, 'currency').toUpperCase();
    const payment = cellOf(row, 'payment_intent_id') || cellOf(row, 'charge_id') || null;
    const gross_in_cents = decimalCents(row, 'gross', currency);
    const charged = cellOf(row, 'customer_facing_currency').toUpperCase();
    const isConverted = charged !== '' && charged !== currency && cellOf(row, 'customer_facing_amount') !== '';
    const source = cellOf(row, 'source_id') || null;
    return {
      payout: needed(row, 'automatic_payout_id'),
      arrived_on: needed(row, 'automatic_payout_effective_at').slice(0, 10),
      currency,
      line: {
        line: needed(row, 'balance_transaction_id'),
        kind,
        reference: kind === 'charge' ? (payment ?? source) : source,
        payment: kind === 'charge' ? (payment ?? source) : payment,
        made_at: stripeMoment(row),
        gross_in_cents,
        fee_in_cents: decimalCents(row, 'fee', currency),
        net_in_cents: decimalCents(row, 'net', currency),
        charged_in_cents: isConverted
          ? Math.sign(gross_in_cents) * Math.abs(decimalCents(row, 'customer_facing_amount', charged))
          : gross_in_cents,
        charged_currency: isConverted ? charged : currency,
      },
    };
  },
};

/** The forms of files, this service's own first. */
export const PAYOUT_FORMATS: readonly PayoutFormat[] = [own, stripe];
