import type { Seconds } from '../../values/time.ts';
import { payloadFormat } from '../intents/payload.ts';
import type { InvoiceToCollect } from '../recording/invoices/record-collection.ts';

/** The invoice that is collected. Until the outcome is known, the intent can be completed by it. */
export interface CollectionPayload extends InvoiceToCollect {
  /** Time of the attempt. */
  readonly at: Seconds;
  readonly idempotency_key: string | null;
  /** The id of the payment method. Missing in intents of earlier releases: the primary. */
  readonly method_id?: string;
  /** Whether that is the backup. */
  readonly backup?: boolean;
  /** The uuid of the transaction that records the attempt as one without a response. */
  readonly unanswered?: string;
}

export const COLLECTION_INTENT = payloadFormat<CollectionPayload>('collection', 1);
