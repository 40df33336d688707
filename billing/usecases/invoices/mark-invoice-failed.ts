import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import type { CollectDeps } from '../../engine/collections/pay-invoice.ts';
import { recordInQueue } from '../../engine/intents/open-intent.ts';
import type { RecordedOrder } from '../../engine/orders/record-order.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { CAN_FAIL, failInvoice } from '../../engine/recording/invoices/fail-invoice.ts';
import { moneyChanges } from '../../engine/recording/money-changes.ts';
import type { Caller } from '../../ports/caller.ts';
import { needChargeInvoice, needInvoice } from '../../queries/invoices/invoices.ts';

/**
 * Fails an open charge invoice: the account's credit pays it first, and a credit invoice closes the rest. The audit log
 * keeps `reason`. Throws `not_found`, `invoice_not_pending`.
 */
export const markInvoiceFailed =
  (deps: CollectDeps) =>
  async (caller: Caller, named: string, reason?: string): Promise<Pick<RecordedOrder, 'charge' | 'credits'>> => {
    const { world } = deps;
    const { account_id, uuid } = await needInvoice(deps.storage.of(caller.site.id), named);
    return recordInQueue(deps, caller, account_id, async (records) => {
      const found = await needChargeInvoice(records, uuid, CAN_FAIL);
      const writeOff = await failInvoice(records, world, found, caller.at);
      const changes = moneyChanges(found.balance_in_cents, found.currency, { reason });
      await records.auditLog.append(auditEntry(world, caller, 'invoice.marked_failed', invoiceName(found), changes));
      return { charge: uuid, credits: writeOff ? [writeOff] : [] };
    });
  };
