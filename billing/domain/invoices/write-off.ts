import { creditableTotal } from '../../values/price/credit.ts';
import { refundRest } from '../../values/price/refund.ts';
import type { Seconds } from '../../values/time.ts';
import { unitsLeft } from '../adjustments/counted-units.ts';
import { type ChargeAfter, chargeAfter, creditLine, type RefundableLine } from '../adjustments/credit-line.ts';
import { creditAgainst, used } from './credit-invoice.ts';
import type { DraftInvoice } from './draft.ts';
import type { InvoiceRecord } from './record.ts';

export interface WriteOff {
  /** The credit invoice over the uncredited part of the charge, already used. */
  readonly credit: DraftInvoice;
  readonly charges: readonly ChargeAfter[];
}

/** Writes off an unpaid charge invoice, except for its credited part. */
export const writeOff = (
  { uuid, at }: { readonly uuid: () => string; readonly at: Seconds },
  charge: InvoiceRecord,
  lines: readonly RefundableLine[],
): WriteOff => {
  const refunds = lines
    .filter((line) => line.credits.length === 0 || creditableTotal(line) > 0 || line.gross > line.credited.gross)
    .map((line) => ({ line, credit: refundRest(line), units: unitsLeft(line.record) }));
  const given = refunds.map((refund) => ({
    ...creditLine(uuid(), at, refund),
    credit_reason_code: 'write_off' as const,
  }));
  const about = { uuid, at, origin: 'write_off', notes: charge.customer_notes } as const;
  return {
    credit: used(creditAgainst(about, charge, given), at),
    charges: refunds.map((refund) => chargeAfter(refund, true)),
  };
};
