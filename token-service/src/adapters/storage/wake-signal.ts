import { existsSync, watch, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Millis } from '@service/billing/values/time.ts';
import pg from 'pg';

/**
 * Notifies the workers of every process on one database that something is due at once, or that a site's clock was
 * moved.
 */
export interface WakeSignal {
  /**
   * Resolves once the other processes are notified. Errors are not reported to the caller, because workers also poll.
   */
  send(siteId: string): Promise<void>;
  /** Calls `woken` at every signal, of this process too, until the returned function is called. */
  listen(woken: Woken): () => void;
  close(): Promise<void>;
}

/** Without a site, it may be any of them. */
export type Woken = (siteId?: string) => void;

const listeners = () => {
  const all = new Set<Woken>();
  return {
    call: (siteId?: string): void => {
      for (const woken of all) woken(siteId);
    },
    add: (woken: Woken): (() => void) => {
      all.add(woken);
      return () => void all.delete(woken);
    },
  };
};

/** Within this process only: a database in memory has no other. */
export const localSignal = (): WakeSignal => {
  const { call, add } = listeners();
  return {
    send: async (siteId) => call(siteId),
    listen: add,
    close: async () => {},
  };
};

/**
 * Through a file beside the embedded database, which every process watches. A change of the file does not name a site:
 * of two that are written at the same time, a reader sees one.
 */
export const fileSignal = (file: string): WakeSignal => {
  const { call, add } = listeners();
  // Created before it is watched, so that its first change is seen.
  if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600 });
  const watcher = watch(dirname(file), { persistent: false }, (_event, name) => {
    if (name === basename(file)) call();
  });
  // A file system that cannot be watched leaves the signals of this process.
  watcher.on('error', () => {});
  return {
    async send(siteId) {
      call(siteId);
      try {
        writeFileSync(file, String(process.hrtime.bigint()));
      } catch {
        // A full disk: other processes notice when they poll.
      }
    },
    listen: add,
    close: async () => watcher.close(),
  };
};

const RECONNECT_MS = 5_000;

/**
 * Through LISTEN and NOTIFY, on a connection of its own that is opened by the first listener and again after it breaks.
 */
export const postgresSignal = (
  connectionString: string,
  channel: string,
  notify: (siteId: string) => Promise<unknown>,
): WakeSignal => {
  const { call, add } = listeners();
  const ending = new AbortController();
  let connection: Promise<void> | undefined;

  const receive = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const client = new pg.Client({ connectionString });
      const broken = Promise.withResolvers<void>();
      client.on('error', () => broken.resolve());
      client.on('end', () => broken.resolve());
      client.on('notification', ({ payload }) => call(payload || undefined));
      const stop = () => broken.resolve();
      ending.signal.addEventListener('abort', stop);
      try {
        await client.connect();
        await client.query(`LISTEN ${channel}`);
        // A signal may have been sent before this connection listened.
        call();
        await broken.promise;
      } catch {
        // The server is not reachable: retried below.
      }
      ending.signal.removeEventListener('abort', stop);
      await client.end().catch(() => {});
      await delay(RECONNECT_MS, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  };

  return {
    async send(siteId) {
      call(siteId);
      await notify(siteId).catch(() => {});
    },
    listen(woken) {
      connection ??= receive();
      return add(woken);
    },
    async close() {
      ending.abort();
      await connection;
    },
  };
};

/**
 * The same signal, sent at most once in so many milliseconds: at once, and again at the end of the period for each site
 * that asked meanwhile.
 */
export const atMostEvery = (milliseconds: Millis, signal: WakeSignal): WakeSignal => {
  let resting: NodeJS.Timeout | undefined;
  const waiting = new Set<string>();
  const rest = (): void => {
    resting = setTimeout(() => {
      resting = undefined;
      if (waiting.size === 0) return;
      const sites = [...waiting];
      waiting.clear();
      rest();
      for (const siteId of sites) void signal.send(siteId);
    }, milliseconds).unref();
  };
  return {
    ...signal,
    async send(siteId) {
      if (resting) {
        waiting.add(siteId);
        return;
      }
      rest();
      await signal.send(siteId);
    },
    async close() {
      clearTimeout(resting);
      await signal.close();
    },
  };
};
