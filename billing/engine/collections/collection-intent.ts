import type { BillingInfoRecord } from '../../domain/billing-info/record.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import type { Payer, TransactionContext } from '../../domain/transactions/transaction.ts';
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

/** The invoice that is collected, and the payment method that pays it. */
export interface CollectionMethod {
  readonly invoice: Pick<InvoiceRecord, 'account_id' | 'currency' | 'tax_in_cents' | 'origin'>;
  readonly payer: Payer;
  readonly held: BillingInfoRecord;
  /** Whether that is the backup of the method that pays the invoice. */
  readonly backup?: boolean | undefined;
  /** Whether it bills a subscription. */
  readonly subscribed: boolean;
}

/**
 * Returns what the transaction of a collection records of the request, whether this process asked the gateway or
 * another one looks the payment up.
 */
export const collectionContext = ({ invoice, payer, held, backup = false, subscribed }: CollectionMethod) =>
  ({
    accountId: invoice.account_id,
    payer,
    info: held,
    currency: invoice.currency,
    action: 'purchase',
    source: subscribed ? 'subscription' : 'transaction',
    tax_in_cents: invoice.tax_in_cents,
    recurring: invoice.origin === 'renewal',
    method_reference: held.reference,
    backup,
  }) as const satisfies Partial<TransactionContext>;
