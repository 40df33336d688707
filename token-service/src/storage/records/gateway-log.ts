import type { Database } from '../database.ts';

/** A call as its log knows it: a key that is there once, and when (system clock, milliseconds). The rest is the gateway's own. */
export interface Logged {
  readonly key: string;
  readonly at: number;
}

const FIND = 'SELECT entry FROM gateway_log WHERE key = $1';
const APPEND = 'INSERT INTO gateway_log (key, entry, at_ms) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING';

/** Fits the port of the test gateway: its memory, which belongs to no site and survives a restart. */
export const gatewayLog = <Call extends Logged>(database: Database) => ({
  async find(key: string): Promise<Call | undefined> {
    const row = await database.get(FIND, [key]);
    return row && JSON.parse(String(row.entry));
  },
  /** False, with nothing done, when there is a call by that key already. */
  async append(call: Call): Promise<boolean> {
    return (await database.run(APPEND, [call.key, JSON.stringify(call), call.at])) === 1;
  },
});

export type GatewayLogRecords<Call extends Logged> = ReturnType<typeof gatewayLog<Call>>;
