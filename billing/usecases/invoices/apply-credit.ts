import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import type { CollectDeps } from '../../engine/collections/pay-invoice.ts';
import { recordInTurn } from '../../engine/intents/open-intent.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { payFromHeldCredit } from '../../engine/recording/credit/use-credit.ts';
import { saveCharge } from '../../engine/recording/events/save-charge.ts';
import { recovered } from '../../engine/recording/invoices/collectible.ts';
import type { Caller } from '../../ports/caller.ts';
import { needChargeInvoice, needInvoice } from '../../queries/invoices.ts';

/**
 * Pays an open charge invoice from the credit that its account holds in its currency, oldest first, as far as it
 * suffices; without credit nothing changes. Returns its uuid. Throws `not_found`, `invoice_not_pending`.
 */
export const applyCredit =
  (deps: CollectDeps) =>
  async (caller: Caller, named: string): Promise<string> => {
    const { world } = deps;
    const { account_id, uuid } = await needInvoice(deps.storage.of(caller.site.id), named);
    await recordInTurn(deps, caller, account_id, async (records) => {
      const found = await needChargeInvoice(records, uuid, ['pending', 'past_due']);
      const after = await payFromHeldCredit(records, world, found, caller.at);
      if (after.balance_in_cents === found.balance_in_cents) return found;
      await saveCharge(records, found, recovered(after, found, 'credit_applied'));
      await records.auditLog.append(auditEntry(world, caller, 'invoice.credit_applied', invoiceName(found)));
      return after;
    });
    return uuid;
  };
