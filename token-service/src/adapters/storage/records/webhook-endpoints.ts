import type { WebhookEndpoint } from '@service/billing/domain/webhooks/endpoint.ts';
import type { WebhookEndpointRecords } from '@service/billing/ports/webhooks.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';

const endpoints = table<WebhookEndpoint>({
  name: 'webhook_endpoints',
  key: ['id'],
  columns: [
    ...columns({
      id: 'text',
      url: 'text',
      types: 'json',
      legacy_invoices: 'boolean',
      pause_reason: 'text',
      has_basic_auth: 'boolean',
      header_names: 'json',
      sealed_secrets: 'text',
      previous_secret_until_ms: 'bigint',
      created_at_ms: 'bigint',
      updated_at_ms: 'bigint',
    }),
  ],
});

const ALL = `${endpoints.select} WHERE r.site_id = $1 ORDER BY r.id`;
const BY_ID = `${endpoints.select} WHERE r.site_id = $1 AND r.id = $2`;
const removeFrom = (table: string, column: string): string =>
  `DELETE FROM ${table} WHERE site_id = $1 AND ${column} = $2`;
const REMOVALS = [
  removeFrom('webhook_deliveries', 'endpoint_id'),
  removeFrom('webhook_health', 'endpoint_id'),
  removeFrom('webhook_leases', 'subject'),
  removeFrom('webhook_endpoints', 'id'),
];
const HEALTH = 'SELECT failing_since_ms AS at FROM webhook_health WHERE site_id = $1 AND endpoint_id = $2';
const SET_HEALTH =
  'INSERT INTO webhook_health (site_id, endpoint_id, failing_since_ms) VALUES ($1, $2, $3) ' +
  'ON CONFLICT (site_id, endpoint_id) DO UPDATE SET failing_since_ms = excluded.failing_since_ms';
const FAILING =
  'SELECT 1 AS one FROM webhook_endpoints e LEFT JOIN webhook_health h ON h.site_id = e.site_id AND h.endpoint_id = e.id ' +
  "WHERE e.site_id = $1 AND (e.pause_reason = 'failing' OR (e.pause_reason IS NULL AND h.failing_since_ms <= $2)) LIMIT 1";
const CLAIM =
  'INSERT INTO webhook_leases (site_id, subject, holder, leased_until_ms) VALUES ($1, $2, $3, $4) ' +
  'ON CONFLICT (site_id, subject) DO UPDATE SET holder = excluded.holder, leased_until_ms = excluded.leased_until_ms ' +
  'WHERE webhook_leases.holder = excluded.holder OR webhook_leases.leased_until_ms <= $5';
const RELEASE = 'DELETE FROM webhook_leases WHERE site_id = $1 AND subject = $2 AND holder = $3';

export const webhookEndpointRecords = (
  queries: Queries,
  siteId: string,
  clock: SystemClock,
): WebhookEndpointRecords => ({
  all: async () => (await queries.all(ALL, [siteId])).map(endpoints.read),
  async find(id) {
    const row = await queries.get(BY_ID, [siteId, id]);
    return row && endpoints.read(row);
  },
  async add(endpoint) {
    await queries.write(endpoints.insert, endpoints.values(siteId, endpoint));
  },
  async save(endpoint) {
    await queries.write(endpoints.update, endpoints.values(siteId, endpoint));
  },
  async remove(id) {
    for (const sql of REMOVALS) await queries.write(sql, [siteId, id]);
  },
  async failingSince(id) {
    const at = (await queries.get(HEALTH, [siteId, id]))?.at;
    return at === null || at === undefined ? null : Number(at);
  },
  async setFailingSince(id, at) {
    await queries.write(SET_HEALTH, [siteId, id, at]);
  },
  isFailing: async (since) => (await queries.get(FAILING, [siteId, since])) !== undefined,
  async claim(subject, holder, until) {
    return (await queries.run(CLAIM, [siteId, subject, holder, until, clock.now()])) === 1;
  },
  async release(subject, holder) {
    await queries.write(RELEASE, [siteId, subject, holder]);
  },
});
