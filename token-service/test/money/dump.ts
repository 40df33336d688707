import type { Database, Row } from '../../src/storage/database.ts';

/** Fields that differ between two identical runs: ids, times and random values. */
const CHANGING =
  /(^|_)(id|ids|uuid|key|at|at_ms|on|hash|token|code_key)$|^(reference|approval_code|redemption_code|correlation|details|message|subject|discounts)$/;

/** Fields that are identified by their order alone. */
const TABLES = {
  invoices: 'invoice_number',
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

/**
 * Returns the books without ids and times, so that two identical runs can be compared across engines: each table in
 * insertion order, with the invoice number and the account code that a row belongs to.
 */
export const dump = async (database: Database): Promise<Readonly<Record<string, readonly Row[]>>> => {
  const accounts = new Map(
    (await database.all('SELECT id, account_code FROM accounts')).map((row) => [row.id, row.account_code]),
  );
  const invoices = new Map(
    (await database.all('SELECT uuid, invoice_number FROM invoices')).map((row) => [row.uuid, row.invoice_number]),
  );
  const tables = Object.entries(TABLES).map(async ([table, order]) => {
    const rows = await database.all(`SELECT * FROM ${table} ORDER BY ${order}`);
    return [
      table,
      rows.map((row) => ({
        account: accounts.get(row.account_id) ?? null,
        invoice: invoices.get(row.invoice_id ?? row.original_invoice_id) ?? null,
        applied_to: invoices.get(row.applied_to_invoice_id) ?? null,
        ...Object.fromEntries(
          Object.entries(row).flatMap(([name, value]) =>
            CHANGING.test(name) ? [] : [[name, typeof value === 'boolean' ? Number(value) : value]],
          ),
        ),
      })),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
};
