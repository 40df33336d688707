import { Failure, type Issue, refuse } from '../../values/failure.ts';
import { ceiling, compare, type Fraction, fraction, plus, shareOf, times } from '../../values/money/fraction.ts';
import { plainDecimal } from '../../values/money/plain-decimal.ts';
import {
  creditAmount,
  creditableTotal,
  creditNet,
  creditShare,
  netLeft,
  uncredited,
} from '../../values/price/credit.ts';
import { refundAmount, refundRest } from '../../values/price/refund.ts';
import type { Seconds } from '../../values/time.ts';
import { countedOf, unitsLeft, unitsOf } from '../adjustments/counted-units.ts';
import { byPlace, type LineRefund, NO_UNITS, type RefundableLine } from '../adjustments/credit-line.ts';
import type { ShownAdjustment } from '../adjustments/record.ts';
import { invoiceName } from '../invoices/invoice-name.ts';
import type { InvoiceRecord } from '../invoices/record.ts';

/** A part of a line: units, an amount before tax, or percents of what is left. */
export type RefundPart =
  | RefundedUnits
  | { readonly by: 'amount'; readonly amount: number }
  | { readonly by: 'percentage'; readonly percentage: number };

/** Units of a line, as the field of a request says them. */
export interface RefundedUnits {
  readonly by: 'quantity' | 'quantity_decimal';
  readonly quantity: Fraction;
  /**
   * `counted`: in units as they were counted, of a fraction in its exact quantity. `stored`: as the line stores them,
   * of a fraction one unit for all of it.
   */
  readonly in: 'counted' | 'stored';
  readonly prorate: boolean;
}

/** A line to refund, and the part of it. */
export interface RequestedRefundLine {
  readonly uuid: string;
  readonly part: RefundPart;
}

/** The requested refund: everything that is left, an amount with its tax, or lines. */
export type RequestedRefund =
  | { readonly kind: 'whole' }
  | { readonly kind: 'amount'; readonly amount: number; readonly path: string; readonly afterLines: boolean }
  | { readonly kind: 'lines'; readonly lines: readonly RequestedRefundLine[]; readonly path: string };

export interface RefundedLines {
  readonly refunds: readonly LineRefund[];
  /** Cents; 0 where only free units are refunded. */
  readonly total: number;
  /** Nothing of the invoice is left. */
  readonly whole: boolean;
}

/**
 * Allocates a refund to the lines of an invoice. Throws `Invalid` for units or amounts that cannot be refunded, and
 * `invoice_not_refundable` when nothing can.
 */
export const refundLines = (
  invoice: Pick<InvoiceRecord, 'refundable_total_in_cents' | 'invoice_number_prefix' | 'invoice_number'>,
  lines: readonly RefundableLine[],
  requested: RequestedRefund,
  at: Seconds,
): RefundedLines => {
  const left = lines.reduce((sum, line) => sum + creditableTotal(line), 0);
  const refundable = Math.min(invoice.refundable_total_in_cents, left);
  const refunds = refundsOf(lines, requested, { refundable, left }, at);
  const total = refunds.reduce((sum, { credit }) => sum + credit.total, 0);
  // A share can be free, fall on the tax alone or round to nothing, and a cent can be within the share that is credited
  // already, because that was rounded down. A period that is over leaves nothing to refund.
  const nothing = refunds.every(({ line, credit }) => credit.total === 0 && compare(credit.share, line.share) === 0);
  if (nothing) refuse(percentageIssues(refunds, requested));
  if (nothing || total > refundable) throw new Failure('invoice_not_refundable', { value: invoiceName(invoice) });
  return { refunds, total, whole: total === refundable && requested.kind !== 'lines' };
};

/** Returns an issue for each percentage that rounds to zero of a line that can still be refunded. */
const percentageIssues = (refunds: readonly LineRefund[], requested: RequestedRefund): Issue[] => {
  if (requested.kind !== 'lines') return [];
  return requested.lines.flatMap(({ part }, index) => {
    const line = refunds[index]?.line;
    const field = `${requested.path}[${index}].${FIELDS.percentage}`;
    return part.by === 'percentage' && line && creditableTotal(line) > 0
      ? [{ field, symbol: 'invalid', reason: 'rounds_to_nothing' }]
      : [];
  });
};

const refundsOf = (
  lines: readonly RefundableLine[],
  requested: RequestedRefund,
  { refundable, left }: { readonly refundable: number; readonly left: number },
  at: Seconds,
): readonly LineRefund[] => {
  if (requested.kind === 'lines') return ofLines(lines, requested, at);
  if (requested.kind === 'amount') refuse(amountIssues(lines, requested, refundable));
  const amount = requested.kind === 'amount' ? requested.amount : refundable;
  return amount === left ? ofRest(lines) : ofAmount(lines, amount);
};

/** Refunds the rest of every line that charged something, also of one that a coupon made free. */
const ofRest = (lines: readonly RefundableLine[]): LineRefund[] =>
  lines.filter((line) => line.gross > line.credited.gross || creditableTotal(line) > 0).map(restOf);

/** Spreads an amount over the lines; on shipping fees falls only what the others do not cover. */
const ofAmount = (all: readonly RefundableLine[], amount: number): LineRefund[] => {
  const others = all.filter(({ record }) => record.origin !== 'shipping_fee');
  const most = others.reduce((sum, line) => sum + creditableTotal(line), 0);
  if (amount <= most) return spreadOver(others, amount);
  const fees = all.filter((line) => !others.includes(line));
  return [...spreadOver(others, most), ...spreadOver(fees, amount - most)];
};

