import type { InvoiceTemplateRecord } from '@service/billing/domain/invoice-templates/record.ts';
import type { InvoicePicture } from '@service/billing/domain/invoices/look.ts';
import type { InvoiceTemplateRecords } from '@service/billing/ports/invoice-templates.ts';
import { invoiceTemplate } from '@service/billing/resources/invoice-template.ts';
import type { Queries } from '../database.ts';
import { columns, resourceColumns, table } from '../table.ts';

const templates = table<InvoiceTemplateRecord>({
  name: 'invoice_templates',
  key: ['key'],
  columns: [
    ...columns({ key: 'text', is_default: 'boolean', header_image: 'json', footer_image: 'json', address: 'json' }),
    ...columns({ hide_line_dates: 'boolean', hide_zero_lines: 'boolean', text: 'text', line_text: 'text' }),
    ...resourceColumns(invoiceTemplate),
  ],
});

const ALL = `${templates.select} WHERE r.site_id = $1 ORDER BY r.created_at, r.key`;
const BY_UUID = `${templates.select} WHERE r.site_id = $1 AND r.uuid = $2`;
const NAMED = 'SELECT a.invoice_template_uuid FROM accounts a WHERE a.site_id = $1 AND a.id = $2';
const OF_ACCOUNT =
  `${templates.select} WHERE r.site_id = $1 AND (r.is_default OR r.uuid = (${NAMED})) ` +
  `ORDER BY CASE WHEN r.uuid = (${NAMED}) THEN 0 ELSE 1 END LIMIT 1`;
const TAKE_AWAY = 'UPDATE accounts SET invoice_template_uuid = NULL WHERE site_id = $1 AND invoice_template_uuid = $2';
const REMOVE = 'DELETE FROM invoice_templates WHERE site_id = $1 AND key = $2';
const KEEP_PICTURE =
  'INSERT INTO invoice_pictures (site_id, digest, type, content) VALUES ($1, $2, $3, $4) ' +
  'ON CONFLICT (site_id, digest) DO NOTHING';
const PICTURE = 'SELECT type, content FROM invoice_pictures WHERE site_id = $1 AND digest = $2';

export const invoiceTemplateRecords = (queries: Queries, siteId: string): InvoiceTemplateRecords => {
  const one = async (sql: string, value: string): Promise<InvoiceTemplateRecord | undefined> => {
    const row = await queries.get(sql, [siteId, value]);
    return row && templates.read(row);
  };
  return {
    async all() {
      return (await queries.all(ALL, [siteId])).map(templates.read);
    },
    find: (uuid) => one(BY_UUID, uuid),
    ofAccount: (accountId) => one(OF_ACCOUNT, accountId),
    async add(record) {
      await queries.write(templates.insert, templates.values(siteId, record));
    },
    async save(record) {
      await queries.write(templates.update, templates.values(siteId, record));
    },
    async remove({ key, uuid }) {
      await queries.write(TAKE_AWAY, [siteId, uuid]);
      await queries.write(REMOVE, [siteId, key]);
    },
    async keepPicture({ digest, type }, bytes) {
      await queries.write(KEEP_PICTURE, [siteId, digest, type, Buffer.from(bytes).toString('base64')]);
    },
    async picture(digest) {
      const row = await queries.get(PICTURE, [siteId, digest]);
      return row && { type: row.type as InvoicePicture['type'], bytes: Buffer.from(String(row.content), 'base64') };
    },
  };
};
