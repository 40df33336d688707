import { changesBetween } from '../../domain/audit-log/changes.ts';
import {
  type InvoiceTemplateRecord,
  TEMPLATE_SETTINGS,
  type TemplateSettings,
} from '../../domain/invoice-templates/record.ts';
import { templateIssues } from '../../domain/invoice-templates/rules.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { keepPictures, type PictureFiles } from '../../engine/recording/invoices/keep-pictures.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needInvoiceTemplate, variableNames } from '../../queries/settings/invoice-templates.ts';
import { refuse } from '../../values/failure.ts';

/**
 * Changes the given settings of an invoice template, with the files of its new pictures. Invoices that exist keep their
 * look. Throws `not_found`, `Invalid`.
 */
export const changeInvoiceTemplate =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (
    caller: Caller,
    code: string,
    settings: Partial<TemplateSettings>,
    files: PictureFiles = [],
  ): Promise<InvoiceTemplateRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needInvoiceTemplate(records, code);
      const changed: InvoiceTemplateRecord = { ...held, ...settings, updated_at: caller.at };
      const others = (await records.invoiceTemplates.all()).filter(({ key }) => key !== held.key);
      refuse(templateIssues(changed, others, await variableNames(records, caller.site)));
      await keepPictures(records, files);
      await records.invoiceTemplates.save(changed);
      const changes = changesBetween<TemplateSettings>(held, changed, TEMPLATE_SETTINGS);
      await records.auditLog.append(auditEntry(world, caller, 'invoice_template.updated', code, changes));
      return changed;
    });
