import type { LedgerRecords } from '@service/billing/ports/ledger.ts';
import type { Queries } from '../database.ts';

const MOVEMENT =
  'INSERT INTO ledger_movements (site_id, id, at, account_id, currency, kind, subject) VALUES ($1, $2, $3, $4, $5, $6, $7)';
/** A movement has at most three entries, so that there are few texts to prepare. */
const entries = (count: number): string => {
  const row = (line: number): string => `($1, $2, ${line}, $${line * 2 + 3}, $${line * 2 + 4})`;
  return `INSERT INTO ledger_entries (site_id, movement_id, line, account, amount) VALUES ${Array.from({ length: count }, (_, line) => row(line)).join(', ')}`;
};
const COUNT = 'SELECT count(*) AS count FROM ledger_movements WHERE site_id = $1 AND account_id = $2';
const BALANCES =
  'SELECT e.account, sum(e.amount) AS cents FROM ledger_movements m JOIN ledger_entries e ON e.site_id = m.site_id AND e.movement_id = m.id ' +
  'WHERE m.site_id = $1 AND m.account_id = $2 AND m.currency = $3 GROUP BY e.account';

export const ledgerRecords = (queries: Queries, siteId: string): LedgerRecords => ({
  async append({ id, at, account_id, currency, kind, subject, entries: all }) {
    const sum = all.reduce((total, { amount }) => total + amount, 0);
    if (sum !== 0) throw new Error(`The entries of ${kind} ${subject} add up to ${sum}, not to zero`);
    await queries.write(MOVEMENT, [siteId, id, at, account_id, currency, kind, subject]);
    if (all.length === 0) return;
    const values = all.flatMap(({ account, amount }) => [account, amount]);
    await queries.write(entries(all.length), [siteId, id, ...values]);
  },
  async count(accountId) {
    const row = await queries.get(COUNT, [siteId, accountId]);
    return Number(row?.count);
  },
  async balances(accountId, currency) {
    const rows = await queries.all(BALANCES, [siteId, accountId, currency]);
    return Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]));
  },
});
