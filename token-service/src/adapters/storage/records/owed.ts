import type { AfterInvoice, OwedInvoice, OwedPage } from '@service/billing/ports/reports.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import type { Queries, Row } from '../database.ts';
import { among } from './among.ts';
import { invoiceNumberIn, nameOnAddress, rowJson, rowNumber, rowText } from './report-cells.ts';

const DUE_ON_THEN =
  'COALESCE((SELECT d.due_on FROM due_date_changes d WHERE d.site_id = $1 AND d.invoice_id = i.uuid ' +
  'AND d.changed_at >= $2 ORDER BY d.changed_at LIMIT 1), i.due_on) AS due_on';

/** The charge invoice that a credit invoice was made against. */
const chargeOf = (credit: string): string =>
  `(SELECT min(o.charge_id) FROM invoice_originals o WHERE o.site_id = $1 AND o.credit_id = ${credit})`;

/**
 * The invoice of a movement: its own, that of its payment, or that which its credit was used for. A payment of a charge
 * that needed none any more belongs to the credit invoice that keeps it.
 */
const owedBy = (accounts: string): string =>
  'WITH moved AS (SELECT m.subject, m.account_id, m.currency, sum(e.amount) AS cents ' +
  'FROM ledger_movements m JOIN ledger_entries e ON e.site_id = m.site_id AND e.movement_id = m.id ' +
  `WHERE m.site_id = $1 AND m.at < $2 AND ${accounts} AND e.account = 'receivable' GROUP BY m.subject, m.account_id, m.currency), ` +
  'placed AS (SELECT m.account_id, m.currency, m.cents, COALESCE(' +
  `${chargeOf('m.subject')}, ` +
  `(SELECT COALESCE(${chargeOf('t.invoice_id')}, t.invoice_id) FROM transactions t ` +
  'WHERE t.site_id = $1 AND t.uuid = m.subject), ' +
  '(SELECT p.applied_to_invoice_id FROM credit_payments p WHERE p.site_id = $1 AND p.uuid = m.subject), ' +
  'm.subject) AS invoice_id FROM moved m) ' +
  'SELECT p.account_id, p.currency, p.cents, i.invoice_number_prefix, i.invoice_number, i.address, ' +
  `${DUE_ON_THEN}, c.account_code FROM (SELECT account_id, currency, invoice_id, CAST(sum(cents) AS bigint) AS cents FROM placed ` +
  'GROUP BY account_id, currency, invoice_id HAVING sum(cents) <> 0) p ' +
  'LEFT JOIN invoices i ON i.site_id = $1 AND i.uuid = p.invoice_id ' +
  'LEFT JOIN accounts c ON c.site_id = $1 AND c.id = p.account_id';
const OF_ACCOUNTS = 'm.account_id > $3 AND m.account_id <= $4';
const OF_OTHERS = '(m.account_id > $3 OR m.account_id IS NULL)';
const LAST_ACCOUNT =
  'SELECT max(o.id) AS last FROM (SELECT c.id FROM accounts c WHERE c.site_id = $1 AND c.id > $2 ORDER BY c.id LIMIT $3) o';

const MOVEMENTS_OF = 'SELECT count(*) AS count FROM ledger_movements m WHERE m.site_id = $1 AND m.at < $2 AND ';

/** The charge invoices that are owed now, or have changed since a moment: no other invoice was owed then. */
const OPEN =
  'SELECT i.uuid, i.created_at, i.account_id, i.currency, i.invoice_number_prefix, i.invoice_number, i.address, ' +
  `${DUE_ON_THEN}, c.account_code FROM invoices i JOIN accounts c ON c.site_id = i.site_id AND c.id = i.account_id ` +
  "WHERE i.site_id = $1 AND i.created_at < $2 AND i.type = 'charge' AND (i.balance_in_cents <> 0 OR i.updated_at >= $2) " +
  'AND i.created_at >= $3 AND (i.created_at, i.uuid) > ($3, $4) ORDER BY i.created_at, i.uuid LIMIT $5';
/** The credit invoices that were made against charge invoices `o`. */
const creditsOf = (charges: string): string =>
  `FROM invoice_originals o WHERE o.site_id = $1 AND o.charge_id IN ${charges} AND o.charge_id = ` +
  '(SELECT min(f.charge_id) FROM invoice_originals f WHERE f.site_id = $1 AND f.credit_id = o.credit_id)';
