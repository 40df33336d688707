import {
  type DeliveryState,
  type ShownDelivery,
  UNDELIVERED_STATES,
  type WebhookDelivery,
  type WebhookNotification,
} from '@service/billing/domain/webhooks/delivery.ts';
import type { NotificationType } from '@service/billing/domain/webhooks/types.ts';
import type {
  DeliveryFilter,
  NotificationDeliveries,
  WebhookDeliveryRecords,
} from '@service/billing/ports/webhooks.ts';
import { idsFrom } from '@service/billing/values/ids.ts';
import type { Queries, Row } from '../database.ts';
import { columns, recordReader, type StoredColumn, type Table, table } from '../table.ts';
import { among } from './among.ts';
import { countUpTo } from './count-up-to.ts';
import { events } from './events.ts';

const notifications = table<WebhookNotification>({
  name: 'webhook_notifications',
  key: ['id'],
  columns: [
    ...columns({
      id: 'text',
      event_id: 'text',
      type: 'text',
      account_id: 'text',
      correlation: 'text',
      body: 'text',
      created_at_ms: 'bigint',
    }),
  ],
});

const deliveries = table<WebhookDelivery>({
  name: 'webhook_deliveries',
  key: ['id'],
  columns: [
    ...columns({
      id: 'text',
      endpoint_id: 'text',
      notification_id: 'text',
      sequence: 'bigint',
      state: 'text',
      attempts: 'bigint',
      next_attempt_at_ms: 'bigint',
      delivered_at_ms: 'bigint',
      log: 'json',
    }),
  ],
});

/** Columns of the notification beside those of the delivery, in one row. */
const embedded: readonly StoredColumn[] = notifications.columns.map(({ name, path, holds }) => ({
  name: `n_${name}`,
  path: ['notification', ...path],
  holds,
}));
const shown = recordReader([...deliveries.columns, ...embedded]) as (row: Row) => ShownDelivery;
const SHOWN =
  `SELECT ${deliveries.columns.map(({ name }) => `r.${name}`).join(', ')}, ` +
  `${notifications.columns.map(({ name }) => `n.${name} AS n_${name}`).join(', ')} FROM webhook_deliveries r ` +
  'JOIN webhook_notifications n ON n.site_id = r.site_id AND n.id = r.notification_id';

const IS_UNDELIVERED = UNDELIVERED_STATES.map((state) => `'${state}'`).join(', ');

const WAITING =
  `${events.select} JOIN webhook_queue q ON q.site_id = r.site_id AND q.event_id = r.id ` +
  'WHERE q.site_id = $1 ORDER BY q.event_id LIMIT $2';
const take = (ids: string): string =>
  `DELETE FROM webhook_queue WHERE site_id = $1 AND event_id IN ${ids} RETURNING event_id`;

const BY_ID = `${SHOWN} WHERE r.site_id = $1 AND r.id = $2`;
const TO_ENDPOINT = `${SHOWN} WHERE r.site_id = $1 AND r.endpoint_id = $2 AND r.notification_id = $3`;
const PENDING = `${SHOWN} WHERE r.site_id = $1 AND r.endpoint_id = $2 AND r.state = 'pending' AND r.sequence > $3 ORDER BY r.sequence LIMIT $4`;
const RETRIES =
  `${SHOWN} WHERE r.site_id = $1 AND r.endpoint_id = $2 AND r.state = 'retrying' AND r.next_attempt_at_ms <= $3 ` +
  'ORDER BY r.next_attempt_at_ms, r.id LIMIT $4';
const NEXT_RETRY =
  "SELECT min(next_attempt_at_ms) AS at FROM webhook_deliveries WHERE site_id = $1 AND endpoint_id = $2 AND state = 'retrying'";
const dueIn = (state: string): string =>
  `EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.site_id = e.site_id AND d.endpoint_id = e.id AND d.state = '${state}' ` +
  'AND d.next_attempt_at_ms <= $3)';