const spreadOver = (lines: readonly RefundableLine[], amount: number): LineRefund[] => {
  const credits = refundAmount(lines, amount, byPlace);
  return lines
    .map((line, place) => ({ line, credit: credits[place]!, units: NO_UNITS }))
    .filter(({ credit }) => credit.total > 0);
};

const amountIssues = (
  lines: readonly RefundableLine[],
  { amount, path, afterLines }: RequestedRefund & { kind: 'amount' },
  refundable: number,
): Issue[] => {
  if (amount > refundable) return [{ field: path, symbol: 'less_than_or_equal_to', count: refundable }];
  const byLine = lines.some(({ record }) => compare(unitsLeft(record), fraction(record.quantity)) < 0);
  return byLine && !afterLines ? [{ field: path, symbol: 'present', reason: 'lines_refunded' }] : [];
};

const ofLines = (
  lines: readonly RefundableLine[],
  { lines: requested, path }: RequestedRefund & { kind: 'lines' },
  at: Seconds,
): LineRefund[] => {
  const issues: Issue[] = requested.length === 0 ? [{ field: path, symbol: 'empty' }] : [];
  const refunds: LineRefund[] = [];
  for (const [index, { uuid, part }] of requested.entries()) {
    const field = `${path}[${index}]`;
    const line = lines.find(({ record }) => record.uuid === uuid);
    if (!line) issues.push({ field: `${field}.uuid`, symbol: 'not_found' });
    else if (refunds.some((other) => other.line === line)) issues.push({ field: `${field}.uuid`, symbol: 'taken' });
    else {
      const refund = ofPart(line, part, at);
      if ('credit' in refund && isPartOfFee(refund)) {
        issues.push({ field: `${field}.${FIELDS[part.by]}`, symbol: 'invalid', reason: 'whole_shipping_fee' });
      } else if ('credit' in refund) refunds.push(refund);
      else issues.push({ ...refund, field: `${field}.${refund.field}` });
    }
  }
  refuse(issues);
  return refunds;
};

/** The field of a request that says a part. */
const FIELDS = {
  quantity: 'quantity',
  quantity_decimal: 'quantity_decimal',
  amount: 'amount_in_cents',
  percentage: 'percentage',
} as const;

/** Whether a refund leaves something of a shipping fee, which is refunded in full or not at all. */
const isPartOfFee = ({ line, credit }: LineRefund): boolean =>
  line.record.origin === 'shipping_fee' && credit.total < creditableTotal(line);

/** Returns the refund of a part of a line, or why it is refused. */
const ofPart = (line: RefundableLine, part: RefundPart, at: Seconds): LineRefund | Issue => {
  switch (part.by) {
    case 'quantity':
    case 'quantity_decimal':
      return ofUnits(line, part, at);
    case 'amount': {
      const count = netLeft(line);
      if (part.amount > count) return { field: 'amount_in_cents', symbol: 'less_than_or_equal_to', count };
      return ofNet(line, part.amount);
    }
    case 'percentage':
      return ofPercents(line, part.percentage);
  }
};

const ofUnits = (line: RefundableLine, part: RefundedUnits, at: Seconds): LineRefund | Issue => {
  const { record } = line;
  const isCounted = part.in === 'counted';
  const held = isCounted ? countedOf(record, unitsLeft(record)) : unitsLeft(record);
  const asked = withinLeft(part, held);
  if (!asked) return { field: part.by, symbol: 'less_than_or_equal_to', count: mostOf(part, held) };
  const left = part.prorate ? periodLeft(record, at) : fraction(1);
  if (!left) return { field: 'prorate', symbol: 'invalid', reason: 'not_a_period' };
  const units = isCounted ? unitsOf(record, asked) : asked;
  return { line, credit: creditUnits(line, units, left), units };
};

/** Returns the requested quantity; of whole units, the last one may be a part. Undefined: more than is left. */
const withinLeft = ({ by, quantity }: RefundedUnits, left: Fraction): Fraction | undefined => {
  if (compare(quantity, left) <= 0) return quantity;
  return by === 'quantity' && compare(quantity, plus(left, fraction(1))) < 0 ? left : undefined;
};

const mostOf = ({ by }: RefundedUnits, left: Fraction): number =>
  by === 'quantity' ? ceiling(left) : Number(plainDecimal(left));

/** Refunds an amount before tax; what is left of the line in full takes its units with it. */
const ofNet = (line: RefundableLine, amount: number): LineRefund =>
  amount === netLeft(line) ? restOf(line) : { line, credit: creditNet(line, amount), units: NO_UNITS };

/** Refunds percents of what is left of a line, tax included: rounded once. */
const ofPercents = (line: RefundableLine, percentage: number): LineRefund => {
  const left = creditableTotal(line);
  const amount = shareOf(left, fraction(percentage, 100));
  return amount === left ? restOf(line) : { line, credit: creditAmount(line, amount), units: NO_UNITS };
};

const restOf = (line: RefundableLine): LineRefund => ({
  line,
  credit: refundRest(line),
  units: unitsLeft(line.record),
});

/** Returns the credit for a quantity. It is limited to what an earlier refund of an amount has left. */
const creditUnits = (line: RefundableLine, units: Fraction, left: Fraction) => {
  const share = times(times(units, fraction(1, line.record.quantity)), left);
  const most = uncredited(line);
  return creditShare(line, compare(share, most) > 0 ? most : share);
};

/** Returns the part of a line's period that is left, 0 to 1; undefined for a line without a period. */
const periodLeft = ({ start_date, end_date }: ShownAdjustment, at: Seconds): Fraction | undefined => {
  if (end_date === null || end_date <= start_date) return undefined;
  return fraction(Math.min(Math.max(end_date - at, 0), end_date - start_date), end_date - start_date);
};
