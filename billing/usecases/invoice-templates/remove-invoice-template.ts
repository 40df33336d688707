import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needInvoiceTemplate } from '../../queries/settings/invoice-templates.ts';

/**
 * Removes an invoice template: accounts that name it have the default one from the next invoice on, and invoices that
 * exist keep their look. Throws `not_found`.
 */
export const removeInvoiceTemplate =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, code: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      await records.invoiceTemplates.remove(await needInvoiceTemplate(records, code));
      await records.auditLog.append(auditEntry(world, caller, 'invoice_template.removed', code));
    });