const UNATTENDED =
  'SELECT 1 AS one FROM webhook_endpoints e WHERE e.site_id = $1 ' +
  'AND NOT EXISTS (SELECT 1 FROM webhook_leases l WHERE l.site_id = e.site_id AND l.leased_until_ms > $2) ' +
  'AND (EXISTS (SELECT 1 FROM webhook_queue q WHERE q.site_id = e.site_id AND q.event_id < $4) ' +
  `OR (e.pause_reason IS NULL AND (${dueIn('pending')} OR ${dueIn('retrying')}))) LIMIT 1`;
const PAUSE =
  "UPDATE webhook_deliveries SET state = 'paused', next_attempt_at_ms = NULL " +
  "WHERE site_id = $1 AND endpoint_id = $2 AND state IN ('pending', 'retrying')";
const RETRY_ALL =
  "UPDATE webhook_deliveries SET state = 'retrying', next_attempt_at_ms = $3 " +
  `WHERE site_id = $1 AND endpoint_id = $2 AND state IN (${IS_UNDELIVERED})`;
const LATEST = `${SHOWN} WHERE r.site_id = $1 AND r.id >= $3 AND r.id < $4`;
const BETWEEN = 'webhook_deliveries r WHERE r.site_id = $1 AND r.id >= $2 AND r.id < $3';
/** Follows every id. */
const AFTER_ALL = 'g';
// A condition that the partial index names.
const inState = (state: DeliveryState, place: number): string =>
  ` AND r.state = $${place}${state === 'delivered' ? '' : " AND r.state <> 'delivered'"}`;
const OF_EVENT = `${notifications.select} WHERE r.site_id = $1 AND r.event_id = $2 ORDER BY r.id`;
const SAMPLES = `${notifications.select} WHERE r.site_id = $1 AND r.event_id IS NULL AND r.id > $2 ORDER BY r.id LIMIT 100`;

// The notifications come first, so that only those of one page are joined.
const LATEST_ABOUT =
  'SELECT n.id AS notification_id, n.event_id, n.type, n.correlation, ' +
  'COALESCE((SELECT e.at FROM events e WHERE e.site_id = $1 AND e.id = n.event_id), n.created_at_ms / 1000) AS at, ' +
  `${deliveries.columns.map(({ name }) => `d.${name} AS d_${name}`).join(', ')} ` +
  'FROM (SELECT r.id, r.event_id, r.type, r.correlation, r.created_at_ms FROM webhook_notifications r WHERE r.site_id = $1 ' +
  'AND r.account_id = $2 AND r.account_id IS NOT NULL AND r.id < $3 ORDER BY r.id DESC LIMIT $4) n ' +
  'LEFT JOIN webhook_deliveries d ON d.site_id = $1 AND d.notification_id = n.id ORDER BY n.id DESC, d.id';
const prefixed = recordReader(deliveries.columns.map((column) => ({ ...column, name: `d_${column.name}` }))) as (
  row: Row,
) => WebhookDelivery;
const withDeliveries = (rows: readonly Row[]): NotificationDeliveries[] =>
  [...Map.groupBy(rows, ({ notification_id }) => String(notification_id))].map(([id, some]) => ({
    id,
    event_id: some[0]?.event_id as string | null,
    type: some[0]?.type as NotificationType,
    at: Number(some[0]?.at),
    correlation: some[0]?.correlation as string | null,
    deliveries: some.filter(({ d_id }) => d_id !== null).map(prefixed),
  }));

const sweepOf = (name: string, condition: string, order: string): string =>
  `DELETE FROM ${name} WHERE site_id = $1 AND id IN (SELECT id FROM ${name} WHERE site_id = $1 AND ${condition} ORDER BY ${order} LIMIT $3)`;
const SWEEP_DELIVERIES = sweepOf('webhook_deliveries', 'id < $2', 'id');
const SWEEP_NOTIFICATIONS = sweepOf('webhook_notifications', 'created_at_ms < $2', 'created_at_ms');

