import type { DueItem } from '@service/billing/domain/due/item.ts';
import type { DueKindName } from '@service/billing/domain/due/kinds.ts';
import type { DueQuery } from '@service/billing/ports/due.ts';
import type { Seconds, SystemClock } from '@service/billing/values/time.ts';
import type { Queries, Row } from '../database.ts';

/** The table and columns of the due items of one kind. */
export interface DueColumns {
  readonly kind: DueKindName;
  /** The table with the alias `r`, and its joins. */
  readonly from: string;
  readonly id: string;
  readonly subject: string;
  /** The time at which the item is due. */
  readonly at: string;
  /**
   * The indexed condition: `:until` is the moment by which items are due. PostgreSQL needs a cast to calculate with it,
   * without which SQLite uses an index of an expression.
   */
  readonly where: string;
  /** The expression that is indexed. */
  readonly order: string;
  /** For a column that does not hold seconds. A failure of its items then counts whenever it was. */
  readonly scale?: { readonly fromSeconds: (until: Seconds) => number; readonly toSeconds: (value: number) => Seconds };
}

/** Returns the query for the due items of one kind. */
export type DueReader = (of: DueColumns) => DueQuery;

export interface DueItems {
  readonly due: DueReader;
  /** The kinds that `due` was called for. */
  readonly known: readonly DueColumns[];
  /** Items of every kind, or of one, that are due by a moment, the longest overdue first. */
  overdue(until: Seconds, limit: number, kind?: string): Promise<readonly DueItem[]>;
  /** Deletes the failures of items that are no longer due at the moment they failed at. */
  removeStale(): Promise<void>;
}

/** Later than any moment a site's clock can show. */
const END_OF_TIME: Seconds = 253_402_300_799;

interface Asked {
  readonly of: DueColumns;
  readonly answer: PromiseWithResolvers<Awaited<ReturnType<DueQuery>>>;
}

/** Reads due items. Those of several kinds that are asked for at the same time are read by one statement. */
export const dueItems = (queries: Queries, siteId: string, clock: SystemClock): DueItems => {
  const waiting = new Map<string, Asked[]>();
  const known: DueColumns[] = [];

  const bound = ({ scale }: DueColumns, until: Seconds): number => (scale ? scale.fromSeconds(until) : until);

  const read = async (asked: readonly Asked[], until: Seconds, limit: number): Promise<void> => {
    const kinds = asked.map(({ of }) => of);
    const bounds = kinds.map((kind) => bound(kind, until));
    try {
      const rows = await queries.all(selectDue(kinds), [siteId, limit, clock.now(), ...bounds]);
      const byPlace = Map.groupBy(rows, ({ place }) => Number(place));
      for (const [place, { of, answer }] of asked.entries())
        answer.resolve((byPlace.get(place) ?? []).map((row) => itemOf(of, row)));
    } catch (error) {
      for (const { answer } of asked) answer.reject(error);
    }
  };

  const readerOf =
    (of: DueColumns): DueQuery =>
    (until, limit) => {
      const name = `${until} ${limit}`;
      const asked = waiting.get(name) ?? [];
      const answer: Asked['answer'] = Promise.withResolvers();
      asked.push({ of, answer });
      if (asked.length === 1) {
        waiting.set(name, asked);
        queueMicrotask(() => {
          waiting.delete(name);
          void read(asked, until, limit);
        });
      }
      return answer.promise;
    };

  return {
    known,
    due(of) {
      known.push(of);
      return readerOf(of);
    },
    async overdue(until, limit, kind) {
      const asked = kind === undefined ? known : known.filter((of) => of.kind === kind);
      const found = await Promise.all(
        asked.map(async (of) =>
          (await readerOf(of)(until, limit)).map((item): DueItem => ({ ...item, kind: of.kind })),
        ),
      );
      return found
        .flat()
        .sort((a, b) => a.at - b.at)
        .slice(0, limit);
    },
    async removeStale() {
      await queries.run(removeStale(known), [siteId, ...known.map((kind) => bound(kind, END_OF_TIME))]);
    },
  };
};

