import type { AcquisitionRecord } from '@service/billing/domain/accounts/record.ts';
import type { AcquisitionRecords } from '@service/billing/ports/accounts.ts';
import { accountAcquisition } from '@service/billing/resources/account-acquisition.ts';
import type { Queries } from '../database.ts';
import { columns, resourceColumns, table } from '../table.ts';

const acquisitions = table<AcquisitionRecord>({
  name: 'account_acquisitions',
  key: ['account_id'],
  columns: [...columns({ account_id: 'text' }), ...resourceColumns(accountAcquisition)],
});

const BY_ACCOUNT = `${acquisitions.select} WHERE r.site_id = $1 AND r.account_id = $2`;
const REMOVE = 'DELETE FROM account_acquisitions WHERE site_id = $1 AND account_id = $2';

export const acquisitionRecords = (queries: Queries, siteId: string): AcquisitionRecords => ({
  async find(accountId) {
    const row = await queries.get(BY_ACCOUNT, [siteId, accountId]);
    return row && acquisitions.read(row);
  },
  async save(record) {
    await queries.write(acquisitions.upsert, acquisitions.values(siteId, record));
  },
  async remove(accountId) {
    await queries.write(REMOVE, [siteId, accountId]);
  },
});
