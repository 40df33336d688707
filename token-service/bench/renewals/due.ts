import type { Database } from '../../src/adapters/storage/database.ts';
import { writtenColumns } from '../written-columns.ts';

/** Rows that one statement copies. */
const BATCH = 20_000;

/**
 * Copies the only account, or the only one of a site, with its card and subscription so many times, inside the
 * database, and makes every copy due, or due at a moment in seconds, which may be SQL of the number `n` of the copy.
 * `began` tells the copies of one call from those of another.
 */
export const openDue = async (database: Database, siteId?: string) => {
  const hex = (n: string): string =>
    database.engine === 'sqlite' ? `printf('%032x', ${n})` : `lpad(to_hex(CAST(${n} AS bigint)), 32, '0')`;
  const numbers =
    'WITH RECURSIVE numbers (n) AS (SELECT CAST($1 AS bigint) UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < $2)';
  const of = siteId === undefined ? '' : ' WHERE site_id = $1';
  const values = siteId === undefined ? [] : [siteId];
  const template = await database.get(`SELECT site_id, account_id FROM subscriptions${of} LIMIT 1`, values);
  const copied = [String(template?.site_id), String(template?.account_id)];

  const copying = async (table: string, column: string, changes: Readonly<Record<string, string>>) => {
    const names = await writtenColumns(database, table);
    const taken = names.map((name) => changes[name] ?? `r.${name}`);
    return `INSERT INTO ${table} (${names.join(', ')}) ${numbers} SELECT ${taken.join(', ')} FROM numbers, ${table} r WHERE r.site_id = $3 AND r.${column} = $4`;
  };
  const id = hex('n');
  const account = await copying('accounts', 'id', { id, account_code: id, hosted_login_token: id });
  const billingInfo = await copying('payment_methods', 'account_id', { account_id: id, id });
  const subscription = (at: string) =>
    copying('subscriptions', 'account_id', {
      account_id: id,
      uuid: id,
      boundary_at: at,
      anchor_at: at,
      current_period_ends_at: at,
      next_bill_date: at,
    });
  return async (
    began: number,
    count: number,
    at: number | string = Math.floor(Date.now() / 1000) - 60,
  ): Promise<void> => {
    for (const sql of [account, billingInfo, await subscription(String(at))]) {
      for (let first = began; first < began + count; first += BATCH) {
        await database.run(sql, [first, Math.min(began + count, first + BATCH), ...copied]);
      }
    }
    // As a server with autovacuum does after so many rows.
    if (database.engine === 'postgres') await database.run('ANALYZE');
  };
};
