import type { MoneyMovement } from '@service/gateway-simulator/src/index.ts';
import type { Database, Row } from '../../src/adapters/storage/database.ts';
import { audit } from '../money/audit.ts';
import type { Placed } from './client.ts';
import { callsOf, chargedTwice, stillOpen, unrecordedFailures } from './simulated-calls.ts';

/** Statuses of transactions whose outcome is still to come. */
const PENDING = "('pending', 'processing', 'scheduled')";

/**
 * Compares the ledger, the invoices, the log of the gateway and what the clients were told. Returns one line for each
 * difference.
 */
export const disagreements = async (
  database: Database,
  log: readonly MoneyMovement[],
  placed: readonly Placed[],
): Promise<string[]> => {
  const recorded = await references(database);
  return [
    ...chargedTwice(log),
    ...(await audit(database, callsOf(log, recorded))),
    ...(await operators(database, unrecordedFailures(log, recorded))),
    ...(await pending(database, log)),
    ...(await soldOnce(database, placed)),
  ];
};

/** The payments and refunds at the gateway that the service has recorded. */
const references = async (database: Database): Promise<ReadonlySet<string>> =>
  new Set(texts(await database.all("SELECT reference FROM transactions WHERE status <> 'declined'"), 'reference'));

/** Operators see each refund that failed later and that nothing records, once, and nothing else. */
const operators = async (database: Database, refunds: readonly MoneyMovement[]): Promise<string[]> => {
  const errors = texts(await database.all('SELECT error FROM due_failures'), 'error');
  const names = (error: string, { refund }: MoneyMovement): boolean => refund !== null && error.includes(refund);
  return [
    ...refunds
      .filter((one) => errors.filter((error) => names(error, one)).length !== 1)
      .map(({ refund }) => `Operators do not see once that ${refund} failed`),
    ...errors.filter((error) => !refunds.some((one) => names(error, one))).map((error) => `Due work failed: ${error}`),
  ];
};

const texts = (rows: readonly Row[], name: string): string[] => rows.map((row) => String(row[name]));

/** Nothing waits for ever: no operation, transaction or debit, and no authorization that the service does not know. */
const pending = async (database: Database, log: readonly MoneyMovement[]): Promise<string[]> => {
  const { authorized, debits } = stillOpen(log);
  const waiting = await database.all(
    `SELECT uuid, action, status FROM transactions WHERE status IN ${PENDING} AND gateway_code = 'chaos'`,
  );
  const kept = await database.all("SELECT * FROM intents WHERE kind = 'authorization'");
  return [
    ...waiting.map(({ uuid, action, status }) => `The ${action} ${uuid} is ${status}`),
    ...debits.map((intent) => `The debit ${intent} has not ended`),
    ...(authorized.length === kept.length
      ? []
      : [`The gateway holds ${authorized.length} authorizations, and the service knows ${kept.length}`]),
  ];
};

/**
 * Each sale that a client was told of has its own invoice, and each invoice of a sale was told to a client, unless it
 * is of a capture that was completed after its client had got no answer. No period was billed twice.
 */
const soldOnce = async (database: Database, placed: readonly Placed[]): Promise<string[]> => {
  const invoices = await database.all(
    `SELECT invoices.invoice_number, invoices.total_in_cents,
       (SELECT MIN(t.uuid) FROM transactions t WHERE t.invoice_id = invoices.uuid AND t.status <> 'failed') AS paid_by
     FROM invoices JOIN accounts ON accounts.id = account_id
     WHERE invoices.type = 'charge' AND accounts.account_code LIKE 'buyer-%' AND origin IN ('purchase')`,
  );
  const unanswered = placed.filter(
    ({ kind, outcome }) => kind === 'capture' && outcome?.is === 'declined' && outcome.because === 'gateway_timeout',
  );
  const isCompleted = ({ paid_by }: Row): boolean => unanswered.some(({ path }) => path.includes(String(paid_by)));
  const billedTwice = await database.all(
    `SELECT subscription_id, start_date FROM adjustments WHERE origin = 'plan' AND type = 'charge'
     GROUP BY subscription_id, start_date HAVING COUNT(*) > 1`,
  );
  const sales = placed.flatMap(({ kind, key, outcome }) =>
    (kind === 'purchase' || kind === 'capture') && outcome?.is === 'done' ? [{ key, ...outcome }] : [],
  );
  const totals = new Map(invoices.map((row) => [String(row.invoice_number), Number(row.total_in_cents)]));
  const told = new Map<string | undefined, number>();
  for (const { invoice } of sales) told.set(invoice, (told.get(invoice) ?? 0) + 1);
  return [
    ...sales
      .filter(({ invoice, total }) => totals.get(invoice ?? '') !== total)
      .map(({ key, invoice, total }) => `${key} was sold as ${invoice} over ${total}: ${totals.get(invoice ?? '')}`),
    ...[...told].filter(([, times]) => times > 1).map(([invoice]) => `Invoice ${invoice} is of several sales`),
    ...billedTwice.map((row) => `${row.subscription_id} was billed twice from ${row.start_date}`),
    ...texts(
      invoices.filter((row) => !isCompleted(row)),
      'invoice_number',
    )
      .filter((number) => !told.has(number))
      .map((number) => `No client was told of invoice ${number}`),
  ];
};
