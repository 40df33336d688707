import type { Database, Row } from '../../src/storage/database.ts';

/**
 * Fields that differ between two identical runs: ids, times, random values, and invoice numbers, which follow the order
 * in which accounts that are due in one round are served.
 */
const CHANGING =
  /(^|_)(id|ids|uuid|key|at|at_ms|on|hash|token|code_key)$|^(invoice_number|reference|approval_code|redemption_code|correlation|details|message|subject|discounts)$/;

/** Fields that are identified by their order alone. */
const TABLES = {
  invoices: 'uuid',
  adjustments: 'uuid',
  transactions: 'uuid',
  credit_payments: 'uuid',
  ledger_movements: 'id',
  ledger_entries: 'movement_id, line',
  coupons: 'id',
  redemptions: 'uuid',
  gift_cards: 'id',
  subscriptions: 'uuid',
} as const;

/** Times in a field that is a document. */
const TIMES = /("\w+_at":)\d+/g;

const comparable = (value: Row[string]): Row[string] => {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' ? value.replace(TIMES, '$1null') : value;
};

const byAccount = (a: { account_code: string }, b: { account_code: string }): number =>
  a.account_code < b.account_code ? -1 : Number(a.account_code > b.account_code);

/** Entries have the account of their movement. */
const rowsOf = (database: Database, table: string, order: string): Promise<Row[]> =>
  database.all(
    table === 'ledger_entries'
      ? `SELECT r.*, m.account_id FROM ledger_entries r JOIN ledger_movements m ON m.site_id = r.site_id AND m.id = r.movement_id ORDER BY ${order}`
      : `SELECT * FROM ${table} ORDER BY ${order}`,
  );

/**
 * Returns the books without ids and times, so that two identical runs can be compared across engines: each table by
 * account, then in insertion order, with the place that the invoice of a row has among those of its account.
 */
export const dump = async (database: Database): Promise<Readonly<Record<string, readonly Row[]>>> => {
  const accounts = new Map(
    (await database.all('SELECT id, account_code FROM accounts')).map((row) => [row.id, String(row.account_code)]),
  );
  const ofAccounts = Map.groupBy(
    await database.all('SELECT uuid, account_id FROM invoices ORDER BY uuid'),
    (row) => row.account_id,
  );
  const places = new Map(
    [...ofAccounts.values()].flatMap((own) => own.map(({ uuid }, place) => [uuid, place] as const)),
  );
  const tables = Object.entries(TABLES).map(async ([table, order]) => {
    const rows = (await rowsOf(database, table, order)).map((row) => ({
      account_code: accounts.get(row.account_id) ?? '',
      invoice: places.get(row.invoice_id ?? row.original_invoice_id) ?? null,
      applied_to: places.get(row.applied_to_invoice_id) ?? null,
      ...Object.fromEntries(
        Object.entries(row).flatMap(([name, value]) => (CHANGING.test(name) ? [] : [[name, comparable(value)]])),
      ),
    }));
    return [table, rows.sort(byAccount)] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
};