/** The subjects of the movements that `owedBy` places at some charge invoices. */
const subjectsOf = (invoices: string): string =>
  `SELECT i.uuid AS subject, i.uuid AS invoice_id FROM invoices i WHERE i.site_id = $1 AND i.uuid IN ${invoices} ` +
  `UNION ALL SELECT t.uuid, t.invoice_id FROM transactions t WHERE t.site_id = $1 AND t.invoice_id IN ${invoices} ` +
  'UNION ALL SELECT p.uuid, p.applied_to_invoice_id FROM credit_payments p ' +
  `WHERE p.site_id = $1 AND p.applied_to_invoice_id IN ${invoices} ` +
  `UNION ALL SELECT o.credit_id, o.charge_id ${creditsOf(invoices)} ` +
  `UNION ALL SELECT t.uuid, k.charge_id FROM (SELECT o.credit_id, o.charge_id ${creditsOf(invoices)}) k ` +
  'JOIN transactions t ON t.site_id = $1 AND t.invoice_id = k.credit_id';
const movementsOf = (accounts: string): string =>
  `SELECT m.id, m.subject FROM ledger_movements m WHERE m.site_id = $1 AND m.at < $2 AND m.account_id IN ${accounts}`;
const receivableOf = (movements: string): string =>
  'SELECT e.movement_id, e.amount FROM ledger_entries e ' +
  `WHERE e.site_id = $1 AND e.movement_id IN ${movements} AND e.account = 'receivable'`;
/** Movements whose entries one statement looks up. */
const MOVEMENTS_TOGETHER = 512;

const owedOf = (row: Row, cents: unknown): OwedInvoice => ({
  invoice_number: invoiceNumberIn(row),
  account_code: rowText(row.account_code),
  customer: nameOnAddress(rowJson(row.address)),
  due_on: rowNumber(row.due_on),
  currency: String(row.currency),
  owed_in_cents: Number(cents),
});

/** Returns what was owed of the invoices of some accounts, by all of their movements. */
export const owedOfAccounts = async (
  queries: Queries,
  siteId: string,
  before: Seconds,
  after = '',
  limit: number,
): Promise<OwedPage<string>> => {
  const last = rowText((await queries.get(LAST_ACCOUNT, [siteId, after, limit]))?.last);
  const [accounts, values] =
    last === null ? [OF_OTHERS, [siteId, before, after]] : [OF_ACCOUNTS, [siteId, before, after, last]];
  const invoices = (await queries.all(owedBy(accounts), values)).map((row) => owedOf(row, row.cents));
  const moved = await queries.get(`${MOVEMENTS_OF}${accounts}`, values);
  return { invoices, movements: Number(moved?.count), last };
};

/** Returns what was owed of some invoices that are owed now or have changed since. */
export const owedOfOpen = async (
  queries: Queries,
  siteId: string,
  before: Seconds,
  after: AfterInvoice | undefined,
  limit: number,
): Promise<OwedPage<AfterInvoice>> => {
  const { created_at = 0, uuid = '' } = after ?? {};
  const open = await queries.all(OPEN, [siteId, before, created_at, uuid, limit]);
  const lastRow = open.length < limit ? undefined : open.at(-1);
  const last = lastRow ? { created_at: Number(lastRow.created_at), uuid: String(lastRow.uuid) } : null;
  const invoices = among(
    open.map((row) => String(row.uuid)),
    2,
  );
  const subjects = await queries.all(subjectsOf(invoices.sql), [siteId, ...invoices.values]);
  const invoiceOf = new Map(subjects.map(({ subject, invoice_id }) => [String(subject), String(invoice_id)]));
  const accounts = among([...new Set(open.map((row) => String(row.account_id)))], 3);
  const moved = await queries.all(movementsOf(accounts.sql), [siteId, before, ...accounts.values]);
  const placed = new Map<string, string>();
  for (const { id, subject } of moved) {
    const invoice = invoiceOf.get(String(subject));
    if (invoice !== undefined) placed.set(String(id), invoice);
  }
  const ids = [...placed.keys()];
  const owed = new Map<string, number>();
  // By the key of the entries: joined, PostgreSQL reads all entries for each page.
  for (let from = 0; from < ids.length; from += MOVEMENTS_TOGETHER) {
    const some = among(ids.slice(from, from + MOVEMENTS_TOGETHER), 2);
    for (const { movement_id, amount } of await queries.all(receivableOf(some.sql), [siteId, ...some.values])) {
      const invoice = placed.get(String(movement_id)) ?? '';
      owed.set(invoice, (owed.get(invoice) ?? 0) + Number(amount));
    }
  }
  return {
    invoices: open
      .map((row) => owedOf(row, owed.get(String(row.uuid)) ?? 0))
      .filter(({ owed_in_cents }) => owed_in_cents !== 0),
    movements: moved.length,
    last,
  };
};
