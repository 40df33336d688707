import type { DisputeRecord } from '@service/billing/domain/disputes/dispute.ts';
import type { DisputeRecords } from '@service/billing/ports/disputes.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';

const disputes = table<DisputeRecord>({
  name: 'disputes',
  key: ['id'],
  columns: columns({
    id: 'text',
    gateway_code: 'text',
    reference: 'text',
    account_id: 'text',
    transaction_uuid: 'text',
    state: 'text',
    amount_in_cents: 'bigint',
    currency: 'text',
    reason: 'text',
    booked: 'boolean',
    withdrawn_in_cents: 'bigint',
    fee_in_cents: 'bigint',
    fee_currency: 'text',
    evidence_due_at: 'bigint',
    reported_at: 'bigint',
    opened_at: 'bigint',
    closed_at: 'bigint',
  }),
});

const BY_REFERENCE = `${disputes.select} WHERE r.site_id = $1 AND r.gateway_code = $2 AND r.reference = $3`;
const UNDECIDED =
  `${disputes.select} WHERE r.site_id = $1 AND r.transaction_uuid = $2 AND r.state IN ('inquiry', 'open') ` +
  'ORDER BY r.opened_at, r.id';
const IS_OPEN = "SELECT 1 FROM disputes WHERE site_id = $1 AND account_id = $2 AND state = 'open' LIMIT 1";
const LIST =
  `${disputes.select} WHERE r.site_id = $1 ` +
  "ORDER BY CASE WHEN r.state IN ('inquiry', 'open') THEN 0 ELSE 1 END, r.opened_at DESC, r.id DESC LIMIT $2";

export const disputeRecords = (queries: Queries, siteId: string): DisputeRecords => ({
  async byReference(gatewayCode, reference) {
    const row = await queries.get(BY_REFERENCE, [siteId, gatewayCode, reference]);
    return row && disputes.read(row);
  },
  async undecidedOf(transactionUuid) {
    return (await queries.all(UNDECIDED, [siteId, transactionUuid])).map(disputes.read);
  },
  async isOpen(accountId) {
    return (await queries.get(IS_OPEN, [siteId, accountId])) !== undefined;
  },
  async list(limit) {
    return (await queries.all(LIST, [siteId, limit])).map(disputes.read);
  },
  async save(record) {
    await queries.write(disputes.upsert, disputes.values(siteId, record));
  },
});
