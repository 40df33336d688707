import type { RequestedRefund } from '../../domain/refunds/refund-lines.ts';
import type { RefundInput } from '../../resources/refund.ts';
import type { Issue } from '../../values/failure.ts';

/** Returns what a request refunds of an invoice: an amount, lines, or all that is left. */
export const requestedRefund = ({ amount_in_cents, line_items }: RefundInput): RequestedRefund => {
  if (amount_in_cents) {
    return { kind: 'amount', amount: amount_in_cents, path: 'invoice.amount_in_cents', afterLines: false };
  }
  if (!line_items) return { kind: 'whole' };
  return {
    kind: 'lines',
    path: 'invoice.line_items',
    lines: line_items.map(({ uuid, quantity, prorate }) => ({
      uuid: (uuid ?? '').replaceAll('-', '').toLowerCase(),
      quantity: quantity ?? 1,
      prorate: prorate ?? false,
    })),
  };
};

/** Returns the issues of fields that exclude each other. */
export const refundIssues = (value: RefundInput): Issue[] => [
  ...(value.amount_in_cents && value.line_items?.length
    ? [{ field: 'invoice.amount_in_cents', symbol: 'present' as const }]
    : []),
  ...(value.external_refund
    ? []
    : (['payment_method', 'description', 'refunded_at'] as const)
        .filter((name) => value[name] !== undefined && value[name] !== null)
        .map((name) => ({ field: `invoice.${name}`, symbol: 'present' as const }))),
];
