import type { OutcomeRecords } from '@service/billing/ports/intents.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { HOUR_MS, type Millis } from '@service/billing/values/time.ts';
import type { Database, Queries } from '../database.ts';

/** Milliseconds of the system clock. */
export interface IdempotencyLimits {
  /** The time for which a response is kept, from the start of its request. */
  readonly keptFor: Millis;
  /** The time for which a request in progress holds its key; after that its process counts as dead. */
  readonly lease: Millis;
}

/** A key that a request holds, by the moment at which it was taken. */
export interface TakenKeyRow {
  readonly takenAt: Millis;
  /** Whether another request had it, whose process died. */
  readonly isTakenOver?: boolean;
}

/** A stored response. */
export interface ResponseRow {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const FIND =
  'SELECT request_hash, status, headers, body, outcome, created_at_ms FROM idempotency_keys WHERE site_id = $1 AND key = $2';
const TAKE =
  'INSERT INTO idempotency_keys (site_id, key, request_hash, created_at_ms) VALUES ($1, $2, $3, $4) ' +
  'ON CONFLICT (site_id, key) DO UPDATE SET request_hash = excluded.request_hash, created_at_ms = excluded.created_at_ms, ' +
  'status = NULL, headers = NULL, body = NULL, outcome = NULL';
const COMPLETE =
  'UPDATE idempotency_keys SET status = $3, headers = $4, body = $5 WHERE site_id = $1 AND key = $2 AND created_at_ms = $6';
const RELEASE =
  'DELETE FROM idempotency_keys WHERE site_id = $1 AND key = $2 AND created_at_ms = $3 AND outcome IS NULL ' +
  'AND NOT EXISTS (SELECT 1 FROM intents i WHERE i.site_id = $1 AND i.idempotency_key = $2)';
const SWEEP = 'DELETE FROM idempotency_keys WHERE site_id = $1 AND created_at_ms < $2';
const SWEEP_EVERY = HOUR_MS;

/** Implements the port of the XML API's `idempotent` rule. */
export const idempotencyKeys = (database: Database, { keptFor, lease }: IdempotencyLimits) => {
  const swept = new Map<string, number>();

  const sweep = async (siteId: string, now: Millis): Promise<void> => {
    if (now - (swept.get(siteId) ?? 0) < SWEEP_EVERY) return;
    swept.set(siteId, now);
    await database.write(SWEEP, [siteId, now - keptFor]);
  };

  return {
    async begin(
      siteId: string,
      key: string,
      hash: string,
      now: Millis,
    ): Promise<TakenKeyRow | 'in_progress' | 'mismatch' | ResponseRow> {
      await sweep(siteId, now);
      return database.transaction(async (queries) => {
        const row = await queries.get(FIND, [siteId, key]);
        const age = now - Number(row?.created_at_ms ?? 0);
        const unanswered = row?.status === null;
        const over = unanswered && row.outcome === null ? age >= lease : age > keptFor;
        if (!row || over) {
          await queries.write(TAKE, [siteId, key, hash, now]);
          return row && unanswered ? { takenAt: now, isTakenOver: true } : { takenAt: now };
        }
        if (row.request_hash !== hash) return 'mismatch';
        // The outcome is recorded, so a repeated request gets it whether or not the first one is still running.
        if (unanswered) return row.outcome === null ? 'in_progress' : { takenAt: Number(row.created_at_ms) };
        return { status: Number(row.status), headers: JSON.parse(String(row.headers)), body: String(row.body) };
      }, siteId);
    },
    async complete(
      siteId: string,
      key: string,
      { takenAt }: TakenKeyRow,
      { status, headers, body }: ResponseRow,
    ): Promise<void> {
      await database.write(COMPLETE, [siteId, key, status, JSON.stringify(headers), body, takenAt]);
    },
    async release(siteId: string, key: string, { takenAt }: TakenKeyRow): Promise<void> {
      await database.write(RELEASE, [siteId, key, takenAt]);
    },
  };
};

const RECORD = 'UPDATE idempotency_keys SET outcome = $3 WHERE site_id = $1 AND key = $2';
const OUTCOME = 'SELECT outcome FROM idempotency_keys WHERE site_id = $1 AND key = $2';

export const outcomeRecords = (queries: Queries, siteId: string): OutcomeRecords => ({
  async record(key, outcome) {
    // The first request outlived its lease, and the repeated one was faster: roll back the transaction of the slower
    // one.
    if ((await queries.get(OUTCOME, [siteId, key]))?.outcome) throw new Failure('simultaneous_request');
    await queries.write(RECORD, [siteId, key, JSON.stringify(outcome)]);
  },
  async find(key) {
    const row = await queries.get(OUTCOME, [siteId, key]);
    return row?.outcome ? JSON.parse(String(row.outcome)) : undefined;
  },
});

export type IdempotencyRecords = ReturnType<typeof idempotencyKeys>;
