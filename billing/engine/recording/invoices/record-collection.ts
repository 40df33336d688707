import { paymentAnswered } from '../../../domain/events/payment-events.ts';
import { NO_GATEWAY } from '../../../domain/gateway-outages/outage.ts';
import { awaitingBank, paid } from '../../../domain/invoices/balance.ts';
import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import { moneyReceived } from '../../../domain/ledger/movements.ts';
import { isTrouble } from '../../../domain/payments/decline-codes.ts';
import { ANSWERED, type Failed, waitForGateway, waitOf } from '../../../domain/payments/unanswered.ts';
import { withEvidence } from '../../../domain/taxes/location-evidence.ts';
import type { TransactionRecord } from '../../../domain/transactions/record.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { siteTime } from '../../../resources/site.ts';
import type { Seconds } from '../../../values/time.ts';
import { awaitingBackup } from '../dunning/invoice-methods.ts';
import { pastDue } from '../dunning/past-due.ts';
import { saveCharge } from '../events/save-charge.ts';
import { convertGifts } from '../gift-cards/convert-gifts.ts';
import { keepRedeemedPrice } from '../gift-cards/gift-card-price.ts';
import { openOutage } from '../outages/open-outage.ts';
import { isCollectible, needCollectible, recovered } from './collectible.ts';

/** An invoice that is collected, and its `recovery_reason` if it was past due. */
export interface InvoiceToCollect {
  readonly uuid: string;
  readonly reason: string;
}

/**
 * Whether another process has recorded the outcome of an attempt that this one was too slow to record. A payment that
 * the customer confirmed may have the reference of the attempt before it, at which it was challenged.
 */
export const isRecorded = async (
  { transactions }: Pick<Records, 'transactions'>,
  { uuid }: Pick<InvoiceToCollect, 'uuid'>,
  { reference, status, created_at }: Pick<TransactionRecord, 'reference' | 'status' | 'created_at'>,
): Promise<boolean> =>
  reference !== null &&
  (await transactions.ofInvoice(uuid)).some(
    (one) => one.reference === reference && one.status === status && one.created_at === created_at,
  );

/**
 * Records a payment of an invoice. What settles later leaves the invoice processing. `known`: the attempt is recorded
 * already, as one without a response.
 */
export const recordPayment = async (
  records: Records,
  world: Pick<World, 'ids'>,
  { uuid, reason }: InvoiceToCollect,
  payment: TransactionRecord,
  at: Seconds,
  known = false,
): Promise<void> => {
  const found = withEvidence({ ...(await needCollectible(records, uuid)), ...ANSWERED }, payment);
  await (known ? records.transactions.save(payment) : records.transactions.add(payment));
  records.events.say(...paymentAnswered(payment));
  if (payment.status !== 'success') {
    await saveCharge(records, found, awaitingBank(found, at));
    return;
  }
  await saveCharge(records, found, recovered(paid(found, payment.amount_in_cents, at), found, reason));
  await keepRedeemedPrice(records, found, at);
  await records.ledger.append(moneyReceived(world, found, payment, at));
  await convertGifts(records, found.uuid, at);
};

export interface RefusedCollection extends Pick<Caller, 'site' | 'at' | 'correlation'> {
  /** The invoice. */
  readonly uuid: string;
  /** The code of an attempt that reached no gateway and left no transaction. */
  readonly unasked?: string | undefined;
}

/**
 * Records that an invoice could not be collected, once the declined transaction is recorded: it is past due, unless
 * the backup of the account is tried first. Where its gateway does not answer, it stays as it is and waits, for a day
 * unless the site says otherwise, and an outage of the gateway begins. A production site waits from the present on,
 * so that attempts that are made late do not follow one another in a burst.
 */
export const recordRefusal = async (
  records: Records,
  world: Pick<World, 'ids' | 'clock'>,
  { uuid, unasked, ...context }: RefusedCollection,
): Promise<void> => {
  const found = await records.invoices.find(uuid);
  if (!found || !isCollectible(found)) return;
  const last = unasked === undefined ? await lastFailed(records, uuid) : { error_code: unasked, gateway_code: null };
  const at =
    context.site.mode === 'production' ? Math.max(context.at, siteTime(context.site, world.clock)) : context.at;
  const waiting = last && !isStopped(found) && waitForGateway(found, last, waitOf(context.site), at);
  if (!waiting) {
    const backup = last && (await awaitingBackup(records, found, context.at));
    if (backup) {
      await records.invoices.save({ ...backup, ...ANSWERED });
      records.due.wake();
      return;
    }
    const judged = last && isTrouble(last.error_code) ? found : { ...found, ...ANSWERED };
    await saveCharge(records, found, await pastDue(records, judged, context.at, unasked, waitOf(context.site)));
    return;
  }
  await records.invoices.save({ ...waiting, updated_at: at });
  await openOutage(records, world, { ...context, at }, last.gateway_code ?? NO_GATEWAY, last.error_code);
};

const lastFailed = async (
  { transactions }: Pick<Records, 'transactions'>,
  uuid: string,
): Promise<Failed | undefined> => {
  const last = (await transactions.ofInvoice(uuid)).at(-1);
  return last?.transaction_error
    ? { error_code: last.transaction_error.error_code, gateway_code: last.gateway_code }
    : undefined;
};

/** Whether dunning has ended: no further attempt is scheduled. */
const isStopped = ({ dunning }: Pick<InvoiceRecord, 'dunning'>): boolean =>
  dunning !== null && dunning.ended_at !== null;
