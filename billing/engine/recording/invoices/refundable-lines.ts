import { type RefundableLine, refundableLine } from '../../../domain/adjustments/credit-line.ts';
import type { Records } from '../../../ports/storage.ts';

/** Returns the lines of a charge invoice, with the credits that were made against each. */
export const refundableLines = async (
  { adjustments }: Pick<Records, 'adjustments'>,
  invoiceId: string,
): Promise<RefundableLine[]> => {
  const lines: RefundableLine[] = [];
  for (const line of await adjustments.onInvoice(invoiceId)) {
    lines.push(refundableLine(line, line.credited_share === null ? [] : await adjustments.creditsOf(line.uuid)));
  }
  return lines;
};
