import type { DunningEventType } from '../dunning/dunning.ts';
import type { InvoiceEventType } from './event-type.ts';
import type { InvoiceRecord } from './record.ts';

/** An event of a stored invoice: of its state, its texts, its dunning, or the gift card whose credit it holds. */
export type MovedEventType =
  | Exclude<InvoiceEventType, `new_${string}`>
  | DunningEventType
  | 'updated_balance_gift_card';

/** A stored invoice after a transition, and the events that the transition causes, in their order. */
export interface MovedInvoice<I extends InvoiceRecord = InvoiceRecord> {
  readonly invoice: I;
  readonly events: readonly MovedEventType[];
}
