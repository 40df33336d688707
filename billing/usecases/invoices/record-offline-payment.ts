import { paid } from '../../domain/invoices/balance.ts';
import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import { moneyReceived } from '../../domain/ledger/movements.ts';
import type { TransactionRecord } from '../../domain/transactions/record.ts';
import { paymentByHand } from '../../domain/transactions/transaction.ts';
import type { CollectDeps } from '../../engine/collections/pay-invoice.ts';
import { recordInQueue } from '../../engine/intents/open-intent.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { saveCharge } from '../../engine/recording/events/save-charge.ts';
import { convertGifts } from '../../engine/recording/gift-cards/convert-gifts.ts';
import { recovered } from '../../engine/recording/invoices/collectible.ts';
import { moneyChanges } from '../../engine/recording/money-changes.ts';
import { earlierOutcome, recordOutcome } from '../../engine/recording/request-outcome.ts';
import type { Caller } from '../../ports/caller.ts';
import { needAccount } from '../../queries/accounts/accounts.ts';
import { needInvoice } from '../../queries/invoices/invoices.ts';
import type { OfflinePaymentInput } from '../../resources/offline-payment.ts';
import { currencyIssues } from '../../resources/same-currency.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { Failure, refuse } from '../../values/failure.ts';
import { isFuture } from '../../values/time.ts';

/**
 * Records a payment by hand for a manually collected invoice, in full or in part. Returns the transaction. Throws
 * `not_found`, `invoice_not_pending`, `invoice_not_manual`, `Invalid` for more than its balance, or for money that
 * arrives in the future.
 */
export const recordOfflinePayment =
  (deps: CollectDeps) =>
  async (
    caller: Caller,
    named: string,
    { value: sent, issues }: Submitted<OfflinePaymentInput>,
  ): Promise<TransactionRecord> => {
    const { world } = deps;
    const { site } = caller;
    const records = deps.storage.of(site.id);
    const before = await earlierOutcome<TransactionRecord>(records, caller);
    if (before?.outcome === 'done') return before.value;
    const { account_id, uuid } = await needInvoice(records, named);
    return recordInQueue(deps, caller, account_id, async (records) => {
      const found = await needInvoice(records, uuid);
      const value = invoiceName(found);
      if (found.type !== 'charge' || !['pending', 'past_due'].includes(found.state)) {
        throw new Failure('invoice_not_pending', { value });
      }
      if (found.collection_method !== 'manual') throw new Failure('invoice_not_manual', { value });
      const open = found.balance_in_cents;
      const amount_in_cents = sent.amount_in_cents ?? open;
      const tooMuch = amount_in_cents > open;
      refuse([
        ...issues,
        ...(isFuture(sent.collected_at ?? caller.at, caller.at)
          ? [{ field: 'transaction.collected_at', symbol: 'invalid' as const, reason: 'in_future' as const }]
          : []),
        ...currencyIssues('transaction.currency', sent.currency, found.currency),
        ...(tooMuch
          ? [{ field: 'transaction.amount_in_cents', symbol: 'less_than_or_equal_to' as const, count: open }]
          : []),
      ]);

      const at = caller.at;
      const payment: TransactionRecord = {
        ...paymentByHand(
          {
            uuid: world.ids.uuid(),
            account_id,
            invoice_id: uuid,
            amount_in_cents,
            tax_in_cents: amount_in_cents === found.total_in_cents ? found.tax_in_cents : 0,
            currency: found.currency,
            test: site.mode === 'sandbox',
            created_at: at,
          },
          await needAccount(records, found.account_code),
        ),
        payment_method: sent.payment_method ?? 'other',
        description: sent.description ?? null,
        collected_at: sent.collected_at ?? at,
      };
      await records.transactions.add(payment);
      records.events.say({ type: 'successful_payment', transaction: payment });
      await saveCharge(records, found, recovered(paid(found, amount_in_cents, at), found, 'offline_payment'));
      await records.ledger.append(moneyReceived(world, found, payment, at));
      await convertGifts(records, found.uuid, at);
      const changes = moneyChanges(amount_in_cents, found.currency, {
        payment_method: payment.payment_method,
        reference: payment.description,
      });
      await records.auditLog.append(auditEntry(world, caller, 'payment.recorded', invoiceName(found), changes));
      return recordOutcome(records, caller, payment);
    });
  };
