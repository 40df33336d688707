import { type ChargeAfter, chargeAfter, creditLine } from '../adjustments/credit-line.ts';
import { creditAgainst } from '../invoices/credit-invoice.ts';
import type { DraftInvoice } from '../invoices/draft.ts';
import type { InvoiceRecord } from '../invoices/record.ts';
import { fraction, shareOf } from '../money/fraction.ts';
import type { OFFLINE_METHODS } from '../resources/offline-payment.ts';
import type { Seconds } from '../time.ts';
import { asSettled } from '../transactions/settled.ts';
import type { Leg } from './allocation.ts';
import type { RefundedLines } from './refund-lines.ts';

/** Money that is to go back, and by what. */
export interface Repayment {
  /** The transaction that will tell of it; a payment that is voided tells of it itself. */
  readonly transaction_uuid: string;
  /** The transaction that will tell that it was refused. */
  readonly refusal_uuid: string;
  readonly payment_uuid: string | null;
  /** `external`: no gateway is asked. */
  readonly action: 'void' | 'refund' | 'external';
  readonly gateway_code: string;
  readonly reference: string;
  readonly amount_in_cents: number;
  readonly tax_in_cents: number;
  readonly currency: string;
  /** The credit payment that is turned back into money, where another invoice's payment gives it back. */
  readonly credit_payment_uuid: string | null;
}

/** How money went back by hand. */
export interface ByHand {
  readonly payment_method: (typeof OFFLINE_METHODS)[number];
  readonly description: string | null;
  readonly collected_at: Seconds;
}

/**
 * A refund, judged and shared out. It is plain data that its intent keeps, because what a gateway has given back cannot
 * be reversed: the process that finds the intent completes it.
 */
export interface RefundDraft {
  readonly at: Seconds;
  readonly actor: string;
  /** What it becomes is noted under it, by whoever finishes it. */
  readonly idempotency_key: string | null;
  readonly invoice_id: string;
  /** The gift card that the invoice sold; it is canceled while its price is given back, and for good once it is. */
  readonly gift_card_id: number | null;
  readonly credit: DraftInvoice;
  readonly charges: readonly ChargeAfter[];
  readonly repayments: readonly Repayment[];
  readonly byHand: ByHand | null;
  /** What becomes of an amount that no gateway gives back: nothing at all, or credit. */
  readonly declined: 'refuse' | 'credit';
}

interface Setting
  extends Pick<RefundDraft, 'at' | 'actor' | 'idempotency_key' | 'gift_card_id' | 'byHand' | 'declined'> {
  readonly uuid: () => string;
  /** For the customer. */
  readonly notes: string | null;
  /** Of the credit invoice. */
  readonly origin?: 'refund' | 'termination';
}

/** The credit invoice of a refund, before it has a number, with all that the refund will change. */
export const draftRefund = (
  { uuid, notes, origin: requested = 'refund', ...kept }: Setting,
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

/** A card payment that has not settled is let go as a whole; everything else is refunded. */
const repayment = (
  { payment, amount }: Leg,
  at: Seconds,
  uuid: () => string,
  external: boolean,
  currency: string,
  tax_in_cents: number,
): Repayment => {
  const paid = payment?.transaction;
  const lets =
    !external &&
    paid !== undefined &&
    asSettled(paid, at).voidable &&
    !payment?.credit_payment &&
    amount === paid.amount_in_cents;
  const own = uuid();
  return {
    transaction_uuid: lets ? paid.uuid : own,
    refusal_uuid: own,
    payment_uuid: paid?.uuid ?? null,
    action: external ? 'external' : lets ? 'void' : 'refund',
    gateway_code: paid?.gateway_code ?? '',
    reference: paid?.reference ?? '',
    amount_in_cents: amount,
    tax_in_cents,
    currency,
    credit_payment_uuid: payment?.credit_payment ?? null,
  };
};
