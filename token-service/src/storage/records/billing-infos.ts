import type { BillingInfoRecord } from '@service/billing/billing-info/record.ts';
import type { BillingInfoRecords } from '@service/billing/ports/accounts.ts';
import { billingInfo } from '@service/billing/resources/billing-info.ts';
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
const REMOVE = 'DELETE FROM billing_infos WHERE site_id = $1 AND account_id = $2';

export const billingInfoRecords = (queries: Queries, siteId: string): BillingInfoRecords => ({
  async find(accountId) {
    const row = await queries.get(BY_ACCOUNT, [siteId, accountId]);
    return row && billingInfos.read(row);
  },
  async save(record) {
    await queries.write(billingInfos.upsert, billingInfos.values(siteId, record));
  },
  async remove(accountId) {
    await queries.write(REMOVE, [siteId, accountId]);
  },
});
