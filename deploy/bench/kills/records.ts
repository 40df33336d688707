/** Reads what the database has, to compare it with what clients and metrics know. */
import { audit } from '../../../token-service/test/money/audit.ts';
import type { OpenRecords } from '../../../token-service/test/open-records.ts';
import { PLAN } from './buyer.ts';

const count = async (database: OpenRecords, sql: string, ...values: string[]): Promise<number> =>
  Number((await database.get(sql, values))?.n);

/** Counts of the records that metrics count too. */
export interface RecordCounts {
  readonly payments: number;
  readonly declines: number;
  readonly invoices: number;
}

export const countRecords = async (database: OpenRecords): Promise<RecordCounts> => ({
  payments: await count(
    database,
    "SELECT count(*) AS n FROM transactions WHERE action = 'purchase' AND status IN ('success', 'void')",
  ),
  declines: await count(
    database,
    "SELECT count(*) AS n FROM transactions WHERE action = 'purchase' AND status = 'failed'",
  ),
  invoices: await count(database, "SELECT count(*) AS n FROM invoices WHERE type = 'charge'"),
});

/** Counts what is left to do: payments without an outcome, periods to bill, invoices to collect. */
export const leftToDo = async (database: OpenRecords, siteTime: number): Promise<number> =>
  count(
    database,
    'SELECT (SELECT count(*) FROM subscriptions WHERE boundary_at <= CAST($1 AS bigint))' +
      ' + (SELECT count(*) FROM invoices WHERE attempt_next_collection_at <= CAST($1 AS bigint))' +
      ' + (SELECT count(*) FROM intents) AS n',
    String(siteTime),
  );

/** Returns the seconds of the site's clock. */
export const clockOf = async (database: OpenRecords, subdomain: string): Promise<number> =>
  Math.floor(Date.now() / 1000) +
  (await count(database, 'SELECT clock_offset AS n FROM sites WHERE subdomain = $1', subdomain));

/**
 * Compares the records with what clients were told, and with themselves and the log of the gateway. Returns one line
 * for each difference.
 */
export const differencesFrom = async (
  database: OpenRecords,
  invoices: readonly string[],
): Promise<readonly string[]> => {
  const sold = await database.all(
    "SELECT invoice_number, state FROM invoices WHERE type = 'charge' AND origin = 'purchase'",
  );
  const recorded = new Map(sold.map(({ invoice_number, state }) => [String(invoice_number), String(state)]));
  const told = new Set(invoices);
  const periods = await database.all(
    'SELECT l.subscription_id AS id, count(*) AS lines, count(DISTINCT l.start_date) AS periods, min(l.start_date) AS first,' +
      ' max(s.current_period_started_at) AS latest FROM adjustments l JOIN subscriptions s ON s.site_id = l.site_id' +
      " AND s.uuid = l.subscription_id WHERE l.origin = 'plan' GROUP BY l.subscription_id",
  );
  const day = 86_400;
  return [
    ...(told.size < invoices.length ? ['Two orders were answered with one invoice.'] : []),
    ...[...told].filter((number) => recorded.get(number) !== 'paid').map((number) => `Invoice ${number} is not paid.`),
    ...[...recorded.keys()].filter((number) => !told.has(number)).map((number) => `No client knows invoice ${number}.`),
    ...periods
      .filter((row) => {
        const wanted = Math.round((Number(row.latest) - Number(row.first)) / day) + 1;
        return Number(row.lines) !== wanted || Number(row.periods) !== wanted;
      })
      .map((row) => `Subscription ${row.id} to ${PLAN} has ${row.lines} lines for ${row.periods} periods.`),
    ...(await audit(database)),
  ];
};
