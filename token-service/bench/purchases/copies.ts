import type { Queries, Value } from '../../src/adapters/storage/database.ts';
import { openDatabase, type StorageConfig } from '../../src/adapters/storage/storage.ts';
import { machineClock, randomIds } from '../../src/runtime/world.ts';
import { writtenColumns } from '../written-columns.ts';

const NEXT =
  "UPDATE sequences SET value = value + 1 WHERE site_id = $1 AND series = 'invoice' RETURNING value + 999 AS number";
const ID_OF = 'SELECT id FROM accounts WHERE site_id = $1 AND account_code = $2';
const INTENT =
  'INSERT INTO intents (site_id, id, kind, subject, gateway_key, gateway_code, correlation, leased_until_ms) VALUES ($1, $2, $2, $2, $2, $2, $2, 0)';
const CLOSE = 'DELETE FROM intents WHERE site_id = $1 AND id = $2';

/**
 * The baseline of 15 statements that writes what the last purchase wrote: copies its rows inside the database, with new
 * ids, to the tables of the service with all their indexes. The minimum cost of a purchase with these tables.
 */
export const openCopies = async (config: StorageConfig) => {
  const database = await openDatabase(config);
  const ids = randomIds(machineClock);
  const last = await database.get('SELECT * FROM invoices ORDER BY invoice_number DESC LIMIT 1');
  const site = String(last?.site_id);
  const template = { account: String(last?.account_id), invoice: String(last?.uuid) };
  const movements = await database.all('SELECT id FROM ledger_movements WHERE account_id = $1 ORDER BY id', [
    template.account,
  ]);

  /**
   * Copies the rows of a table where a column has a value; `changes` are expressions over the row `r`, and `$1` is the
   * new id.
   */
  const copying = async (table: string, column: string, changes: Readonly<Record<string, string>>) => {
    const names = await writtenColumns(database, table);
    const taken = names.map((name) => changes[name] ?? `r.${name}`);
    const sql = `INSERT INTO ${table} (${names.join(', ')}) SELECT ${taken.join(', ')} FROM ${table} r WHERE r.site_id = $2 AND r.${column} = $3`;
    return (queries: Queries, id: string, value: string, ...more: Value[]) =>
      queries.run(sql, [id, site, value, ...more]);
  };
  const own = { account_id: '$1' };
  const account = await copying('accounts', 'id', { id: '$1', account_code: '$1', hosted_login_token: '$1' });
  const billingInfo = await copying('payment_methods', 'account_id', { ...own, id: '$1' });
  const subscription = await copying('subscriptions', 'account_id', { ...own, uuid: '$1' });
  const invoice = await copying('invoices', 'uuid', { ...own, uuid: '$1', invoice_number: 'CAST($4 AS bigint)' });
  const lines = await copying('adjustments', 'invoice_id', {
    ...own,
    uuid: 'CAST($1 AS text) || CAST(r.position AS text)',
    invoice_id: '$1',
    subscription_id: 'CASE WHEN r.subscription_id IS NULL THEN NULL ELSE CAST($1 AS text) END',
  });
  const payment = await copying('transactions', 'invoice_id', { ...own, uuid: '$1', invoice_id: '$1' });
  const movement = await copying('ledger_movements', 'id', {
    id: 'CAST($1 AS text) || CAST($4 AS text)',
    account_id: '$1',
  });
  const entries = await copying('ledger_entries', 'movement_id', {
    movement_id: 'CAST($1 AS text) || CAST($4 AS text)',
  });
  const event = await copying('audit_log', 'id', { id: '$1' });
  const someEvent = String((await database.get('SELECT id FROM audit_log ORDER BY id DESC LIMIT 1'))?.id);

  return {
    async once(): Promise<void> {
      const id = ids.uuid();
      await database.transaction(async (queries) => {
        await queries.get(ID_OF, [site, id]);
        await queries.run(INTENT, [site, id]);
      }, site);
      await database.transaction(async (queries) => {
        await queries.run(CLOSE, [site, id]);
        await account(queries, id, template.account);
        await billingInfo(queries, id, template.account);
        await subscription(queries, id, template.account);
        const next = await queries.get(NEXT, [site]);
        await invoice(queries, id, template.invoice, Number(next?.number));
        await lines(queries, id, template.invoice);
        for (const [place, each] of movements.entries()) {
          await movement(queries, id, String(each.id), String(place));
          await entries(queries, id, String(each.id), String(place));
        }
        await payment(queries, id, template.invoice);
        await event(queries, id, someEvent);
      }, site);
    },
    close: () => database.close(),
  };
};
