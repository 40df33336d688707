import { paymentDeclined } from '../../domain/events/payment-events.ts';
import { isRefusal } from '../../domain/payments/decline-codes.ts';
import type { Lookup } from '../../domain/payments/gateway-result.ts';
import type { Intent } from '../../domain/payments/intent.ts';
import { transactionRecord } from '../../domain/transactions/transaction.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { Site } from '../../resources/site.ts';
import type { Seconds } from '../../values/time.ts';
import { declineToRecord } from '../intents/record-decline.ts';
import type { Completion, EndingDeps, IntentRules } from '../intents/registry.ts';
import { isCollectible } from '../recording/invoices/collectible.ts';
import { recordPayment, recordRefusal } from '../recording/invoices/record-collection.ts';
import { recordDeclinedOutcome, recordOutcome } from '../recording/request-outcome.ts';
import { COLLECTION_INTENT, type CollectionPayload } from './collection-intent.ts';

type Found = Extract<Lookup, { outcome: 'found' }>['result'];

/**
 * The collection of a stored invoice whose process died after it asked the gateway is completed: the payment or the
 * decline is recorded as it happened, dated when it was attempted, so that no attempt is made twice. An attempt that
 * was recorded without a response is corrected, whether it was a payment or a decline.
 */
export const collectionRules = ({ storage, gateways, world }: EndingDeps): IntentRules => ({
  async complete({ site, at }, intent) {
    if (intent.reversing) return 'reverse';
    const { gateway_code, gateway_key: key, correlation } = intent;
    const found = await gateways.lookup({ site, at, gateway_code, correlation, key });
    if (found.outcome === 'unknown') return 'unknown';
    if (found.outcome === 'not_found') return 'reverse';
    const collection = COLLECTION_INTENT.read(intent);
    return storage.transaction(site.id, async (records): Promise<Completion> => {
      const open = await records.intents.find(intent.id);
      // Another process has recorded it.
      if (!open) return 'completed';
      if (open.reversing) return 'reverse';
      return (await record(records, world, site, intent, collection, found.result, at)) ? 'completed' : 'reverse';
    });
  },
});

const CONFIRMABLE = { operation: 'purchase', presented: null, token_id: null, initiator: 'merchant' } as const;

/**
 * False where the invoice, its account or the payment method is not as it was, so that nothing can be paid. `now`: when
 * the outcome was looked up.
 */
const record = async (
  records: Records,
  world: Pick<World, 'ids' | 'clock'>,
  site: Site,
  { id, gateway_code, correlation }: Intent,
  { uuid, reason, at, idempotency_key, method_id, backup, unanswered }: CollectionPayload,
  result: Found,
  now: Seconds,
): Promise<boolean> => {
  const invoice = await records.invoices.find(uuid);
  const account = invoice && (await records.accounts.byId(invoice.account_id));
  const { paymentMethods } = records;
  const info =
    invoice && (await (method_id ? paymentMethods.byId(method_id) : paymentMethods.primary(invoice.account_id)));
  if (!invoice || !account || !info || !isCollectible(invoice)) return false;
  const { account_id, balance_in_cents, currency, tax_in_cents, origin } = invoice;
  const isPaid = !isRefusal(result);
  const recorded = unanswered === undefined ? undefined : await records.transactions.find(unanswered);
  // A challenge is canceled, because the customer was told that the payment failed.
  if (recorded && result.outcome === 'action_required') return false;
  if (isPaid && result.amount_in_cents !== balance_in_cents) return false;
  const isSubscribed = (await records.subscriptions.idsOnInvoice(uuid)).length > 0;
  const transaction = {
    ...transactionRecord(
      world,
      at,
      {
        accountId: account_id,
        payer: account,
        info,
        currency,
        byToken: false,
        gateway_code,
        action: 'purchase',
        source: isSubscribed ? 'subscription' : 'transaction',
        tax_in_cents,
        recurring: origin === 'renewal',
        method_reference: info.reference,
        backup,
      },
      result,
    ),
    invoice_id: uuid,
    ...(recorded && { uuid: recorded.uuid, details: recorded.details, updated_at: now }),
  };
  const caller = { idempotency_key: idempotency_key ?? undefined };
  await records.intents.close(id);
  if (isPaid) {
    await recordPayment(records, world, { uuid, reason }, transaction, recorded ? now : at, recorded !== undefined);
    await recordOutcome(records, caller, { outcome: 'collected' });
  } else if (recorded) {
    // The answer that did not arrive.
    await records.transactions.save(transaction);
    if (transaction.status !== recorded.status) records.events.say(...paymentDeclined(transaction));
    await recordRefusal(records, world, { site, at: now, correlation, uuid });
  } else {
    // The customer is no longer there to confirm it.
    const about = { ...CONFIRMABLE, gateway_code, account_code: account.account_code, currency, invoice_id: uuid };
    await declineToRecord(world, { at, correlation }, about, result, transaction).record(records);
    await recordRefusal(records, world, { site, at, correlation, uuid });
    await recordDeclinedOutcome(records, caller, { outcome: 'declined', error_code: result.error_code, transaction });
  }
  return true;
};
