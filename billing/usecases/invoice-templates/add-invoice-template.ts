import type { InvoiceTemplateRecord, TemplateSettings } from '../../domain/invoice-templates/record.ts';
import { MOST_TEMPLATES, templateCodeIssues, templateIssues } from '../../domain/invoice-templates/rules.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { keepPictures, type PictureFiles } from '../../engine/recording/invoices/keep-pictures.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { variableNames } from '../../queries/settings/invoice-templates.ts';
import { refuse } from '../../values/failure.ts';
import { publicId } from '../../values/public-id.ts';

const FIELD = 'site.invoice_templates';

/** Adds an invoice template to a site, with the files of its pictures. Throws `Invalid`. */
export const addInvoiceTemplate =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (
    caller: Caller,
    code: string,
    settings: TemplateSettings,
    files: PictureFiles = [],
  ): Promise<InvoiceTemplateRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const others = await records.invoiceTemplates.all();
      refuse([
        ...templateCodeIssues(code, others),
        ...templateIssues(settings, others, await variableNames(records, caller.site)),
        ...(others.length < MOST_TEMPLATES
          ? []
          : [{ field: FIELD, symbol: 'too_many' as const, count: MOST_TEMPLATES }]),
      ]);
      const key = world.ids.uuid();
      const added: InvoiceTemplateRecord = {
        ...settings,
        key,
        uuid: publicId(key),
        code,
        created_at: caller.at,
        updated_at: caller.at,
      };
      await keepPictures(records, files);
      await records.invoiceTemplates.add(added);
      await records.auditLog.append(auditEntry(world, caller, 'invoice_template.created', code));
      return added;
    });