const itemOf = ({ scale }: DueColumns, { id, subject, at, failures }: Row): Omit<DueItem, 'kind'> => ({
  id: String(id),
  subject: String(subject),
  at: scale ? scale.toSeconds(Number(at)) : Number(at),
  failures: Number(failures),
});

/** Selects the due items of so many kinds, each in its order, with the place of their kind in the list. */
const selectDue = (kinds: readonly DueColumns[]): string => {
  const parts = kinds.map(dueItemsOf);
  if (parts.length === 1) return parts.join();
  return parts.map((part, place) => `SELECT * FROM (${part}) AS kind_${place}`).join(' UNION ALL ');
};

/**
 * Selects the due items of one kind, except those waiting after a failure and those of a claimed subject: `$2` at most.
 * `$3` is the system time. Failures are not joined: PostgreSQL would expect the condition on them to leave too few
 * items for the limit, and sort them all.
 */
const dueItemsOf = (kind: DueColumns, place: number): string => {
  const { from, id, subject, at, where, order } = kind;
  const failed = failedOf(kind);
  return (
    `SELECT ${place} AS place, ${id} AS id, ${subject} AS subject, CAST(${at} AS bigint) AS at, ` +
    `COALESCE((SELECT f.failures ${failed}), 0) AS failures FROM ${from} ` +
    `WHERE r.site_id = $1 AND ${where.replaceAll(':until', `$${place + 4}`)} ` +
    `AND NOT EXISTS (SELECT 1 ${failed} AND (f.status <> 'waiting' OR f.retry_at_ms > $3)) ` +
    `AND NOT EXISTS (SELECT 1 FROM due_leases l WHERE l.site_id = r.site_id AND l.subject = ${subject} AND l.leased_until_ms > $3) ` +
    `ORDER BY ${order} LIMIT $2`
  );
};

/**
 * Counts the due items of one kind at each site, except those that have failed, with the moment since when the oldest
 * one is due by the system clock, in milliseconds. Those that a moved clock made due count from the moment of the move.
 * `$1` is the system time in seconds. For a kind with a scale, both moments are its values instead. Undefined for a
 * kind of which a site has one item at most.
 */
export const countDue = (columns: DueColumns, parameter: string): string | undefined => {
  const { kind, from, at, where, scale } = columns;
  if (from.includes('$1')) return undefined;
  const until = scale ? parameter : `(CAST(${parameter} AS bigint) + site.clock_offset)`;
  const movedAt = 'COALESCE((SELECT c.target_at FROM clock_progress c WHERE c.site_id = site.id), 0)';
  const since = `(CASE WHEN min(${at}) < ${movedAt} THEN ${movedAt} ELSE min(${at}) END - site.clock_offset) * 1000`;
  return (
    `SELECT site.id AS site_id, 'due_work' AS figure, '${kind} due' AS label, count(*) AS amount, ` +
    // The order of a cross join is kept by SQLite: each site's items are found by its index.
    `CAST(${scale ? `min(${at})` : since} AS text) AS oldest FROM sites site CROSS JOIN ${from} ` +
    `WHERE r.site_id = site.id AND ${where.replaceAll(':until', until)} ` +
    `AND NOT EXISTS (SELECT 1 ${failedOf(columns)}) GROUP BY site.id, site.clock_offset`
  );
};

/** The failures of an item. One counts only while the record is due at the moment it failed at. */
const failedOf = ({ kind, id, at, scale }: DueColumns): string =>
  `FROM due_failures f WHERE f.site_id = r.site_id AND f.kind = '${kind}' AND f.item_id = ${id}` +
  (scale ? '' : ` AND f.due_at = ${at}`);

const removeStale = (kinds: readonly DueColumns[]): string => {
  const stale = kinds.map(({ kind, from, id, at, where, scale }, place) => {
    const isSame = `${id} = f.item_id${scale ? '' : ` AND ${at} = f.due_at`}`;
    const isDue = `r.site_id = $1 AND ${isSame} AND ${where.replaceAll(':until', `$${place + 2}`)}`;
    return `(f.kind = '${kind}' AND NOT EXISTS (SELECT 1 FROM ${from} WHERE ${isDue}))`;
  });
  return `DELETE FROM due_failures AS f WHERE f.site_id = $1 AND (${stale.join(' OR ')})`;
};
