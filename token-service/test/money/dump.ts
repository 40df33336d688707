import type { Database, Row } from '../../src/adapters/storage/database.ts';

/**
 * Fields that differ between two identical runs: ids, times, random values, and invoice numbers, which follow the order
 * in which accounts that are due in one round are served.
 */
const CHANGING =
  /(^|_)(id|ids|uuid|key|at|at_ms|on|started|hash|token|code_key|reference)$|^(invoice_number|approval_code|redemption_code|correlation|details|message|subject|discounts)$/;

const TABLES = [
  'invoices',
  'adjustments',
  'transactions',
  'credit_payments',
  'ledger_movements',
  'ledger_entries',
  'coupons',
  'redemptions',
  'gift_cards',
  'subscriptions',
  'mrr_movements',
] as const;

/** Times in a field that is a document, and invoice numbers in a description. */
const CHANGING_PARTS = /("\w+_at":|^Payment for invoice )\d+/g;

/** An id in a field that is a document, such as that of the plan of a pending change. */
const IDS = /\b[0-9a-f]{32}\b/g;

const comparable = (value: Row[string]): Row[string] => {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' ? value.replace(CHANGING_PARTS, '$1null').replace(IDS, '#') : value;
};

/** Due work of an account in one round has no order, for example a refund and the payment of another invoice. */
const byAccountAndContent = (rows: readonly { readonly account_code: string }[]): Row[] =>
  rows
    .map((row) => [`${row.account_code} ${JSON.stringify(Object.entries(row).sort())}`, row] as const)
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([, row]) => row);

/** Entries have the account of their movement. */
const rowsOf = (database: Database, table: string): Promise<Row[]> =>
  database.all(
    table === 'ledger_entries'
      ? 'SELECT r.*, m.account_id FROM ledger_entries r JOIN ledger_movements m ON m.site_id = r.site_id AND m.id = r.movement_id'
      : `SELECT * FROM ${table}`,
  );

/**
 * Returns the books without ids and times, so that two identical runs can be compared across engines: each table by
 * account, with the place that the invoice of a row has among those of its account.
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
  const tables = TABLES.map(async (table) => {
    const rows = (await rowsOf(database, table)).map((row) => ({
      account_code: accounts.get(row.account_id) ?? '',
      invoice: places.get(row.invoice_id ?? row.original_invoice_id) ?? null,
      applied_to: places.get(row.applied_to_invoice_id) ?? null,
      ...Object.fromEntries(
        Object.entries(row).flatMap(([name, value]) => (CHANGING.test(name) ? [] : [[name, comparable(value)]])),
      ),
    }));
    return [table, byAccountAndContent(rows)] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
};
