import type { Intent } from '@service/billing/domain/payments/intent.ts';
import type { IntentRecords } from '@service/billing/ports/intents.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';
import type { DueReader } from './due-items.ts';

const intents = table<Intent>({
  name: 'intents',
  key: ['id'],
  columns: [
    ...columns({
      id: 'text',
      kind: 'text',
      subject: 'text',
      gateway_key: 'text',
      gateway_code: 'text',
      correlation: 'text',
      idempotency_key: 'text',
      leased_until_ms: 'bigint',
      reversing: 'boolean',
      reserved: 'json',
      payload: 'json',
    }),
  ],
});

/**
 * An authorization ends in turn with the other due work of its account. Its own subject lets several be open at once:
 * `authorization:` and the uuid of its transaction.
 */
const SERVED_WITH =
  "CASE r.kind WHEN 'authorization' THEN COALESCE((SELECT t.account_id FROM transactions t " +
  'WHERE t.site_id = r.site_id AND t.uuid = substr(r.subject, 15)), r.subject) ELSE r.subject END';
const OPEN = `${intents.insert} ON CONFLICT (site_id, subject) DO NOTHING`;
const EXPIRED =
  `${intents.select} WHERE r.site_id = $1 AND r.leased_until_ms <= $2 ` +
  "AND r.leased_until_ms <= CASE r.kind WHEN 'authorization' THEN CAST($3 AS bigint) ELSE CAST($4 AS bigint) END ORDER BY r.leased_until_ms, r.id";
const BY_ID = `${intents.select} WHERE r.site_id = $1 AND r.id = $2`;
const BY_SUBJECT = `${intents.select} WHERE r.site_id = $1 AND r.subject = $2`;
const BY_KEY = `${intents.select} WHERE r.site_id = $1 AND r.gateway_key = $2`;
const CLOSE = 'DELETE FROM intents WHERE site_id = $1 AND id = $2';
const COMPLETE = `${CLOSE} AND NOT reversing`;

/**
 * The time at which a lease expires, on the site's clock: leases of authorizations are measured by that clock, all
 * others by the system clock.
 */
const LAPSES = "((r.leased_until_ms + 999) / 1000 + CASE r.kind WHEN 'authorization' THEN 0 ELSE s.clock_offset END)";

export const intentRecords = (queries: Queries, siteId: string, due: DueReader): IntentRecords => ({
  async open(intent) {
    return (await queries.run(OPEN, intents.values(siteId, intent))) === 1;
  },
  async save(intent) {
    await queries.write(intents.update, intents.values(siteId, intent));
  },
  async find(id) {
    const row = await queries.get(BY_ID, [siteId, id]);
    return row && intents.read(row);
  },
  async byKey(gatewayKey) {
    const row = await queries.get(BY_KEY, [siteId, gatewayKey]);
    return row && intents.read(row);
  },
  async of(subject) {
    const row = await queries.get(BY_SUBJECT, [siteId, subject]);
    return row && intents.read(row);
  },
  async expired(system, site) {
    return (await queries.all(EXPIRED, [siteId, Math.max(system, site), site, system])).map(intents.read);
  },
  abandoned: due({
    kind: 'payment_intent',
    from: 'intents r JOIN sites s ON s.id = r.site_id',
    id: 'r.id',
    subject: SERVED_WITH,
    at: LAPSES,
    where: `${LAPSES} <= :until`,
    order: `${LAPSES}, r.id`,
  }),
  async complete({ id }) {
    return (await queries.run(COMPLETE, [siteId, id])) === 1;
  },
  async close({ id }) {
    return (await queries.run(CLOSE, [siteId, id])) === 1;
  },
});
