import type { Queries, Value } from '../../src/adapters/storage/database.ts';
import { openDatabase, type StorageConfig } from '../../src/adapters/storage/storage.ts';
import { machineClock, randomIds } from '../../src/runtime/world.ts';
import { writtenColumns } from '../written-columns.ts';

const NEXT =
  "UPDATE sequences SET value = value + 1 WHERE site_id = $1 AND series = 'invoice' RETURNING value + 999 AS number";
const INTENT =
  'INSERT INTO intents (site_id, id, kind, subject, gateway_key, gateway_code, correlation, leased_until_ms) VALUES ($1, $2, $2, $2, $2, $2, $2, 0)';
const CLOSE = 'DELETE FROM intents WHERE site_id = $1 AND id = $2';
const ADVANCE = 'UPDATE subscriptions SET updated_at = updated_at + 1 WHERE site_id = $1 AND uuid = $2';
const PAID = "UPDATE invoices SET state = 'paid' WHERE site_id = $1 AND uuid = $2";

/**
 * The baseline: a pair of transactions that writes what the last renewal wrote, by copying its rows inside the
 * database, with new ids, to the tables of the service with all their indexes. The minimum cost of a renewal with these
 * tables.
 */
export const openCopies = async (config: StorageConfig) => {
  const database = await openDatabase(config);
  const ids = randomIds(machineClock);
  const last = await database.get(
    "SELECT * FROM invoices WHERE origin = 'renewal' ORDER BY invoice_number DESC LIMIT 1",
  );
  const site = String(last?.site_id);
  const account = String(last?.account_id);
  const invoice = String(last?.uuid);
  const idsOf = async (table: string): Promise<string[]> =>
    (await database.all(`SELECT id FROM ${table} WHERE account_id = $1 ORDER BY id`, [account])).map(({ id }) =>
      String(id),
    );
  const movements = (await idsOf('ledger_movements')).slice(-2);
  const events = await idsOf('events');
  const entry = String((await database.get('SELECT id FROM audit_log ORDER BY id DESC LIMIT 1'))?.id);
  const subscription = String(
    (await database.get('SELECT uuid FROM subscriptions WHERE account_id = $1', [account]))?.uuid,
  );

  const copying = async (table: string, column: string, changes: Readonly<Record<string, string>>) => {
    const names = await writtenColumns(database, table);
    const taken = names.map((name) => changes[name] ?? `r.${name}`);
    const sql = `INSERT INTO ${table} (${names.join(', ')}) SELECT ${taken.join(', ')} FROM ${table} r WHERE r.site_id = $2 AND r.${column} = $3`;
    return (queries: Queries, id: string, value: string, ...more: Value[]) =>
      queries.write(sql, [id, site, value, ...more]);
  };
  const placed = 'CAST($1 AS text) || CAST($4 AS text)';
  const copyInvoice = await copying('invoices', 'uuid', { uuid: '$1', invoice_number: 'CAST($4 AS bigint)' });
  const copyLines = await copying('adjustments', 'invoice_id', {
    uuid: 'CAST($1 AS text) || CAST(r.position AS text)',
    invoice_id: '$1',
  });
  const copyPayment = await copying('transactions', 'invoice_id', { uuid: '$1', invoice_id: '$1' });
  const copyMovement = await copying('ledger_movements', 'id', { id: placed });
  const copyEntries = await copying('ledger_entries', 'movement_id', { movement_id: placed });
  const copyEvent = await copying('events', 'id', { id: placed });
  const copyAudit = await copying('audit_log', 'id', { id: '$1' });

  return {
    async once(): Promise<void> {
      const id = ids.uuid();
      const book = async (queries: Queries, movement: string | undefined, place: number) => {
        await copyMovement(queries, id, movement ?? '', String(place));
        await copyEntries(queries, id, movement ?? '', String(place));
      };
      const announce = async (queries: Queries, from: number, to?: number) => {
        for (const [place, event] of events.entries())
          if (place >= from && (to === undefined || place < to)) await copyEvent(queries, id, event, String(place));
      };
      await database.transaction(async (queries) => {
        await queries.write(INTENT, [site, id]);
        await queries.write(ADVANCE, [site, subscription]);
        const next = await queries.get(NEXT, [site]);
        await copyInvoice(queries, id, invoice, Number(next?.number));
        await copyLines(queries, id, invoice);
        await book(queries, movements[0], 0);
        await copyAudit(queries, id, entry);
        await announce(queries, 0, 2);
      }, site);
      await database.transaction(async (queries) => {
        await queries.write(CLOSE, [site, id]);
        await copyPayment(queries, id, invoice);
        await queries.write(PAID, [site, id]);
        await book(queries, movements[1], 1);
        await announce(queries, 2);
      }, site);
    },
    close: () => database.close(),
  };
};
