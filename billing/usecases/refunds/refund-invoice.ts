import type { Caller } from '../../caller.ts';
import { becameBefore } from '../../engine/payments/answered-once.ts';
import { openIntent } from '../../engine/payments/open-intent.ts';
import { carryOutRefund, type Given, type GivenBack, type RefundDeps } from '../../engine/refunds/carry-out-refund.ts';
import { prepareRefund } from '../../engine/refunds/prepare-refund.ts';
import { readPaid } from '../../engine/refunds/read-paid.ts';
import { type Issue, refuse } from '../../failure.ts';
import type { Records } from '../../ports/storage.ts';
import { needInvoice } from '../../queries/invoices/need-invoice.ts';
import type { ByHand, RefundDraft } from '../../refunds/draft-refund.ts';
import type { RefundWish } from '../../refunds/refund-lines.ts';
import { methodOf, type RefundInput } from '../../resources/refund.ts';
import type { Submitted } from '../../resources/submitted.ts';
import type { Seconds } from '../../time.ts';

/** The same request has given back before: its intent is undone. */
class GivenBefore extends Error {
  readonly given: Given;

  constructor(given: Given) {
    super('given back before');
    this.given = given;
  }
}

/**
 * Gives back an invoice: all that is left of it, an amount, or lines (reference "endpoints", "Refund body"; "pricing", sections 5 and 9). A refund that a gateway
 * declines creates nothing but its transaction, unless the site keeps it as credit. What a request with this `Idempotency-Key` has given back before is
 * answered, not given again. Throws `not_found`, `Invalid`, `invoice_not_refundable`, `simultaneous_request`.
 */
export const refundInvoice =
  (deps: RefundDeps) =>
  async (caller: Caller, named: string, { value, issues }: Submitted<RefundInput>): Promise<GivenBack> => {
    const { storage, world } = deps;
    const { site } = caller;
    const found = await needInvoice(storage.of(site.id), named);
    refuse([...issues, ...inputIssues(value)]);

    const draft = async (records: Records): Promise<RefundDraft> => {
      // A process that died over it may have been finished for only now.
      const before = await becameBefore<Given>(records, caller);
      if (before) throw new GivenBefore(before);
      const invoice = await needInvoice(records, found.uuid);
      return prepareRefund(world)(caller, records, invoice, await readPaid(records, invoice), {
        wish: wishOf(value),
        method: methodOf(value),
        byHand: value.external_refund ? byHand(value, caller.at) : null,
        notes: value.credit_customer_notes ?? site.customer_notes,
        declined: site.declined_refunds,
      });
    };
    try {
      const subject = found.account_id;
      const opening = { kind: 'refund', subject, gateway_code: '', prepare: async () => null, sale: draft } as const;
      return await carryOutRefund(deps)(site, await openIntent(deps)(caller, opening));
    } catch (error) {
      if (error instanceof GivenBefore) return error.given;
      throw error;
    }
  };

const wishOf = ({ amount_in_cents, line_items }: RefundInput): RefundWish => {
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

/** What does not go together. */
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
