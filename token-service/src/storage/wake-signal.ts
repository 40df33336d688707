import { existsSync, watch, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/**
 * Notifies the workers of every process on one database that something is due at once, or that a site's clock was
 * moved.
 */
export interface WakeSignal {
  /**
   * Resolves once the other processes are notified. Errors are not reported to the caller, because workers also poll.
   */
  send(): Promise<void>;
  /** Calls `woken` at every signal, of this process too, until the returned function is called. */
  listen(woken: () => void): () => void;
  close(): Promise<void>;
}

const listeners = () => {
  const all = new Set<() => void>();
  return {
    call: (): void => {
      for (const woken of all) woken();
    },
    add: (woken: () => void): (() => void) => {
      all.add(woken);
      return () => void all.delete(woken);
    },
  };
};

/** Within this process only: a database in memory has no other. */
export const localSignal = (): WakeSignal => {
  const { call, add } = listeners();
  return {
    send: async () => call(),
    listen: add,
    close: async () => {},
  };
};

/** Through a file beside the embedded database, which every process watches. */
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
    async send() {
      call();
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
  notify: () => Promise<unknown>,
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
      client.on('notification', call);
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
    async send() {
      call();
      await notify().catch(() => {});
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
 * The same signal, sent at most once in so many milliseconds: at once, and again at the end of the period when more was
 * asked for meanwhile.
 */
export const atMostEvery = (milliseconds: number, signal: WakeSignal): WakeSignal => {
  let resting: NodeJS.Timeout | undefined;
  let again = false;
  const rest = (): void => {
    resting = setTimeout(() => {
      resting = undefined;
      if (!again) return;
      again = false;
      rest();
      void signal.send();
    }, milliseconds).unref();
  };
  return {
    ...signal,
    async send() {
      if (resting) {
        again = true;
        return;
      }
      rest();
      await signal.send();
    },
    async close() {
      clearTimeout(resting);
      await signal.close();
    },
  };
};
