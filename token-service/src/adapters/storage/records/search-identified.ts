import type { IdentifiedKind } from '@service/billing/ports/search.ts';

interface Identified {
  readonly table: string;
  readonly label: string;
  readonly state?: string;
  readonly account?: string;
  /** The condition; unless given, the id is that of the record. */
  readonly where?: string;
}

/** The sender's index of deliveries begins with the endpoint, of which a site has few. */
const DELIVERIES_OF_NOTIFICATION =
  'r.endpoint_id IN (SELECT e.id FROM webhook_endpoints e WHERE e.site_id = $1) AND r.notification_id = $2';
const OF_NOTIFICATION =
  '(SELECT n.$column FROM webhook_notifications n WHERE n.site_id = r.site_id AND n.id = r.notification_id)';

const delivery: Identified = {
  table: 'webhook_deliveries',
  label: OF_NOTIFICATION.replace('$column', 'type'),
  state: 'r.state',
  account: OF_NOTIFICATION.replace('$column', 'account_id'),
};

const RECORDS: readonly (readonly [IdentifiedKind, Identified])[] = [
  ['message', { table: 'outbox', label: 'r.kind', state: 'r.status', account: 'r.account_id' }],
  ['delivery', delivery],
  ['delivery', { ...delivery, where: DELIVERIES_OF_NOTIFICATION }],
  ['endpoint', { table: 'webhook_endpoints', label: 'r.url' }],
  [
    'approval',
    { table: 'approvals', label: 'r.kind', state: 'r.state', account: 'r.account_id', where: 'r.uuid = $2' },
  ],
  ['report_run', { table: 'report_runs', label: 'r.report', state: 'r.state' }],
  // The page of an event is the timeline of its customer.
  [
    'event',
    {
      table: 'events',
      label: 'r.type',
      account: 'r.account_id',
      where: 'r.id = $2 AND r.account_id IS NOT NULL',
    },
  ],
  ['audit_entry', { table: 'audit_log', label: 'r.action' }],
];

const select = (kind: IdentifiedKind, { table, label, state, account, where = 'r.id = $2' }: Identified): string =>
  `SELECT '${kind}' AS kind, ${kind === 'approval' ? 'r.uuid' : 'r.id'} AS id, ${label} AS label, ` +
  `${state ?? 'NULL'} AS state, ${account ? `(SELECT a.account_code FROM accounts a WHERE a.site_id = $1 AND a.id = ${account})` : 'NULL'} ` +
  `AS account_code FROM ${table} r WHERE r.site_id = $1 AND ${where}`;

/** Reads the records with an id, each by its primary key. */
export const IDENTIFIED = RECORDS.map(([kind, record]) => select(kind, record)).join(' UNION ALL ');
