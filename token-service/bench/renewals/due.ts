import type { Database } from '../../src/adapters/storage/database.ts';
import { writtenColumns } from '../written-columns.ts';

/**
 * Copies the only account with its card and subscription so many times, inside the database, and makes every copy due,
 * or due at a moment in seconds. `from` tells the copies of one call from those of another.
 */
export const openDue = async (database: Database) => {
  const hex = (n: string): string =>
    database.engine === 'sqlite' ? `printf('%032x', ${n})` : `lpad(to_hex(CAST(${n} AS bigint)), 32, '0')`;
  const numbers =
    'WITH RECURSIVE numbers (n) AS (SELECT CAST($1 AS bigint) UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < $2)';
  const template = String((await database.get('SELECT account_id FROM subscriptions LIMIT 1'))?.account_id);

  const copying = async (table: string, column: string, changes: Readonly<Record<string, string>>) => {
    const names = await writtenColumns(database, table);
    const taken = names.map((name) => changes[name] ?? `r.${name}`);
    return `INSERT INTO ${table} (${names.join(', ')}) ${numbers} SELECT ${taken.join(', ')} FROM numbers, ${table} r WHERE r.${column} = $3`;
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
  return async (from: number, count: number, at = Math.floor(Date.now() / 1000) - 60): Promise<void> => {
    for (const sql of [account, billingInfo, await subscription(String(at))]) {
      await database.run(sql, [from, from + count, template]);
    }
    // As a server with autovacuum does after so many rows.
    if (database.engine === 'postgres') await database.run('ANALYZE');
  };
};
