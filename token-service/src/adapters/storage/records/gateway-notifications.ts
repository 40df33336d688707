import type { NotificationRecord } from '@service/billing/domain/gateway-notifications/record.ts';
import type { NotificationRecords } from '@service/billing/ports/gateway-notifications.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';
import type { DueReader } from './due-items.ts';

const notifications = table<NotificationRecord>({
  name: 'gateway_notifications',
  key: ['id'],
  columns: columns({
    id: 'text',
    gateway_code: 'text',
    message_id: 'text',
    account_id: 'text',
    correlation: 'text',
    notification: 'json',
    received_at: 'bigint',
    due_at: 'bigint',
    attempts: 'bigint',
    outcome: 'text',
  }),
});

const ADD = `${notifications.insert} ON CONFLICT (site_id, gateway_code, message_id) DO NOTHING`;
const BY_ID = `${notifications.select} WHERE r.site_id = $1 AND r.id = $2`;
const REMOVE =
  'DELETE FROM gateway_notifications WHERE site_id = $1 AND id IN (SELECT id FROM gateway_notifications ' +
  'WHERE site_id = $1 AND due_at IS NULL AND received_at < $2 ORDER BY received_at, id LIMIT $3)';

export const notificationRecords = (queries: Queries, siteId: string, due: DueReader): NotificationRecords => ({
  async add(record) {
    return (await queries.run(ADD, notifications.values(siteId, record))) === 1;
  },
  async find(id) {
    const row = await queries.get(BY_ID, [siteId, id]);
    return row && notifications.read(row);
  },
  async save(record) {
    await queries.write(notifications.update, notifications.values(siteId, record));
  },
  due: due({
    kind: 'gateway_notification',
    from: 'gateway_notifications r',
    id: 'r.id',
    subject: 'COALESCE(r.account_id, r.id)',
    at: 'r.due_at',
    where: 'r.due_at <= :until',
    order: 'r.due_at, r.id',
  }),
  async removeProcessed(before, limit) {
    await queries.run(REMOVE, [siteId, before, limit]);
  },
});