/** Conditions and values of a filter; `first` is the number of the first value. */
const narrowed = ({ state, endpoint_id }: DeliveryFilter, first: number) => {
  const isUndelivered = state === 'undelivered';
  const ofState =
    state === undefined
      ? ''
      : isUndelivered
        ? ` AND r.state IN (${IS_UNDELIVERED}) AND r.state <> 'delivered'`
        : inState(state, first);
  const values = [isUndelivered ? undefined : state, endpoint_id].filter((value) => value !== undefined);
  const ofEndpoint = endpoint_id === undefined ? '' : ` AND r.endpoint_id = $${first + values.length - 1}`;
  return { conditions: ofState + ofEndpoint, values };
};

/** Rows of one statement. */
const AT_ONCE = 16;

export const webhookDeliveryRecords = (queries: Queries, siteId: string, wake: () => void): WebhookDeliveryRecords => {
  const insertAll = async <R>(into: Table<R>, records: readonly R[], suffix = ''): Promise<void> => {
    for (let start = 0; start < records.length; start += AT_ONCE) {
      const some = records.slice(start, start + AT_ONCE);
      const { sql, values } = into.insertAll(siteId, some);
      await queries.write(sql + suffix, values);
    }
  };
  const list = async (sql: string, ...values: readonly (string | number)[]): Promise<ShownDelivery[]> =>
    (await queries.all(sql, [siteId, ...values])).map(shown);
  const one = async (sql: string, ...values: readonly string[]): Promise<ShownDelivery | undefined> =>
    (await list(sql, ...values))[0];

  return {
    waiting: async (limit) => (await queries.all(WAITING, [siteId, limit])).map(events.read),
    async take(eventIds) {
      const { sql, values } = among(eventIds, 2);
      return (await queries.all(take(sql), [siteId, ...values])).map((row) => String(row.event_id));
    },
    addNotifications: (records) => insertAll(notifications, records, ' ON CONFLICT (site_id, id) DO NOTHING'),
    notificationsOf: async (eventId) => (await queries.all(OF_EVENT, [siteId, eventId])).map(notifications.read),
    add: (records) => insertAll(deliveries, records),
    async save(delivery) {
      await queries.write(deliveries.update, deliveries.values(siteId, delivery));
    },
    find: (id) => one(BY_ID, id),
    toEndpoint: (endpointId, notificationId) => one(TO_ENDPOINT, endpointId, notificationId),
    pending: (endpointId, after, limit) => list(PENDING, endpointId, after, limit),
    retries: (endpointId, until, limit) => list(RETRIES, endpointId, until, limit),
    async nextRetry(endpointId) {
      const at = (await queries.get(NEXT_RETRY, [siteId, endpointId]))?.at;
      return at === null || at === undefined ? undefined : Number(at);
    },
    isUnattended: async (since, now) =>
      (await queries.get(UNATTENDED, [siteId, now, since, idsFrom(since)])) !== undefined,
    async pause(endpointId) {
      await queries.write(PAUSE, [siteId, endpointId]);
    },
    retryAll: (endpointId, at) => queries.run(RETRY_ALL, [siteId, endpointId, at]),
    list({ since = '', before = AFTER_ALL, ...filter }, limit) {
      const { conditions, values } = narrowed(filter, 5);
      return list(`${LATEST}${conditions} ORDER BY r.id DESC LIMIT $2`, limit, since, before, ...values);
    },
    async count({ since = '', before = AFTER_ALL, ...filter }, most) {
      const { conditions, values } = narrowed(filter, 4);
      return countUpTo(queries, BETWEEN + conditions, [siteId, since, before, ...values], most);
    },
    latest: async (accountId, before, limit) =>
      withDeliveries(await queries.all(LATEST_ABOUT, [siteId, accountId, before, limit])),
    samplesAfter: async (id) => (await queries.all(SAMPLES, [siteId, id])).map(notifications.read),
    async sweep(before, limit) {
      const swept = await queries.run(SWEEP_DELIVERIES, [siteId, idsFrom(before), limit]);
      return swept + (await queries.run(SWEEP_NOTIFICATIONS, [siteId, before, limit]));
    },
    wake,
  };
};
