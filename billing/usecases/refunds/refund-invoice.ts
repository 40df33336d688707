import type { RefundDraft } from '../../domain/refunds/draft-refund.ts';
import type { RequestedRefund } from '../../domain/refunds/refund-lines.ts';
import type { ByHand } from '../../domain/transactions/repayment.ts';
import { readPaid } from '../../engine/recording/refunds/read-paid.ts';
import type { RefundOutcome } from '../../engine/refunds/carry-out-refund.ts';
import { prepareRefund } from '../../engine/refunds/prepare-refund.ts';
import { type RefundDeps, refundOnce } from '../../engine/refunds/refund-once.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { needInvoice } from '../../queries/invoices.ts';
import { methodOf, type RefundInput } from '../../resources/refund.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { type Issue, refuse } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';

/**
 * Refunds an invoice: its remainder, an amount, or lines. A refund that a gateway declines creates nothing but its
 * transaction, unless the site keeps it as credit. A repeated request with the same `Idempotency-Key` returns the
 * earlier refund. Throws `not_found`, `Invalid`, `invoice_not_refundable`, `simultaneous_request`.
 */
export const refundInvoice =
  (deps: RefundDeps) =>
  async (caller: Caller, named: string, { value, issues }: Submitted<RefundInput>): Promise<RefundOutcome> => {
    const { storage, world } = deps;
    const { site } = caller;
    const found = await needInvoice(storage.of(site.id), named);
    refuse([...issues, ...inputIssues(value)]);

    const draft = async (records: Records): Promise<RefundDraft> => {
      const invoice = await needInvoice(records, found.uuid);
      return prepareRefund(world, caller, records, invoice, await readPaid(records, invoice), {
        requested: requestedRefund(value),
        method: methodOf(value),
        byHand: value.external_refund ? byHand(value, caller.at) : null,
        notes: value.credit_customer_notes ?? site.customer_notes,
        declined: site.declined_refunds,
      });
    };
    return refundOnce(deps, caller, { subject: found.account_id, gateway_code: '', draft });
  };

const requestedRefund = ({ amount_in_cents, line_items }: RefundInput): RequestedRefund => {
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

const byHand = ({ payment_method, description, refunded_at }: RefundInput, now: Seconds): ByHand => ({
  payment_method: payment_method ?? 'other',
  description: description || null,
  collected_at: refunded_at ?? now,
});

/** Returns the issues of fields that exclude each other. */
const inputIssues = (value: RefundInput): Issue[] => [
  ...(value.amount_in_cents && value.line_items?.length
    ? [{ field: 'invoice.amount_in_cents', symbol: 'present' as const }]
    : []),
  ...(value.external_refund
    ? []
    : (['payment_method', 'description', 'refunded_at'] as const)
        .filter((name) => value[name] !== undefined && value[name] !== null)
        .map((name) => ({ field: `invoice.${name}`, symbol: 'present' as const }))),
];
