import type { LedgerAccount, Movement } from '@service/billing/domain/ledger/movement.ts';
import type { LedgerRecords } from '@service/billing/ports/ledger.ts';
import type { Queries, Value } from '../database.ts';
import { among } from './among.ts';
import { keepDay, staleDaysIn } from './ledger-days.ts';

const MOVEMENT =
  'INSERT INTO ledger_movements (site_id, id, at, account_id, currency, kind, subject) VALUES ($1, $2, $3, $4, $5, $6, $7)';
const entries = (count: number): string => {
  const row = (line: number): string => `($1, $2, ${line}, $${line * 2 + 3}, $${line * 2 + 4})`;
  return `INSERT INTO ledger_entries (site_id, movement_id, line, account, amount) VALUES ${Array.from({ length: count }, (_, line) => row(line)).join(', ')}`;
};
/** Texts by the number of entries: a movement has at most three. */
const ENTRIES = Array.from({ length: 4 }, (_, count) => entries(count));
const COUNT = 'SELECT count(*) AS count FROM ledger_movements WHERE site_id = $1 AND account_id = $2';
const fromSubjects = (ids: string): string =>
  'SELECT id, at, account_id, currency, kind, subject FROM ledger_movements ' +
  `WHERE site_id = $1 AND account_id = $2 AND subject IN ${ids} ORDER BY at, id LIMIT $3`;
const entriesOf = (ids: string): string =>
  `SELECT movement_id, account, amount FROM ledger_entries WHERE site_id = $1 AND movement_id IN ${ids} ORDER BY movement_id, line`;
const BALANCES =
  'SELECT e.account, sum(e.amount) AS cents FROM ledger_movements m JOIN ledger_entries e ON e.site_id = m.site_id AND e.movement_id = m.id ' +
  'WHERE m.site_id = $1 AND m.account_id = $2 AND m.currency = $3 GROUP BY e.account';

export const ledgerRecords = (queries: Queries, siteId: string): LedgerRecords => ({
  async append({ id, at, account_id, currency, kind, subject, entries: all }) {
    const sum = all.reduce((total, { amount }) => total + amount, 0);
    if (sum !== 0) throw new Error(`The entries of ${kind} ${subject} add up to ${sum}, not to zero`);
    await queries.write(MOVEMENT, [siteId, id, at, account_id, currency, kind, subject]);
    if (all.length === 0) return;
    const values: Value[] = [siteId, id];
    for (const { account, amount } of all) values.push(account, amount);
    await queries.write(ENTRIES[all.length] ?? entries(all.length), values);
  },
  async count(accountId) {
    const row = await queries.get(COUNT, [siteId, accountId]);
    return Number(row?.count);
  },
  async from(accountId, subjects, limit) {
    const about = among(subjects, 4);
    const rows = await queries.all(fromSubjects(about.sql), [siteId, accountId, limit, ...about.values]);
    const held = among(
      rows.map(({ id }) => String(id)),
      2,
    );
    const entries = Map.groupBy(await queries.all(entriesOf(held.sql), [siteId, ...held.values]), (row) =>
      String(row.movement_id),
    );
    return rows.map(
      ({ id, at, account_id, currency, kind, subject }): Movement => ({
        id: String(id),
        at: Number(at),
        account_id: String(account_id),
        currency: String(currency),
        kind: String(kind),
        subject: String(subject),
        entries: (entries.get(String(id)) ?? []).map(({ account, amount }) => ({
          account: String(account) as LedgerAccount,
          amount: Number(amount),
        })),
      }),
    );
  },
  async balances(accountId, currency) {
    const rows = await queries.all(BALANCES, [siteId, accountId, currency]);
    return Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]));
  },
  staleDays: (period) => staleDaysIn(queries, siteId, period),
  keepDay: (day) => keepDay(queries, siteId, day),
});
