/** Reads how long queues are waiting, and the memory of processes, while a day runs. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../src/adapters/storage/database.ts';
import type { Server } from '../accounts/servers.ts';
import type { Tenant } from './tenants.ts';

/** Milliseconds between two readings. */
const EVERY = 500;
const MILLISECOND_DIGITS = 12;

/** Returns the milliseconds at which an id of the service was made. */
export const madeAt = (id: string): number => Number.parseInt(id.slice(0, MILLISECOND_DIGITS), 16);

/** The statements that find the oldest item of each queue of a site. */
const OLDEST: Readonly<Record<string, { readonly sql: string; readonly at: (value: unknown) => number }>> = {
  'due subscriptions': {
    sql: 'SELECT min(boundary_at) AS oldest FROM subscriptions WHERE site_id = $1 AND boundary_at IS NOT NULL',
    at: (seconds) => Number(seconds) * 1000,
  },
  'events to fan out': {
    sql: 'SELECT min(event_id) AS oldest FROM webhook_queue WHERE site_id = $1',
    at: (id) => madeAt(String(id)),
  },
  'deliveries to attempt first': {
    sql:
      'SELECT min(n.created_at_ms) AS oldest FROM webhook_notifications n WHERE n.site_id = $1 AND n.id = ' +
      "(SELECT d.notification_id FROM webhook_deliveries d WHERE d.site_id = $1 AND d.state = 'pending' ORDER BY d.sequence LIMIT 1)",
    at: Number,
  },
  mail: {
    sql: "SELECT min(queued_at_ms) AS oldest FROM outbox WHERE site_id = $1 AND status = 'queued'",
    at: Number,
  },
};

/** Megabytes that a process held when the day began, at most, and in the end. */
export interface MemoryFigures {
  readonly first: number;
  readonly largest: number;
  readonly last: number;
  /** Objects in use after a collection in the end, and in the beginning. */
  readonly heapFirst: number;
  readonly heapLast: number;
}

export interface Watched {
  /** The greatest age of each queue in seconds, by the part of the tenant. */
  readonly ages: ReadonlyMap<string, number>;
  readonly memory: MemoryFigures;
  /** The moment at which the last of the merchant's renewals of the boundary was done; undefined: not yet. */
  readonly drainedAt: number | undefined;
}

/** Watches until the signal is aborted. `boundaryAt`: when the merchant's renewals fall due, in milliseconds. */
export const watchDay = async (
  database: Database,
  tenants: readonly Tenant[],
  server: Pick<Server, 'ask'>,
  boundaryAt: number,
  over: AbortSignal,
): Promise<Watched> => {
  const ages = new Map<string, number>();
  const first = await server.ask('collected');
  let [largest, drainedAt] = [first.rss, undefined as number | undefined];
  const merchant = tenants.find(({ part }) => part === 'merchant');
  const readAges = async (): Promise<void> => {
    for (const { part, siteId } of tenants) {
      for (const [queue, { sql, at }] of Object.entries(OLDEST)) {
        const oldest = (await database.get(sql, [siteId]))?.oldest;
        const age = oldest === null || oldest === undefined ? 0 : (Date.now() - at(oldest)) / 1000;
        const name = `${queue}, ${part}`;
        ages.set(name, Math.max(ages.get(name) ?? 0, age));
        const isBacklog = queue === 'due subscriptions' && siteId === merchant?.siteId;
        if (isBacklog && Date.now() > boundaryAt + EVERY && age < 1) drainedAt ??= Date.now();
      }
    }
  };
  while (!over.aborted) {
    await readAges();
    largest = Math.max(largest, (await server.ask('usage')).rss);
    await delay(EVERY, undefined, { signal: over }).catch(() => {});
  }
  const last = await server.ask('collected');
  const megabytes = (bytes: number): number => bytes / 2 ** 20;
  return {
    ages,
    drainedAt,
    memory: {
      first: megabytes(first.rss),
      largest: megabytes(largest),
      last: megabytes(last.rss),
      heapFirst: megabytes(first.heap),
      heapLast: megabytes(last.heap),
    },
  };
};
