import { openDatabase, type StorageConfig } from '../../src/adapters/storage/storage.ts';
import { fillConsole, type Size } from '../console/fill.ts';

/** Makes ids of movements from those of what they are about, which have the same length. */
const idWith = (digit: number, id: string): string => `'${digit}' || substr(${id}, 2)`;

const columns = (all: Readonly<Record<string, string>>) => ({
  names: Object.keys(all).join(', '),
  values: Object.values(all).join(', '),
});

/** A line of each invoice, earned in the 30 days that follow. */
const LINE = columns({
  site_id: 'i.site_id',
  uuid: idWith(6, 'i.uuid'),
  account_id: 'i.account_id',
  invoice_id: 'i.uuid',
  position: '0',
  plan_code: "'gold'",
  type: "'charge'",
  state: "'invoiced'",
  origin: "'plan'",
  description: "'Gold'",
  currency: 'i.currency',
  unit_amount_in_cents: 'i.total_in_cents',
  quantity: '1',
  quantity_remaining: '1',
  discount_in_cents: '0',
  discounts: "'[]'",
  tax_in_cents: '0',
  taxes: "'[]'",
  total_in_cents: 'i.total_in_cents',
  taxable: 'true',
  tax_exempt: 'false',
  revenue_schedule_type: "'evenly'",
  start_date: 'i.created_at',
  end_date: 'i.created_at + 2592000',
  created_at: 'i.created_at',
  updated_at: 'i.created_at',
});

const MRR = columns({
  site_id: 's.site_id',
  id: idWith(7, 's.uuid'),
  subscription_id: 's.uuid',
  account_id: 's.account_id',
  plan_code: 's.plan_code',
  currency: 's.currency',
  at: 's.created_at',
  kind: "'new'",
  amount_in_cents: '1999',
  past_due_in_cents: '0',
  mrr_in_cents: '1999',
});
const CHURN = columns({
  site_id: 's.site_id',
  id: idWith(8, 's.uuid'),
  subscription_id: 's.uuid',
  account_id: 's.account_id',
  plan_code: 's.plan_code',
  currency: 's.currency',
  at: 's.created_at + 7776000',
  kind: "'churn_voluntary'",
  amount_in_cents: '-1999',
  past_due_in_cents: '0',
  mrr_in_cents: '0',
});

/** The entries of a movement: each account with the sign of the total of the invoice. */
const entries = (from: string, id: string, total: string, accounts: Readonly<Record<string, '' | '-'>>): string[] =>
  Object.entries(accounts).map(
    ([account, sign], line) =>
      'INSERT INTO ledger_entries (site_id, movement_id, line, account, amount) ' +
      `SELECT site_id, ${id}, ${line}, '${account}', ${sign}${total} FROM ${from}`,
  );
const movements = (from: string, id: string, kind: string, subject: string): string =>
  'INSERT INTO ledger_movements (site_id, id, at, kind, account_id, subject, currency) ' +
  `SELECT site_id, ${id}, created_at, '${kind}', account_id, ${subject}, currency FROM ${from}`;

const BETWEEN = 'created_at >= $2 AND created_at < $3';
const INVOICES = `invoices i WHERE i.site_id = $1 AND i.type = 'charge' AND i.${BETWEEN}`;
/** The invoices that are past due were paid by none of the payments that the lists of the console show. */
const PAYMENTS =
  `transactions t WHERE t.site_id = $1 AND t.${BETWEEN} AND t.invoice_id IN ` +
  "(SELECT p.uuid FROM invoices p WHERE p.site_id = $1 AND p.state = 'paid')";
const SUBSCRIPTIONS = `subscriptions s WHERE s.site_id = $1 AND s.${BETWEEN}`;

const STATEMENTS = [
  `INSERT INTO adjustments (${LINE.names}) SELECT ${LINE.values} FROM ${INVOICES}`,
  movements(INVOICES, idWith(6, 'uuid'), 'invoice.posted', 'uuid'),
  ...entries(INVOICES, idWith(6, 'uuid'), 'total_in_cents', { receivable: '', revenue: '-' }),
  movements(PAYMENTS, idWith(7, 'uuid'), 'payment.received', 'uuid'),
  ...entries(PAYMENTS, idWith(7, 'uuid'), 'amount_in_cents', { cash: '', receivable: '-' }),
  `INSERT INTO mrr_movements (${MRR.names}) SELECT ${MRR.values} FROM ${SUBSCRIPTIONS}`,
  `INSERT INTO mrr_movements (${CHURN.names}) SELECT ${CHURN.values} FROM ${SUBSCRIPTIONS} AND s.state = 'expired'`,
];
/** Spans of time whose rows one statement inserts, within the time that a statement may take. */
const SLICES = 50;
const TABLES = ['adjustments', 'ledger_movements', 'ledger_entries', 'mrr_movements'];

/**
 * Fills the demo site as the benchmark of the console does, and adds what reports read: a line for each invoice, the
 * movements of the ledger, and those of recurring revenue.
 */
export const fillReports = async (config: StorageConfig, size: Size): Promise<void> => {
  const siteId = await fillConsole(config, size);
  const database = await openDatabase(config);
  try {
    const { to = 0, from = 0 } =
      (await database.get('SELECT min(created_at) AS "from", max(created_at) AS "to" FROM invoices', [])) ?? {};
    const step = Math.ceil((Number(to) + 1 - Number(from)) / SLICES);
    for (const statement of STATEMENTS) {
      for (let slice = 0; slice < SLICES; slice += 1) {
        const first = Number(from) + slice * step;
        await database.run(statement, [siteId, first, first + step]);
      }
    }
    if (database.engine === 'postgres') for (const table of TABLES) await database.run(`VACUUM ANALYZE ${table}`);
  } finally {
    await database.close();
  }
};
