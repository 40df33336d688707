import { type ChargeAfter, chargeAfter, creditLine, refundableLine } from '../adjustments/credit-line.ts';
import type { ShownAdjustment } from '../adjustments/record.ts';
import { refundRest } from '../price/refund.ts';
import type { Seconds } from '../time.ts';
import { creditAgainst, used } from './credit-invoice.ts';
import type { DraftInvoice } from './draft.ts';
import type { InvoiceRecord } from './record.ts';

export interface WriteOff {
  /** Over all of the charge invoice, and already used. */
  readonly credit: DraftInvoice;
  readonly charges: readonly ChargeAfter[];
}

/** Writes off an unpaid charge invoice as a whole. */
export const writeOff = (
  { uuid, at }: { readonly uuid: () => string; readonly at: Seconds },
  charge: InvoiceRecord,
  lines: readonly ShownAdjustment[],
): WriteOff => {
  const refunds = lines.map((record) => {
    const line = refundableLine(record, []);
    return { line, credit: refundRest(line), quantity: record.quantity_remaining };
  });
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
