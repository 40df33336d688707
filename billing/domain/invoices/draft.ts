import type { AdjustmentRecord } from '../adjustments/record.ts';
import type { InvoiceRecord } from './record.ts';

/** An invoice with its lines, before it has a number. */
export interface DraftInvoice {
  readonly invoice: InvoiceRecord;
  readonly lines: readonly AdjustmentRecord[];
}
