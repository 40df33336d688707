import type { DisputeRecord } from '@service/billing/domain/disputes/dispute.ts';
import type { DisputeFilter, DisputeRecords } from '@service/billing/ports/disputes.ts';
import type { Queries } from '../database.ts';
import { countList, type ListedTable, listPage, sumList } from '../paging.ts';
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
    evidence: 'json',
    answered: 'boolean',
    accepted_at: 'bigint',
  }),
});

const UNDECIDED_STATES = "r.state IN ('inquiry', 'open')";
const IS_ANSWERED = '(r.answered OR r.accepted_at IS NOT NULL)';

const listed: ListedTable<DisputeRecord, DisputeFilter> = {
  table: disputes,
  id: 'id',
  sorts: { created_at: 'opened_at', updated_at: 'reported_at' },
  conditions: ({ account_id, states, currency, answered, evidence_due_by }, bind) => [
    ...(account_id === undefined ? [] : [`r.account_id = ${bind(account_id)}`]),
    ...(states === undefined ? [] : [`r.state IN (${states.map(bind).join(', ')})`]),
    ...(currency === undefined ? [] : [`r.currency = ${bind(currency)}`]),
    ...(answered === undefined ? [] : [answered ? IS_ANSWERED : `NOT ${IS_ANSWERED}`]),
    ...(evidence_due_by === undefined
      ? []
      : [
          `${UNDECIDED_STATES} AND NOT ${IS_ANSWERED} AND r.evidence_due_at IS NOT NULL AND r.evidence_due_at <= ${bind(evidence_due_by)}`,
        ]),
  ],
};

const SUMS = { amount_in_cents: 'r.amount_in_cents', withdrawn_in_cents: 'r.withdrawn_in_cents' } as const;

const FIND = `${disputes.select} WHERE r.site_id = $1 AND r.id = $2`;
const OF_PAYMENT = `${disputes.select} WHERE r.site_id = $1 AND r.transaction_uuid = $2 ORDER BY r.opened_at DESC, r.id DESC`;
const BY_REFERENCE = `${disputes.select} WHERE r.site_id = $1 AND r.gateway_code = $2 AND r.reference = $3`;
const UNDECIDED =
  `${disputes.select} WHERE r.site_id = $1 AND r.transaction_uuid = $2 AND r.state IN ('inquiry', 'open') ` +
  'ORDER BY r.opened_at, r.id';
const IS_OPEN = "SELECT 1 FROM disputes WHERE site_id = $1 AND account_id = $2 AND state = 'open' LIMIT 1";
const UNDECIDED_FIRST =
  `${disputes.select} WHERE r.site_id = $1 ` +
  "ORDER BY CASE WHEN r.state IN ('inquiry', 'open') THEN 0 ELSE 1 END, r.opened_at DESC, r.id DESC LIMIT $2";

export const disputeRecords = (queries: Queries, siteId: string): DisputeRecords => ({
  list: (query) => listPage(queries, siteId, listed, query),
  count: (query) => countList(queries, siteId, listed, query),
  totals: (query) => sumList(queries, siteId, listed, query, { sums: SUMS, many: false }),
  async find(id) {
    const row = await queries.get(FIND, [siteId, id]);
    return row && disputes.read(row);
  },
  async ofPayment(transactionUuid) {
    return (await queries.all(OF_PAYMENT, [siteId, transactionUuid])).map(disputes.read);
  },
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
  async undecidedFirst(limit) {
    return (await queries.all(UNDECIDED_FIRST, [siteId, limit])).map(disputes.read);
  },
  async save(record) {
    await queries.write(disputes.upsert, disputes.values(siteId, record));
  },
});
