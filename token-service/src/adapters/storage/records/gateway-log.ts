import type { Millis } from '@service/billing/values/time.ts';
import type { Database } from '../database.ts';

/**
 * A call as the log stores it, by a unique key; `at`: system clock, milliseconds. The rest is defined by the gateway.
 */
export interface Logged {
  readonly key: string;
  readonly at: Millis;
  readonly reference: string | null;
  readonly about?: string;
}

const FIND = 'SELECT entry FROM gateway_log WHERE key = $1';
const APPEND =
  'INSERT INTO gateway_log (key, entry, at_ms, reference, original_reference) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (key) DO NOTHING';
const BY_REFERENCE = 'SELECT entry FROM gateway_log WHERE reference = $1 ORDER BY at_ms, key LIMIT 1';
const ABOUT = 'SELECT entry FROM gateway_log WHERE original_reference = $1 ORDER BY at_ms, key';
// Of two keys of one length, `0` follows `/`, with which the key of a call goes on after the site's id.
const OF_SITE = 'SELECT entry FROM gateway_log WHERE key > $1 AND key < $2 ORDER BY key LIMIT $3';

/** Stores the log of the test gateway, which is shared by all sites and survives a restart. */
export const gatewayLog = <Call extends Logged>(database: Database) => ({
  async find(key: string): Promise<Call | undefined> {
    const row = await database.get(FIND, [key]);
    return row && JSON.parse(String(row.entry));
  },
  /** Appends a call; false, without any effect, when there is a call with that key already. */
  async append(call: Call): Promise<boolean> {
    const { key, at, reference, about } = call;
    return (await database.run(APPEND, [key, JSON.stringify(call), at, reference, about ?? null])) === 1;
  },
  /** The first call with a reference. */
  async byReference(reference: string): Promise<Call | undefined> {
    const row = await database.get(BY_REFERENCE, [reference]);
    return row && JSON.parse(String(row.entry));
  },
  /**
   * At most so many calls whose key begins with `prefix`, which ends in a slash, and comes after another one, by key.
   */
  async ofSite(prefix: string, after: string, limit: number): Promise<readonly Call[]> {
    const rows = await database.all(OF_SITE, [after, `${prefix.slice(0, -1)}0`, limit]);
    return rows.map((row) => JSON.parse(String(row.entry)));
  },
  /** Later calls about a reference, oldest first. */
  async about(reference: string): Promise<readonly Call[]> {
    return (await database.all(ABOUT, [reference])).map((row) => JSON.parse(String(row.entry)));
  },
});

export type GatewayLogRecords<Call extends Logged> = ReturnType<typeof gatewayLog<Call>>;
