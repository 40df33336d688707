import type { BillingInfoRecord } from '../../domain/billing-info/record.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import type { Payer } from '../../domain/transactions/transaction.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { PaymentDeps } from '../intents/open-intent.ts';
import { recordTaken } from '../intents/record-taken.ts';
import { openPayment, type PaymentToTake } from '../intents/take-payment.ts';
import { isRecorded, recordPayment, recordRefusal } from '../recording/invoices/record-collection.ts';
import { recordOutcome } from '../recording/request-outcome.ts';
import { COLLECTION_INTENT, type CollectionPayload, collectionContext } from './collection-intent.ts';

export type CollectDeps = Omit<PaymentDeps, 'vault'>;

export type Collected = { readonly outcome: 'collected' } | Declined;

export const COLLECTED = { outcome: 'collected' } as const;

export interface InvoiceToPay
  extends Pick<PaymentToTake<CollectionPayload>, 'initiator' | 'moto' | 'how' | 'confirmed'> {
  /** The invoice as it is stored after `prepare`. */
  readonly invoice: Pick<
    InvoiceRecord,
    'uuid' | 'account_id' | 'balance_in_cents' | 'tax_in_cents' | 'currency' | 'gateway_code' | 'origin'
  >;
  readonly payer: Payer;
  readonly held: BillingInfoRecord;
  /** Whether that is the backup of the method that pays the invoice. */
  readonly backup?: boolean;
  /** Whether it bills a subscription. */
  readonly subscribed: boolean;
  /** The `recovery_reason` of an invoice that was past due. */
  readonly reason: string;
  /** Runs in the transaction that records the intent: checks again what may have changed, or records the invoice. */
  readonly prepare: (records: Records) => Promise<void>;
}

/** The payment of an invoice whose intent is recorded. */
export interface OpenCollection {
  readonly outcome: 'open';
  /**
   * Pays the invoice. A decline leaves it past due, a bank debit processing. Throws `simultaneous_request` when another
   * process has ended the intent.
   */
  pay(): Promise<Collected>;
}

/** Pays an invoice with the billing info of its account. Throws what `openCollection` and its `pay` throw. */
export const payInvoice = async (deps: CollectDeps, caller: Caller, paying: InvoiceToPay): Promise<Collected> => {
  const opened = await openCollection(deps, caller, paying);
  return opened.outcome === 'open' ? opened.pay() : opened;
};

/**
 * Records the intent of an invoice's payment, and `prepare` with it. A decline means that no gateway can be called:
 * `prepare` has not run, and nothing has changed. Throws what `prepare` throws, and `simultaneous_request`.
 */
export const openCollection = async (
  deps: CollectDeps,
  caller: Caller,
  { invoice, payer, held, backup = false, initiator, how, reason, confirmed, moto, subscribed, prepare }: InvoiceToPay,
): Promise<OpenCollection | Declined> => {
  const { uuid, account_id } = invoice;
  const collection = { uuid, reason, at: caller.at, method_id: held.id, backup };
  const opened = await openPayment<CollectionPayload>(deps, caller, {
    format: COLLECTION_INTENT,
    payload: { ...collection, idempotency_key: caller.idempotency_key ?? null },
    subject: account_id,
    ...collectionContext({ invoice, payer, held, backup, subscribed }),
    method: { reference: held.reference },
    amount_in_cents: invoice.balance_in_cents,
    gateway_code: invoice.gateway_code || held.gateway_code,
    network_transaction_id: held.network_transaction_id,
    token_id: null,
    confirmed,
    moto,
    initiator,
    invoice_id: uuid,
    how,
    async prepare(records) {
      await prepare(records);
      return null;
    },
    isRecorded: (records, transaction) => isRecorded(records, { uuid }, transaction),
    refused: (records) => recordRefusal(records, deps.world, { ...caller, uuid }),
    // Its request has an outcome.
    unanswered: (transaction) => ({ ...collection, idempotency_key: null, unanswered: transaction.uuid }),
  });
  if (opened.outcome === 'declined') return opened;
  return {
    outcome: 'open',
    async pay() {
      const taken = await opened.ask();
      if (taken.outcome === 'declined') return taken;
      const { transaction, intent } = taken;
      return recordTaken<Collected>(deps, caller, intent, {
        async record(records) {
          await recordPayment(records, deps.world, { uuid, reason }, transaction, caller.at);
          return recordOutcome(records, caller, COLLECTED);
        },
        recorded: async (records) => ((await isRecorded(records, { uuid }, transaction)) ? COLLECTED : undefined),
        account: how?.account,
      });
    },
  };
};
