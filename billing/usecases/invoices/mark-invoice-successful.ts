import { paid } from '../../domain/invoices/balance.ts';
import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import { markedAsPaid } from '../../domain/ledger/movements.ts';
import type { CollectDeps } from '../../engine/collections/pay-invoice.ts';
import { recordInQueue } from '../../engine/intents/open-intent.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { saveCharge } from '../../engine/recording/events/save-charge.ts';
import { recovered } from '../../engine/recording/invoices/collectible.ts';
import { moneyChanges } from '../../engine/recording/money-changes.ts';
import type { Caller } from '../../ports/caller.ts';
import { needChargeInvoice, needInvoice } from '../../queries/invoices/invoices.ts';

/** Marks an open charge invoice as paid, without recording a payment. Throws `not_found`, `invoice_not_pending`. */
export const markInvoiceSuccessful =
  (deps: CollectDeps) =>
  async (caller: Caller, named: string): Promise<string> => {
    const { world } = deps;
    const { account_id, uuid } = await needInvoice(deps.storage.of(caller.site.id), named);
    await recordInQueue(deps, caller, account_id, async (records) => {
      const found = await needChargeInvoice(records, uuid, ['pending', 'past_due']);
      const at = caller.at;
      await records.ledger.append(markedAsPaid(world, found, at));
      const after = paid(found, found.balance_in_cents, at);
      await saveCharge(records, found, recovered(after, found, 'marked_successful'));
      await records.auditLog.append(
        auditEntry(
          world,
          caller,
          'invoice.marked_successful',
          invoiceName(found),
          moneyChanges(found.balance_in_cents, found.currency),
        ),
      );
      return after.invoice;
    });
    return uuid;
  };
