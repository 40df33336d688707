import type { ImportRecords } from '@service/billing/ports/imports.ts';
import type { Queries } from '../database.ts';
import { subscriptionsWhere } from './subscriptions.ts';

const HELD =
  'SELECT h.currency, CAST(sum(h.subscriptions) AS bigint) AS subscriptions, CAST(sum(h.invoices) AS bigint) AS invoices, ' +
  'CAST(sum(h.owed) AS bigint) AS owed, CAST(sum(h.due_invoices) AS bigint) AS due_invoices, CAST(sum(h.due) AS bigint) AS due ' +
  'FROM (SELECT currency, 1 AS subscriptions, 0 AS invoices, 0 AS owed, 0 AS due_invoices, 0 AS due FROM subscriptions ' +
  'WHERE site_id = $1 AND on_hold UNION ALL SELECT currency, 0, 1, balance_in_cents, ' +
  'CASE WHEN due_on <= $2 THEN 1 ELSE 0 END, CASE WHEN due_on <= $2 THEN balance_in_cents ELSE 0 END FROM invoices ' +
  'WHERE site_id = $1 AND on_hold) h GROUP BY h.currency ORDER BY h.currency';
const RELEASE_SUBSCRIPTIONS =
  'UPDATE subscriptions SET on_hold = FALSE, revision = revision + 1 WHERE site_id = $1 AND on_hold';
const RELEASE_INVOICES =
  'UPDATE invoices SET on_hold = FALSE, attempt_next_collection_at = CASE WHEN attempt_next_collection_at < $2 THEN $2 ' +
  'ELSE attempt_next_collection_at END WHERE site_id = $1 AND on_hold';

export const importRecords = (queries: Queries, siteId: string): ImportRecords => ({
  async held(at) {
    return (await queries.all(HELD, [siteId, at])).map((row) => ({
      currency: String(row.currency),
      subscriptions: Number(row.subscriptions),
      invoices: Number(row.invoices),
      owed_in_cents: Number(row.owed),
      due_invoices: Number(row.due_invoices),
      due_in_cents: Number(row.due),
    }));
  },
  heldSubscriptions: (after, limit) =>
    subscriptionsWhere(queries, 'r.on_hold AND r.uuid > $2 ORDER BY r.uuid LIMIT $3', [siteId, after ?? '', limit]),
  async release(at) {
    const subscriptions = await queries.run(RELEASE_SUBSCRIPTIONS, [siteId]);
    return { subscriptions, invoices: await queries.run(RELEASE_INVOICES, [siteId, at]) };
  },
});
