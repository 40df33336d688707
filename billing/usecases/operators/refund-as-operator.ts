import type { Operator } from '../../domain/operators/operator.ts';
import type { Role } from '../../domain/operators/permissions.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import { earlierOutcome } from '../../engine/recording/request-outcome.ts';
import type { Refunded, RefundOutcome } from '../../engine/refunds/carry-out-refund.ts';
import type { RefundDeps } from '../../engine/refunds/refund-once.ts';
import type { Caller } from '../../ports/caller.ts';
import type { OperatorRecords } from '../../ports/operators.ts';
import type { RefundInput } from '../../resources/refund.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { previewRefund } from '../refunds/preview-refund.ts';
import { refundInvoice } from '../refunds/refund-invoice.ts';
import { refundWithinLimit } from './refund-within-limit.ts';

export interface OperatorRefundDeps extends RefundDeps {
  readonly operators: Pick<OperatorRecords, 'spend' | 'unspend'>;
}

/** A refund that an operator asks for. */
export interface RequestedByOperator {
  readonly operator: Pick<Operator, 'id'>;
  /** The roles of the operator at the site. */
  readonly roles: readonly Role[];
  readonly refund: Submitted<RefundInput>;
  /** For the audit log. */
  readonly reason: string;
}

/** Ends a refund that the gateway declined, so that it does not count against the limit. */
class NothingRefunded extends Error {
  readonly declined: Declined;
  constructor(declined: Declined) {
    super('nothing was refunded');
    this.declined = declined;
  }
}

/**
 * Refunds an invoice within the daily limit of an operator. A refund that is declined does not count; one whose gateway
 * has not answered does, because it may still be completed. Throws what `refundInvoice` and `refundWithinLimit` throw.
 */
export const refundAsOperator = (deps: OperatorRefundDeps) => {
  const preview = previewRefund(deps);
  const refund = refundInvoice(deps);
  const withinLimit = refundWithinLimit(deps);

  return async (
    caller: Caller,
    named: string,
    { operator, roles, refund: asked, reason }: RequestedByOperator,
  ): Promise<RefundOutcome> => {
    const { site } = caller;
    const records = deps.storage.of(site.id);
    const carryOut = () => refund(caller, named, asked, reason);
    // The first request with this key has counted.
    if (await earlierOutcome<Refunded>(records, caller)) return carryOut();
    const { amount_in_cents, currency } = await preview(caller, named, asked);
    try {
      return await withinLimit({ site, operator, roles, amount_in_cents, currency }, async () => {
        const outcome = await carryOut();
        if (outcome.outcome === 'refunded') return outcome;
        if (outcome.underWay) return outcome;
        throw new NothingRefunded(outcome);
      });
    } catch (error) {
      if (error instanceof NothingRefunded) return error.declined;
      throw error;
    }
  };
};
