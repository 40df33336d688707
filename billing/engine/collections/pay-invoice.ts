import type { BillingInfoRecord } from '../../domain/billing-info/record.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import type { Declined } from '../../domain/payments/declined.ts';
import type { Payer } from '../../domain/transactions/transaction.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import type { PaymentDeps } from '../intents/open-intent.ts';
import { isRecorded, recordPayment, recordRefusal } from '../recording/invoices/record-collection.ts';
import { recordOutcome } from '../recording/request-outcome.ts';
import { settle } from '../intents/settle.ts';
import { type Paying, takePayment } from '../intents/take-payment.ts';

export type CollectDeps = Omit<PaymentDeps, 'vault'>;

export type Collected = { readonly outcome: 'collected' } | Declined;

export const COLLECTED = { outcome: 'collected' } as const;

export interface PayingInvoice extends Pick<Paying, 'initiator' | 'moto' | 'how' | 'confirmed'> {
  /** The invoice as it is stored after `reserve`. */
  readonly invoice: Pick<
    InvoiceRecord,
    'uuid' | 'account_id' | 'balance_in_cents' | 'tax_in_cents' | 'currency' | 'gateway_code' | 'origin'
  >;
  readonly payer: Payer;
  readonly held: BillingInfoRecord;
  /** Whether it bills a subscription. */
  readonly subscribed: boolean;
  /** The `recovery_reason` of an invoice that was past due. */
  readonly reason: string;
  /** Runs in the transaction that records the intent: checks again what may have changed, or records the invoice. */
  readonly reserve: (records: Records) => Promise<void>;
}

/**
 * Pays an invoice with the billing info of its account. A decline leaves it past due, a bank debit processing. A
 * decline without a transaction means that no gateway was called: `reserve` has not run, and nothing has changed.
 * Throws what `reserve` throws, and `simultaneous_request`.
 */
export const payInvoice =
  (deps: CollectDeps) =>
  async (caller: Caller, paying: PayingInvoice): Promise<Collected> => {
    const { invoice, payer, held, initiator, how, reason } = paying;
    const { uuid, account_id } = invoice;
    const taken = await takePayment(deps)(caller, {
      subject: account_id,
      accountId: account_id,
      payer,
      info: held,
      method: { reference: held.reference, month: held.month ?? 0, year: held.year ?? 0 },
      action: 'purchase',
      amount_in_cents: invoice.balance_in_cents,
      tax_in_cents: invoice.tax_in_cents,
      currency: invoice.currency,
      gateway_code: invoice.gateway_code || held.gateway_code,
      network_transaction_id: held.network_transaction_id,
      token_id: null,
      confirmed: paying.confirmed,
      moto: paying.moto,
      recurring: invoice.origin === 'renewal',
      initiator,
      source: paying.subscribed ? 'subscription' : 'transaction',
      invoice_id: uuid,
      how,
      async reserve(records) {
        await paying.reserve(records);
        return null;
      },
      collecting: { uuid, reason },
      refused: (records) => recordRefusal(records, deps.world, { ...caller, uuid }),
    });
    if (taken.outcome === 'declined') return taken;
    const { transaction } = taken;
    return settle(deps)<Collected>(
      caller,
      taken.intent,
      async (records) => {
        await recordPayment(records, deps.world, { uuid, reason }, transaction, caller.at);
        return recordOutcome(records, caller, COLLECTED);
      },
      async (records) => ((await isRecorded(records, { uuid }, transaction)) ? COLLECTED : undefined),
      how?.account,
    );
  };
