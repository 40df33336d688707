import type { BillingInfoRecord } from '@service/billing/billing-info/record.ts';
import { CARD_EXPIRING, cardNoticeAt, monthAnnouncedBy } from '@service/billing/mail/reminders.ts';
import type { BillingInfoRecords } from '@service/billing/ports/accounts.ts';
import { billingInfo } from '@service/billing/resources/billing-info.ts';
import type { SystemClock } from '@service/billing/time.ts';
import type { Queries } from '../database.ts';
import { columns, resourceColumns, table } from '../table.ts';

const billingInfos = table<BillingInfoRecord>({
  name: 'billing_infos',
  key: ['account_id'],
  columns: [
    ...columns({
      account_id: 'text',
      reference: 'text',
      gateway_code: 'text',
      network_transaction_id: 'text',
      created_at: 'bigint',
    }),
    ...resourceColumns(billingInfo),
  ],
});

const BY_ACCOUNT = `${billingInfos.select} WHERE r.site_id = $1 AND r.account_id = $2`;
const BY_REFERENCE = `${billingInfos.select} WHERE r.site_id = $1 AND r.reference = $2 AND r.gateway_code = $3 ORDER BY r.account_id`;
const REMOVE = 'DELETE FROM billing_infos WHERE site_id = $1 AND account_id = $2';

const TOLD = 'UPDATE billing_infos SET expiry_told = year * 12 + month WHERE site_id = $1 AND account_id = $2';
const TO_TELL =
  'SELECT r.account_id AS id, r.account_id AS subject, r.year AS year, r.month AS month, COALESCE(f.failures, 0) AS failures FROM billing_infos r ' +
  `LEFT JOIN due_failures f ON f.site_id = r.site_id AND f.kind = '${CARD_EXPIRING}' AND f.item_id = r.account_id ` +
  'WHERE r.site_id = $1 AND r.year IS NOT NULL AND r.month IS NOT NULL AND COALESCE(r.expiry_told, 0) <> r.year * 12 + r.month ' +
  "AND r.year * 12 + r.month <= $2 AND (f.item_id IS NULL OR (f.status = 'waiting' AND f.retry_at_ms <= $4)) " +
  'AND NOT EXISTS (SELECT 1 FROM due_leases l WHERE l.site_id = r.site_id AND l.subject = r.account_id AND l.leased_until_ms > $4) ' +
  'ORDER BY r.year * 12 + r.month, r.account_id LIMIT $3';

export const billingInfoRecords = (queries: Queries, siteId: string, clock: SystemClock): BillingInfoRecords => ({
  async find(accountId) {
    const row = await queries.get(BY_ACCOUNT, [siteId, accountId]);
    return row && billingInfos.read(row);
  },
  async byReference(gatewayCode, reference) {
    return (await queries.all(BY_REFERENCE, [siteId, reference, gatewayCode])).map(billingInfos.read);
  },
  async save(record) {
    await queries.write(billingInfos.upsert, billingInfos.values(siteId, record));
  },
  async remove(accountId) {
    await queries.write(REMOVE, [siteId, accountId]);
  },
  // A card is valid to the end of a month, which SQL of two engines computes in two ways.
  async cardsToTell(until, limit) {
    const rows = await queries.all(TO_TELL, [siteId, monthAnnouncedBy(until), limit, clock.now()]);
    return rows.map(({ id, subject, year, month, failures }) => ({
      id: String(id),
      subject: String(subject),
      at: cardNoticeAt(Number(year), Number(month)),
      failures: Number(failures),
    }));
  },
  async told(accountId) {
    await queries.write(TOLD, [siteId, accountId]);
  },
});
