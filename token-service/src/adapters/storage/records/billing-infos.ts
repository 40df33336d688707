import type { BillingInfoRecord } from '@service/billing/domain/billing-info/record.ts';
import { cardNoticeAt, monthAnnouncedBy } from '@service/billing/domain/mail/reminders.ts';
import type { BillingInfoRecords } from '@service/billing/ports/accounts.ts';
import { billingInfo } from '@service/billing/resources/billing-info.ts';
import type { Queries } from '../database.ts';
import { columns, resourceColumns, table } from '../table.ts';
import type { DueReader } from './due-items.ts';

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

const TOLD = 'UPDATE billing_infos SET expiry_reminder_for = year * 12 + month WHERE site_id = $1 AND account_id = $2';
export const billingInfoRecords = (queries: Queries, siteId: string, due: DueReader): BillingInfoRecords => ({
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
  cardsToTell: due({
    kind: 'card_reminder',
    from: 'billing_infos r',
    id: 'r.account_id',
    subject: 'r.account_id',
    at: 'r.year * 12 + r.month',
    where:
      'r.year IS NOT NULL AND r.month IS NOT NULL AND COALESCE(r.expiry_reminder_for, 0) <> r.year * 12 + r.month ' +
      'AND r.year * 12 + r.month <= :until',
    order: 'r.year * 12 + r.month, r.account_id',
    // A card is valid to the end of a month, which SQL of two engines computes in two ways.
    scale: {
      fromSeconds: monthAnnouncedBy,
      toSeconds: (month) => cardNoticeAt(Math.floor((month - 1) / 12), ((month - 1) % 12) + 1),
    },
  }),
  async told(accountId) {
    await queries.write(TOLD, [siteId, accountId]);
  },
});
