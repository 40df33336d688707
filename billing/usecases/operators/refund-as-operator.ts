import { refundDay } from '../../domain/operators/refund-limit.ts';
import { earlierOutcome } from '../../engine/recording/request-outcome.ts';
import type { Refunded, RefundOutcome } from '../../engine/refunds/carry-out-refund.ts';
import type { RefundDeps } from '../../engine/refunds/refund-once.ts';
import type { Caller } from '../../ports/caller.ts';
import type { OperatorRecords, OperatorRefund } from '../../ports/operators.ts';
import { needInvoice } from '../../queries/invoices.ts';
import type { RefundInput } from '../../resources/refund.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { Failure, Invalid } from '../../values/failure.ts';
import { moneyFormat } from '../../values/money/money-text.ts';
import { previewRefund } from '../refunds/preview-refund.ts';
import { refundInvoice } from '../refunds/refund-invoice.ts';

export interface OperatorRefundDeps extends RefundDeps {
  readonly operators: Pick<OperatorRecords, 'spend' | 'unspend'>;
}

/** A refund that an operator asks for. */
export interface RequestedByOperator {
  readonly operator_id: string;
  /** The daily limit of the operator at the site, in cents of the refund's currency; null: none. */
  readonly limit_in_cents: number | null;
  readonly refund: Submitted<RefundInput>;
  /** For the audit log. */
  readonly reason: string | null;
}

/**
 * Refunds an invoice within the daily limit of an operator. What is not refunded does not count against the limit.
 * Throws what `refundInvoice` throws, and `precondition_failed` beyond the limit, which names it and what is left of
 * it.
 */
export const refundAsOperator = (deps: OperatorRefundDeps) => {
  const preview = previewRefund(deps);
  const refund = refundInvoice(deps);
  const { operators, storage } = deps;

  return async (caller: Caller, named: string, asked: RequestedByOperator): Promise<RefundOutcome> => {
    const { operator_id, limit_in_cents, reason } = asked;
    const carryOut = () => refund(caller, named, asked.refund, reason);
    if (limit_in_cents === null) return carryOut();
    const before = await earlierOutcome<Refunded>(storage.of(caller.site.id), caller);
    if (before) return carryOut();

    const { amount_in_cents, currency } = await preview(caller, named, asked.refund);
    const spent: OperatorRefund = {
      site_id: caller.site.id,
      operator_id,
      day: refundDay(caller.site, caller.at),
      currency,
      amount_in_cents,
    };
    const { added, spent_in_cents } = await operators.spend(spent, limit_in_cents);
    if (!added) throw beyondLimit(currency, limit_in_cents, spent_in_cents);
    try {
      const outcome = await carryOut();
      // Another refund came first, and less was left than the preview said.
      const unused = amount_in_cents - (await refundedBy(deps, caller, named, outcome, amount_in_cents));
      if (unused > 0) await operators.unspend({ ...spent, amount_in_cents: unused });
      return outcome;
    } catch (error) {
      // After any other error the refund may still be carried out.
      if (error instanceof Failure || error instanceof Invalid) await operators.unspend(spent);
      throw error;
    }
  };
};

/**
 * Returns the cents that were refunded, by the credit invoice; `amount` while the gateway has not answered, because the
 * refund may still be completed.
 */
const refundedBy = async (
  { storage }: Pick<OperatorRefundDeps, 'storage'>,
  { site }: Caller,
  named: string,
  outcome: RefundOutcome,
  amount: number,
): Promise<number> => {
  const records = storage.of(site.id);
  if (outcome.outcome === 'refunded') return 0 - ((await records.invoices.find(outcome.credit))?.total_in_cents ?? 0);
  const { account_id } = await needInvoice(records, named);
  return (await records.intents.of(account_id)) ? amount : 0;
};

const beyondLimit = (currency: string, limit: number, spent: number): Failure => {
  const money = moneyFormat('en-US', currency);
  return new Failure('precondition_failed', {
    what:
      `You may refund ${money(limit)} a day at this site, and ${money(Math.max(limit - spent, 0))} of it is left today. ` +
      'Nothing was refunded. Ask a colleague of finance for more.',
  });
};
