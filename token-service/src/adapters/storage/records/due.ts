import { FAILED_STATUSES, type FailedItem } from '@service/billing/domain/due/item.ts';
import type { DueRecords } from '@service/billing/ports/due.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';
import { among, powersOfTwo } from './among.ts';
import type { DueItems } from './due-items.ts';

const failures = table<FailedItem>({
  name: 'due_failures',
  key: ['kind', 'item_id'],
  columns: [
    { name: 'kind', path: ['kind'], holds: 'text' },
    { name: 'item_id', path: ['id'], holds: 'text' },
    { name: 'subject', path: ['subject'], holds: 'text' },
    { name: 'due_at', path: ['at'], holds: 'bigint' },
    ...columns({ failures: 'bigint', status: 'text', error: 'text', failed_at_ms: 'bigint', retry_at_ms: 'bigint' }),
  ],
});

const FAIL =
  `${failures.insert} ON CONFLICT (site_id, kind, item_id) DO UPDATE SET subject = excluded.subject, due_at = excluded.due_at, ` +
  'failures = excluded.failures, status = excluded.status, error = excluded.error, failed_at_ms = excluded.failed_at_ms, ' +
  'retry_at_ms = excluded.retry_at_ms';
const CLEAR = 'DELETE FROM due_failures WHERE site_id = $1 AND kind = $2 AND item_id = $3';
const FIND = `${failures.select} WHERE r.site_id = $1 AND r.kind = $2 AND r.item_id = $3`;
const failed = (statuses: string, ofKind = ''): string =>
  `${failures.select} WHERE r.site_id = $1 AND r.status IN ${statuses}${ofKind} ORDER BY r.due_at, r.kind, r.item_id LIMIT $2`;
const NEXT_RETRY = "SELECT min(retry_at_ms) AS at FROM due_failures WHERE site_id = $1 AND status = 'waiting'";

const claim = (count: number): string =>
  `INSERT INTO due_leases (site_id, subject, leased_until_ms) VALUES ${Array.from({ length: count }, (_, row) => `($1, $${row + 4}, $2)`).join(', ')} ` +
  'ON CONFLICT (site_id, subject) DO UPDATE SET leased_until_ms = excluded.leased_until_ms WHERE due_leases.leased_until_ms <= $3 ' +
  'RETURNING subject';
const EXPIRED = 'SELECT subject FROM due_leases WHERE site_id = $1 AND leased_until_ms <= $2 ORDER BY subject';
const BUSY = 'SELECT 1 FROM due_leases WHERE site_id = $1 AND leased_until_ms > $2 LIMIT 1';
const release = (subjects: string): string =>
  `DELETE FROM due_leases WHERE site_id = $1 AND leased_until_ms = $2 AND subject IN ${subjects}`;

export const dueRecords = (
  queries: Queries,
  siteId: string,
  clock: SystemClock,
  wake: () => void,
  { overdue, removeStale }: Pick<DueItems, 'overdue' | 'removeStale'>,
): DueRecords => ({
  async claim(subjects, until) {
    const claimed: string[] = [];
    const now = clock.now();
    // In a fixed order, so that two workers do not deadlock.
    for (const some of powersOfTwo([...new Set(subjects)].sort())) {
      const rows = await queries.all(claim(some.length), [siteId, until, now, ...some]);
      claimed.push(...rows.map(({ subject }) => String(subject)));
    }
    return claimed.sort();
  },
  async expiredClaims() {
    return (await queries.all(EXPIRED, [siteId, clock.now()])).map(({ subject }) => String(subject));
  },
  async release(subjects, until) {
    if (subjects.length === 0) return;
    const { sql, values } = among(subjects, 3);
    await queries.run(release(sql), [siteId, until, ...values]);
  },
  async busy() {
    return (await queries.get(BUSY, [siteId, clock.now()])) !== undefined;
  },
  async fail(item) {
    await queries.write(FAIL, failures.values(siteId, item));
  },
  async clear(kind, id) {
    return (await queries.run(CLEAR, [siteId, kind, id])) === 1;
  },
  overdue,
  removeStale,
  async find(kind, id) {
    const row = await queries.get(FIND, [siteId, kind, id]);
    return row && failures.read(row);
  },
  async failed(limit, statuses = FAILED_STATUSES, kind) {
    if (kind === undefined) {
      const { sql, values } = among(statuses, 3);
      return (await queries.all(failed(sql), [siteId, limit, ...values])).map(failures.read);
    }
    const { sql, values } = among(statuses, 4);
    return (await queries.all(failed(sql, ' AND r.kind = $3'), [siteId, limit, kind, ...values])).map(failures.read);
  },
  async nextRetry() {
    const at = (await queries.get(NEXT_RETRY, [siteId]))?.at;
    return at === null || at === undefined ? undefined : Number(at);
  },
  async clockProgress() {
    const row = await queries.get(PROGRESS, [siteId]);
    if (!row) return undefined;
    const { target_at, reached_at, items, clock_offset } = row;
    return {
      target_at: Number(target_at),
      reached_at: Number(reached_at),
      items: Number(items),
      clock_offset: clock_offset === null ? null : Number(clock_offset),
    };
  },
  async startClockMove(from, to, clockOffset) {
    await queries.write(START_CLOCK_MOVE, [siteId, from, to, clockOffset]);
  },
  async cutClockMove(to, clockOffset) {
    await queries.write(CUT_CLOCK_MOVE, [siteId, to, clockOffset]);
  },
  async advanceClockMove(reached, items) {
    await queries.run(ADVANCE_CLOCK_MOVE, [siteId, reached, items]);
  },
  wake,
});

const PROGRESS = 'SELECT target_at, reached_at, items, clock_offset FROM clock_progress WHERE site_id = $1';
const START_CLOCK_MOVE =
  'INSERT INTO clock_progress (site_id, target_at, reached_at, items, clock_offset) VALUES ($1, $3, $2, 0, $4) ON CONFLICT (site_id) DO UPDATE SET ' +
  'items = CASE WHEN clock_progress.reached_at < clock_progress.target_at THEN clock_progress.items ELSE 0 END, ' +
  'reached_at = CASE WHEN clock_progress.reached_at < clock_progress.target_at THEN clock_progress.reached_at ELSE excluded.reached_at END, ' +
  'target_at = excluded.target_at, clock_offset = excluded.clock_offset';
const CUT_CLOCK_MOVE = 'UPDATE clock_progress SET target_at = $2, clock_offset = $3 WHERE site_id = $1';
// Several workers run items at the same time, so the stored moment never decreases.
const ADVANCE_CLOCK_MOVE =
  'UPDATE clock_progress SET items = items + CAST($3 AS bigint), reached_at = CASE WHEN $2 >= target_at THEN target_at WHEN $2 > reached_at THEN CAST($2 AS bigint) ELSE reached_at END ' +
  'WHERE site_id = $1 AND reached_at < target_at';
