import type { Database, Row } from '../../src/adapters/storage/database.ts';

/** The rows of an account, by table, as text without ids. */
export type AccountBooks = Readonly<Record<string, readonly string[]>>;

const TABLES = [
  'subscriptions',
  'invoices',
  'adjustments',
  'transactions',
  'credit_payments',
  'redemptions',
  'payment_methods',
  'usages',
] as const;

/**
 * Ids and random values; moments of the system clock; invoice numbers, which follow the order in which accounts are
 * served, and how late a period was billed, which is the very thing that differs between runs.
 */
const CHANGING =
  /(^|_)(id|ids|uuid|key|hash|token|line)$|_ms$|^(reference|approval_code|details|invoice_number|late_periods)$/;

/**
 * Returns what two runs of the same lives must agree on, by account code: the rows of each table with the invoices that
 * they belong to, in an order of their own, and the events in the order in which they happened.
 */
export const booksByAccount = async (database: Database): Promise<ReadonlyMap<string, AccountBooks>> => {
  const accounts = await database.all('SELECT * FROM accounts ORDER BY account_code');
  const codes = new Map(accounts.map(({ id, account_code }) => [id, String(account_code)]));
  const invoices = new Map(
    (await database.all('SELECT * FROM invoices')).map((row) => [
      row.uuid,
      `${row.type} ${row.origin} ${row.created_at}`,
    ]),
  );
  const books = new Map(
    accounts.map((row) => [String(row.account_code), { accounts: [without(row)] } as Record<string, string[]>]),
  );
  const add = (account: unknown, table: string, text: string): void => {
    const own = books.get(codes.get(account) ?? '');
    if (own) own[table] = [...(own[table] ?? []), text];
  };
  for (const table of TABLES) {
    for (const row of await database.all(`SELECT * FROM ${table}`)) {
      const about = ['invoice_id', 'original_invoice_id', 'applied_to_invoice_id'].map((name) =>
        invoices.get(row[name]),
      );
      add(row.account_id, table, `${about.filter(Boolean).join(' < ')} ${without(row)}`);
    }
  }
  const movements = await database.all('SELECT * FROM ledger_movements');
  const entries = Map.groupBy(
    await database.all('SELECT * FROM ledger_entries ORDER BY line'),
    (row) => row.movement_id,
  );
  for (const { id, at, account_id, currency, kind } of movements) {
    const posted = (entries.get(id) ?? []).map(({ account, amount }) => `${account} ${amount}`);
    add(account_id, 'ledger', `${at} ${kind} ${currency}: ${posted.join(', ')}`);
  }
  for (const own of books.values()) for (const rows of Object.values(own)) rows.sort();
  for (const { account_id, at, type } of await database.all('SELECT * FROM events ORDER BY account_id, id')) {
    add(account_id, 'events', `${at} ${type}`);
  }
  return books;
};

const without = (row: Row): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(row)
        .filter(([name, value]) => value !== null && !CHANGING.test(name))
        .map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : plain(value)]),
    ),
  );

/** Coupons of a line, add-ons and pending changes are texts with ids in them. */
const plain = (value: unknown): unknown => (typeof value === 'string' ? value.replace(UUID, '#') : value);

const UUID = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/g;
