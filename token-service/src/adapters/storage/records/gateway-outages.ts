import type { GatewayOutage } from '@service/billing/domain/gateway-outages/outage.ts';
import type { GatewayOutageRecords } from '@service/billing/ports/gateway-outages.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';
import type { DueReader } from './due-items.ts';

const outages = table<GatewayOutage>({
  name: 'gateway_outages',
  key: ['gateway_code'],
  columns: columns({
    gateway_code: 'text',
    since: 'bigint',
    error_code: 'text',
    answered_at: 'bigint',
    check_at: 'bigint',
    collections_resumed: 'boolean',
  }),
});

const OPEN = `${outages.insert} ON CONFLICT (site_id, gateway_code) DO NOTHING`;
/** Failures within the same hour leave it as it is, so that many of them do not queue for the row. */
const REOPEN =
  'UPDATE gateway_outages SET answered_at = NULL, check_at = $3 ' +
  'WHERE site_id = $1 AND gateway_code = $2 AND (answered_at IS NOT NULL OR check_at < $3 - 3600)';
const FIND = `${outages.select} WHERE r.site_id = $1 AND r.gateway_code = $2`;
const ALL = `${outages.select} WHERE r.site_id = $1 ORDER BY r.since, r.gateway_code`;
const ANSWERED =
  'UPDATE gateway_outages SET answered_at = $3, check_at = $4 ' +
  'WHERE site_id = $1 AND gateway_code = $2 AND answered_at IS NULL';
const REMOVE = 'DELETE FROM gateway_outages WHERE site_id = $1 AND gateway_code = $2';

export const gatewayOutageRecords = (queries: Queries, siteId: string, due: DueReader): GatewayOutageRecords => ({
  async open(outage) {
    const fresh = { ...outage, answered_at: null, collections_resumed: false };
    if ((await queries.run(OPEN, outages.values(siteId, fresh))) === 1) return true;
    await queries.run(REOPEN, [siteId, outage.gateway_code, outage.check_at]);
    return false;
  },
  async find(gatewayCode) {
    const row = await queries.get(FIND, [siteId, gatewayCode]);
    return row && outages.read(row);
  },
  all: async () => (await queries.all(ALL, [siteId])).map(outages.read),
  answered: async (gatewayCode, at, checkAt) => (await queries.run(ANSWERED, [siteId, gatewayCode, at, checkAt])) === 1,
  async save(outage) {
    await queries.write(outages.update, outages.values(siteId, outage));
  },
  async remove(gatewayCode) {
    await queries.run(REMOVE, [siteId, gatewayCode]);
  },
  dueForCheck: due({
    kind: 'gateway_outage',
    from: 'gateway_outages r',
    id: 'r.gateway_code',
    subject: "'outage ' || r.gateway_code",
    at: 'r.check_at',
    where: 'r.check_at <= :until',
    order: 'r.check_at, r.gateway_code',
  }),
});
