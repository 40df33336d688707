import type { RefundedUnits, RefundPart, RequestedRefund } from '../../domain/refunds/refund-lines.ts';
import { REFUND_PARTS, type RefundInput } from '../../resources/refund.ts';
import type { Submitted } from '../../resources/submitted.ts';
import type { Issue } from '../../values/failure.ts';
import { decimalFraction, fraction } from '../../values/money/fraction.ts';

/** The request for a refund. */
export interface InvoiceRefundInput extends RefundInput {
  /** Whether quantities are those that clients see from 2.29 on, of a fraction the exact ones. */
  readonly counted?: boolean;
}

/** Returns what a request refunds of an invoice: an amount, lines, or all that is left. */
export const requestedRefund = ({ amount_in_cents, line_items, counted }: InvoiceRefundInput): RequestedRefund => {
  if (amount_in_cents) {
    return { kind: 'amount', amount: amount_in_cents, path: 'invoice.amount_in_cents', afterLines: false };
  }
  if (!line_items) return { kind: 'whole' };
  return {
    kind: 'lines',
    path: 'invoice.line_items',
    lines: line_items.map((line) => ({
      uuid: (line.uuid ?? '').replaceAll('-', '').toLowerCase(),
      part: partOf(line, counted ? 'counted' : 'stored'),
    })),
  };
};

type LineInput = NonNullable<RefundInput['line_items']>[number];

/** Returns the part of a line that its fields say, one of which is there. */
const partOf = (sent: LineInput, units: RefundedUnits['in']): RefundPart => {
  const { quantity, quantity_decimal, amount_in_cents, percentage } = sent;
  const prorate = sent.prorate ?? false;
  if (isGiven(amount_in_cents)) return { by: 'amount', amount: amount_in_cents };
  if (isGiven(percentage)) return { by: 'percentage', percentage };
  return isGiven(quantity_decimal)
    ? { by: 'quantity_decimal', quantity: decimalFraction(quantity_decimal), in: 'counted', prorate }
    : { by: 'quantity', quantity: fraction(quantity ?? 1), in: units, prorate };
};

const isGiven = <T>(value: T | null | undefined): value is T => value !== undefined && value !== null;

/** Returns the issues of a line that says no part of it, two of them, or prorates something other than units. */
const partIssues = (line: LineInput, place: number, found: readonly Issue[]): Issue[] => {
  const path = `invoice.line_items[${place}]`;
  const [first, ...others] = REFUND_PARTS.filter((name) => isGiven(line[name]));
  if (first === undefined) {
    // A value that could not be read is reported already.
    const isReported = REFUND_PARTS.some((name) => found.some(({ field }) => field === `${path}.${name}`));
    return isReported ? [] : [{ field: `${path}.quantity`, symbol: 'blank', reason: 'refund_part_missing' }];
  }
  return [
    ...(line.quantity_decimal === '0'
      ? [{ field: `${path}.quantity_decimal`, symbol: 'greater_than', count: 0 } satisfies Issue]
      : []),
    ...others.map((name): Issue => ({ field: `${path}.${name}`, symbol: 'present', reason: 'one_refund_part' })),
    ...(line.prorate && first !== 'quantity' && first !== 'quantity_decimal'
      ? [{ field: `${path}.prorate`, symbol: 'present', reason: 'prorates_units' } satisfies Issue]
      : []),
  ];
};

/** Returns the issues of a request: those `found` while it was read, and fields that exclude each other. */
export const refundIssues = ({ value, issues }: Submitted<RefundInput>): Issue[] => [
  ...issues,
  ...(value.line_items ?? []).flatMap((line, place) => partIssues(line, place, issues)),
  ...(value.amount_in_cents && value.line_items?.length
    ? [{ field: 'invoice.amount_in_cents', symbol: 'present', reason: 'amount_beside_lines' } as const]
    : []),
  ...(value.external_refund
    ? []
    : (['payment_method', 'description', 'refunded_at'] as const)
        .filter((name) => value[name] !== undefined && value[name] !== null)
        .map((name) => ({ field: `invoice.${name}`, symbol: 'present', reason: 'of_an_external_refund' }) as const)),
];
