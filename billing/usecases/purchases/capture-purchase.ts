import type { Caller } from '../../caller.ts';
import { findAuthorization } from '../../engine/orders/authorization.ts';
import type { OrderDraft } from '../../engine/orders/draft-order.ts';
import { ofAccount } from '../../engine/orders/of-account.ts';
import { storeMethod } from '../../engine/orders/pay-order.ts';
import { type RecordedOrder, recordOrder } from '../../engine/orders/record-order.ts';
import type { OrderDeps } from '../../engine/orders/with-order.ts';
import { movingMoney, openIntent } from '../../engine/payments/open-intent.ts';
import { earlierOutcome, recordOutcome } from '../../engine/payments/request-outcome.ts';
import { abandon } from '../../engine/payments/reverse-abandoned.ts';
import { settle } from '../../engine/payments/settle.ts';
import { Failure } from '../../failure.ts';
import type { Declined } from '../../payments/declined.ts';
import type { Records } from '../../ports/storage.ts';
import type { TransactionRecord } from '../../transactions/record.ts';

export type Captured = { readonly outcome: 'captured'; readonly recorded: RecordedOrder } | Declined;

/**
 * Captures an authorized purchase and records its order as it was priced. An awaited payment counts as made. An
 * authorization that can no longer be captured is declined. Credit of the account and pending charges are not reserved
 * by the authorization: if they were used elsewhere, nothing is captured, and the authorization stays until it is
 * canceled. Throws `not_found`, `authorization_outdated`, `authorization_gone`, `simultaneous_request`.
 */
export const capturePurchase =
  (deps: OrderDeps) =>
  async (caller: Caller, sent: string): Promise<Captured> => {
    const { storage, gateways, world } = deps;
    const { site, correlation } = caller;
    const records = storage.of(site.id);
    const now = caller.at;
    const before = await earlierOutcome<RecordedOrder>(records, caller);
    if (before) return before.outcome === 'declined' ? before : { outcome: 'captured', recorded: before.value };
    const found = await findAuthorization(records, sent, now);
    if ('outcome' in found) return found;
    const account = await records.accounts.find(found.payload.draft.account_code);
    // Another request may have created the account since.
    const draft = ofAccount(found.payload.draft, account?.id);
    const { transaction, payload } = found;
    const captured = { ...transaction, action: 'purchase', status: 'success', updated_at: now } as const;
    const record = async (records: Records, paid: TransactionRecord): Promise<RecordedOrder> => {
      const again = await findAuthorization(records, sent, now);
      if ('outcome' in again) throw new Failure('authorization_gone');
      await records.intents.close(again.intent.id);
      const saveMethod = payload.method ? storeMethod(draft.at, payload.method) : undefined;
      return recordOutcome(
        records,
        caller,
        await recordOrder(world)(caller, records, draft, { transaction: paid, known: true, saveMethod }),
      );
    };

    const subject = account?.id ?? `code:${draft.account_code}`;
    if (transaction.gateway_code === null) {
      const recorded = await movingMoney(deps)(caller, subject, async (records) => {
        await refuseOutdated(records, draft);
        return record(records, { ...captured, voidable: false, refundable: false });
      });
      return { outcome: 'captured', recorded };
    }
    const { gateway_code, reference, amount_in_cents, currency } = transaction;
    const intent = await openIntent(deps)(caller, {
      kind: 'payment',
      subject,
      gateway_code,
      async prepare(records) {
        await refuseOutdated(records, draft);
        return null;
      },
      payload: { action: 'capture', authorization: reference },
    });
    const answer = await gateways.capture({
      site,
      gateway_code,
      key: intent.gateway_key,
      at: now,
      correlation,
      reference: reference ?? '',
      amount_in_cents,
      currency,
    });
    if (answer.outcome !== 'succeeded') {
      const gone = answer.error_code === 'authorization_expired';
      await storage.transaction(site.id, async (records) => {
        // A capture without a response may have succeeded: it is looked up after its lease has expired.
        if (answer.outcome !== 'unknown') await abandon(records, intent.id, now);
        // The gateway has released the authorization, for example after a capture whose process died.
        if (gone) await abandon(records, found.intent.id, now);
      });
      return { outcome: 'declined', error_code: answer.error_code };
    }
    const recorded = await settle(deps)(caller, intent, (records) =>
      record(records, { ...captured, voidable: true, refundable: true }),
    );
    return { outcome: 'captured', recorded };
  };

/**
 * Throws `authorization_outdated` when credit or pending charges that the order was priced with were used since,
 * because its amount would differ.
 */
const refuseOutdated = async ({ invoices, adjustments }: Records, draft: OrderDraft): Promise<void> => {
  const own = new Set(draft.credits.map(({ invoice }) => invoice.uuid));
  const uses = draft.creditPayments.filter(({ original_invoice_id }) => !own.has(original_invoice_id));
  for (const { original_invoice_id, amount_in_cents } of uses) {
    const source = await invoices.find(original_invoice_id);
    if (!source || -source.balance_in_cents < amount_in_cents) throw new Failure('authorization_outdated');
  }
  for (const uuid of draft.pending) {
    if ((await adjustments.find(uuid))?.state !== 'pending') throw new Failure('authorization_outdated');
  }
};
