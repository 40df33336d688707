import { fraction, shareOf } from '../../values/money/fraction.ts';
import type { Seconds } from '../../values/time.ts';
import { type ChargeAfter, chargeAfter, creditLine } from '../adjustments/credit-line.ts';
import { creditAgainst } from '../invoices/credit-invoice.ts';
import type { DraftInvoice } from '../invoices/draft.ts';
import type { InvoiceRecord } from '../invoices/record.ts';
import type { ByHand, Repayment } from '../transactions/repayment.ts';
import { asSettled } from '../transactions/settled.ts';
import type { Leg } from './allocation.ts';
import type { RefundedLines } from './refund-lines.ts';

/**
 * A validated and allocated refund. It is plain data, stored with its intent: a refund at a gateway cannot be reversed,
 * so another process may have to complete it.
 */
export interface RefundDraft {
  readonly at: Seconds;
  readonly actor: string;
  /** The outcome is recorded under this key by the process that completes the refund. */
  readonly idempotency_key: string | null;
  readonly invoice_id: string;
  /** The gift card that the invoice sold: canceled while its price is being refunded, and permanently once it was. */
  readonly gift_card_id: number | null;
  readonly credit: DraftInvoice;
  readonly charges: readonly ChargeAfter[];
  readonly repayments: readonly Repayment[];
  readonly byHand: ByHand | null;
  /** The rule for an amount that every gateway declines to refund: the refund fails, or the amount becomes credit. */
  readonly declined: 'refuse' | 'credit';
  /** The reason of the refund, as an operator says it; missing in refunds of earlier releases. */
  readonly reason?: string | null;
}

interface RefundSetting
  extends Pick<RefundDraft, 'at' | 'actor' | 'idempotency_key' | 'gift_card_id' | 'byHand' | 'declined' | 'reason'> {
  readonly uuid: () => string;
  /** Notes for the customer. */
  readonly notes: string | null;
  /** Origin of the credit invoice. */
  readonly origin?: 'refund' | 'termination';
}

/**
 * Returns a refund, before it is recorded: the credit invoice without its number, and everything that changes with it.
 */
export const draftRefund = (
  { uuid, notes, origin: requested = 'refund', ...kept }: RefundSetting,
  invoice: InvoiceRecord,
  { refunds, total, whole }: RefundedLines,
  legs: readonly Leg[],
): RefundDraft => {
  const { at, byHand } = kept;
  const lines = refunds.map((refund) => creditLine(uuid(), at, refund));
  const origin = byHand ? 'external_refund' : requested;
  const credit = creditAgainst({ uuid, at, origin, notes }, invoice, lines);
  const tax = -credit.invoice.tax_in_cents;
  return {
    ...kept,
    invoice_id: invoice.uuid,
    credit,
    charges: refunds.map((refund) => chargeAfter(refund, whole)),
    repayments: legs.map((leg) =>
      repayment(leg, at, uuid, byHand !== null, invoice.currency, shareOf(tax, fraction(leg.amount, total))),
    ),
  };
};

/**
 * Returns the repayment through one payment: a void if it has not settled and is refunded in full, otherwise a refund.
 */
const repayment = (
  { payment, amount }: Leg,
  at: Seconds,
  uuid: () => string,
  external: boolean,
  currency: string,
  tax_in_cents: number,
): Repayment => {
  const paid = payment?.transaction;
  const voids =
    !external &&
    paid !== undefined &&
    asSettled(paid, at).voidable &&
    !payment?.credit_payment &&
    amount === paid.amount_in_cents;
  const own = uuid();
  return {
    transaction_uuid: voids ? paid.uuid : own,
    refusal_uuid: own,
    payment_uuid: paid?.uuid ?? null,
    action: external ? 'external' : voids ? 'void' : 'refund',
    gateway_code: paid?.gateway_code ?? '',
    reference: paid?.reference ?? '',
    amount_in_cents: amount,
    tax_in_cents,
    currency,
    credit_payment_uuid: payment?.credit_payment ?? null,
  };
};
