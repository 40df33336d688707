import type { LineTax } from '@service/billing/domain/adjustments/record.ts';
import type { JournalBatch } from '@service/billing/domain/journals/batch.ts';
import type { JournalChart } from '@service/billing/domain/journals/chart.ts';
import type { JournalMovement } from '@service/billing/domain/journals/journal-movement.ts';
import type { LedgerAccount } from '@service/billing/domain/ledger/movement.ts';
import type { JournalRecords } from '@service/billing/ports/journals.ts';
import type { Queries, Row } from '../database.ts';
import { columns, table } from '../table.ts';
import { among, powersOfTwo } from './among.ts';
import { ABOUT_MOVEMENT } from './joined.ts';

const batches = table<JournalBatch>({
  name: 'journal_batches',
  key: ['number'],
  columns: columns({
    number: 'bigint',
    state: 'text',
    detail: 'text',
    up_to: 'text',
    time_zone: 'text',
    chart: 'json',
    made_at: 'bigint',
    made_by: 'text',
    correlation: 'text',
    movements: 'bigint',
    first_day: 'text',
    last_day: 'text',
    totals: 'json',
  }),
});

const CHART = 'SELECT chart FROM journal_charts WHERE site_id = $1';
const SAVE_CHART =
  'INSERT INTO journal_charts (site_id, chart, changed_at) VALUES ($1, $2, $3) ' +
  'ON CONFLICT (site_id) DO UPDATE SET chart = excluded.chart, changed_at = excluded.changed_at';
const FIND = `${batches.select} WHERE r.site_id = $1 AND r.number = $2`;
const LIST = `${batches.select} WHERE r.site_id = $1 AND r.number < $2 ORDER BY r.number DESC LIMIT $3`;

const RELEASE =
  'DELETE FROM journal_movements WHERE site_id = $1 AND movement_id IN (SELECT e.movement_id FROM journal_movements e ' +
  'WHERE e.site_id = $1 AND e.batch = $2 ORDER BY e.at, e.movement_id LIMIT $3) RETURNING movement_id';
const REMOVE = "DELETE FROM journal_batches WHERE site_id = $1 AND number = $2 AND state = 'open'";
const EXPORTABLE =
  'SELECT m.id, m.at, CASE WHEN e.movement_id IS NULL THEN 0 ELSE 1 END AS exported FROM ledger_movements m ' +
  'LEFT JOIN journal_movements e ON e.site_id = m.site_id AND e.movement_id = m.id ' +
  'WHERE m.site_id = $1 AND m.id > $2 ORDER BY m.id LIMIT $3';
const take = (count: number): string =>
  `INSERT INTO journal_movements (site_id, batch, movement_id, at) VALUES ${Array.from(
    { length: count },
    (_, place) => `($1, $2, $${place * 2 + 3}, $${place * 2 + 4})`,
  ).join(', ')}`;

const MOVEMENTS =
  'SELECT m.id, e.at, m.currency, m.kind, m.subject, c.account_code, i.invoice_number_prefix, i.invoice_number ' +
  'FROM journal_movements e JOIN ledger_movements m ON m.site_id = e.site_id AND m.id = e.movement_id ' +
  ABOUT_MOVEMENT +
  'WHERE e.site_id = $1 AND e.batch = $2 AND (e.at, e.movement_id) > ($3, $4) ORDER BY e.at, e.movement_id LIMIT $5';
const entriesOf = (ids: string): string =>
  'SELECT movement_id, account, amount FROM ledger_entries ' +
  `WHERE site_id = $1 AND movement_id IN ${ids} ORDER BY movement_id, line`;
const linesOf = (ids: string): string =>
  'SELECT invoice_id, accounting_code, revenue_gl_account_code, taxes, tax_in_cents, total_in_cents FROM adjustments ' +
  `WHERE site_id = $1 AND invoice_id IN ${ids} ORDER BY invoice_id, position`;

const INVOICE_POSTED = 'invoice.posted';

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

const entryOf = ({ account, amount }: Row) => ({ account: String(account) as LedgerAccount, amount: Number(amount) });

const lineOf = (row: Row) => ({
  accounting_code: textOf(row.accounting_code),
  revenue_gl_account_code: textOf(row.revenue_gl_account_code),
  net: Number(row.total_in_cents) - Number(row.tax_in_cents),
  taxes: JSON.parse(String(row.taxes)) as readonly LineTax[],
});

export const journalRecords = (queries: Queries, siteId: string): JournalRecords => ({
  async chart() {
    const row = await queries.get(CHART, [siteId]);
    return row && (JSON.parse(String(row.chart)) as JournalChart);
  },
  async saveChart(chart, at) {
    await queries.write(SAVE_CHART, [siteId, JSON.stringify(chart), at]);
  },
  async add(batch) {
    await queries.write(batches.insert, batches.values(siteId, batch));
  },
  async save(batch) {
    await queries.write(batches.update, batches.values(siteId, batch));
  },
  async find(number) {
    const row = await queries.get(FIND, [siteId, number]);
    return row && batches.read(row);
  },
  async list(before = Number.MAX_SAFE_INTEGER, limit) {
    return (await queries.all(LIST, [siteId, before, limit])).map(batches.read);
  },
  async release(number, limit) {
    const released = await queries.all(RELEASE, [siteId, number, limit]);
    if (released.length === limit) return true;
    await queries.write(REMOVE, [siteId, number]);
    return false;
  },
  async exportable(after, limit) {
    return (await queries.all(EXPORTABLE, [siteId, after, limit])).map(({ id, at, exported }) => ({
      id: String(id),
      at: Number(at),
      exported: Number(exported) === 1,
    }));
  },
  async take(number, movements) {
    for (const some of powersOfTwo(movements)) {
      await queries.write(take(some.length), [siteId, number, ...some.flatMap(({ id, at }) => [id, at])]);
    }
  },
  async movements(number, after, limit) {
    const { at = 0, id = '' } = after ?? {};
    const rows = await queries.all(MOVEMENTS, [siteId, number, at, id, limit]);
    const grouped = async (sql: (ids: string) => string, key: string, ids: readonly string[]) => {
      const some = among(ids, 2);
      return Map.groupBy(await queries.all(sql(some.sql), [siteId, ...some.values]), (row) => String(row[key]));
    };
    const entries = await grouped(
      entriesOf,
      'movement_id',
      rows.map((row) => String(row.id)),
    );
    const posted = rows.filter(({ kind }) => kind === INVOICE_POSTED).map(({ subject }) => String(subject));
    const lines = await grouped(linesOf, 'invoice_id', posted);
    return rows.map(
      (row): JournalMovement => ({
        id: String(row.id),
        at: Number(row.at),
        currency: String(row.currency),
        kind: String(row.kind),
        account_code: textOf(row.account_code),
        invoice_number: row.invoice_number === null ? null : `${row.invoice_number_prefix}${row.invoice_number}`,
        entries: (entries.get(String(row.id)) ?? []).map(entryOf),
        lines: row.kind === INVOICE_POSTED ? (lines.get(String(row.subject)) ?? []).map(lineOf) : [],
      }),
    );
  },
});
