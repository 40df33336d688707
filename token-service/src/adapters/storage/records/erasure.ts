import type { ErasureRecords } from '@service/billing/ports/erasure.ts';
import type { Queries } from '../database.ts';
import { PERSONAL_DATA } from '../personal-data.ts';
import { scrubbed } from './scrub.ts';

const listed = (columns: string | undefined): string[] => columns?.split(' ') ?? [];

/** The columns that identify a row beside its site. */
const keyOf = (name: string): string => {
  if (name === 'subscriptions' || name === 'transactions') return 'uuid';
  return name === 'gift_cards' || name === 'payment_actions' ? 'key' : 'id';
};

/** Deliveries have the documents that are deleted, and no account of their own. */
const DELIVERIES =
  'DELETE FROM webhook_deliveries WHERE site_id = $1 AND notification_id IN ' +
  '(SELECT n.id FROM webhook_notifications n WHERE n.site_id = $1 AND n.account_id = $2)';
/** Mail about others that went to the customer, such as a gift card. */
const MAIL_TO = 'DELETE FROM outbox WHERE site_id = $1 AND lower(recipient) = lower($2)';

export const erasureRecords = (queries: Queries, siteId: string): ErasureRecords => ({
  async erase({ id, account_code, email }) {
    const [erased, kept]: [Record<string, number>, Record<string, number>] = [{}, {}];
    const count = (into: Record<string, number>, table: string, rows: number): void => {
      if (rows > 0) into[table] = (into[table] ?? 0) + rows;
    };
    count(erased, 'webhook_deliveries', await queries.run(DELIVERIES, [siteId, id]));
    if (email !== null) count(erased, 'outbox', await queries.run(MAIL_TO, [siteId, email]));
    for (const [table, decisions] of Object.entries(PERSONAL_DATA)) {
      const { owner } = decisions;
      if (owner === undefined) continue;
      const own = [siteId, owner === 'account_code' ? account_code : id];
      const where = `WHERE site_id = $1 AND ${owner} = $2`;
      if (decisions.removed) {
        count(erased, table, await queries.run(`DELETE FROM ${table} ${where}`, own));
        continue;
      }
      const emptied = [
        ...listed(decisions.erased).map((column) => `${column} = NULL`),
        ...listed(decisions.emptied).map((column) => `${column} = ''`),
        ...listed(decisions.emptiedLists).map((column) => `${column} = '[]'`),
      ];
      if (emptied.length > 0) {
        count(erased, table, await queries.run(`UPDATE ${table} SET ${emptied.join(', ')} ${where}`, own));
      }
      for (const column of listed(decisions.scrubbed)) {
        const rows = await queries.all(`SELECT ${keyOf(table)} AS key, ${column} AS json FROM ${table} ${where}`, own);
        for (const { key, json } of rows) {
          if (json === null) continue;
          const value = JSON.stringify(scrubbed(JSON.parse(String(json))));
          const update = `UPDATE ${table} SET ${column} = $3 WHERE site_id = $1 AND ${keyOf(table)} = $2`;
          await queries.run(update, [siteId, String(key), value]);
        }
        if (emptied.length === 0) count(erased, table, rows.length);
      }
      if (decisions.kept && table !== 'accounts') {
        const found = await queries.get(`SELECT count(*) AS n FROM ${table} ${where}`, own);
        count(kept, table, Number(found?.n ?? 0));
      }
    }
    return { erased, kept };
  },
});
