import type { InvoiceTemplateRecord } from '../../domain/invoice-templates/record.ts';
import type { FieldNames } from '../../domain/invoice-templates/rules.ts';
import type { Records } from '../../ports/storage.ts';
import { RELATED_TYPES } from '../../resources/custom-field-definition.ts';
import type { Site } from '../../resources/site.ts';
import { notFound } from '../../values/failure.ts';
import { shortListing } from '../lists/short-listing.ts';
import { siteList } from '../lists/site-list.ts';
import { siteQuery } from '../lists/site-query.ts';
import { customFieldNames } from './custom-fields.ts';

/** Lists the invoice templates of a site. */
export const listInvoiceTemplates = siteList(({ invoiceTemplates }) => shortListing(() => invoiceTemplates.all()));

/** Returns an invoice template. Throws `not_found`. */
export const findInvoiceTemplate = siteQuery(
  async ({ invoiceTemplates }, uuid: string): Promise<InvoiceTemplateRecord> => {
    const found = await invoiceTemplates.find(uuid);
    if (!found) throw notFound('InvoiceTemplate', 'uuid', uuid);
    return found;
  },
);

/** Returns the file of a picture of invoices by its digest; undefined if there is none. */
export const findInvoicePicture = siteQuery(({ invoiceTemplates }, digest: string) => invoiceTemplates.picture(digest));

/** Returns a template by its code. Throws `not_found`. */
export const needInvoiceTemplate = async (
  { invoiceTemplates }: Pick<Records, 'invoiceTemplates'>,
  code: string,
): Promise<InvoiceTemplateRecord> => {
  const found = (await invoiceTemplates.all()).find((one) => one.code === code);
  if (!found) throw notFound('InvoiceTemplate', 'code', code);
  return found;
};

/** Returns the names of custom fields that the texts of templates can have. */
export const variableNames = async (
  records: Pick<Records, 'customFields'>,
  site: Pick<Site, 'custom_fields'>,
): Promise<FieldNames> => {
  const names = RELATED_TYPES.map(async (type) => [type, await customFieldNames(records, site, type)] as const);
  return Object.fromEntries(await Promise.all(names)) as Record<(typeof RELATED_TYPES)[number], readonly string[]>;
};
