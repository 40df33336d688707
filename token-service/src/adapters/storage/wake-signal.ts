import { existsSync, watch, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Millis } from '@service/billing/values/time.ts';
import pg from 'pg';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';
import { postgresPlace, postgresReason } from './postgres-errors.ts';

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
/** Milliseconds for a connection, and for one statement. */
const PATIENCE = 5_000;
/** Milliseconds for a connection, and for one statement, when an operator waits for the result. */
const LONG_PATIENCE = 15_000;
/** Answers of the server without a signal that was sent before, after which it does not arrive at all. */
const ANSWERS = 5;
/** Milliseconds between two of them. */
const BETWEEN_ANSWERS = 200;

const clientFor = (connectionString: string, patience: Millis = PATIENCE): pg.Client =>
  new pg.Client({ connectionString, connectionTimeoutMillis: patience, query_timeout: patience });

/** A server whose signals cannot be received. */
export interface SignalTrouble {
  /** Host, port and database, without the password. */
  readonly server: string;
  readonly reason: string;
}

/** Called with the trouble when signals cannot be received, and with undefined once they are again. */
export type OnSignals = (trouble: SignalTrouble | undefined) => void;

/** The channels of PostgreSQL that wake a process. */
export const SIGNAL_CHANNELS = ['due_work', 'mail', 'webhooks'] as const;
export type SignalChannel = (typeof SIGNAL_CHANNELS)[number];

interface PostgresSignalOptions {
  readonly onSignals?: OnSignals;
  /** Milliseconds between two attempts to connect. */
  readonly retryMs?: Millis;
}

/**
 * Signals through LISTEN and NOTIFY, on one connection for all channels, which is opened by the first listener and
 * again after it breaks. Closing one of them closes all.
 */
export const postgresSignals = (
  connectionString: string,
  notify: (channel: SignalChannel, siteId: string) => Promise<unknown>,
  { onSignals = () => {}, retryMs = RECONNECT_MS }: PostgresSignalOptions = {},
): Readonly<Record<SignalChannel, WakeSignal>> => {
  const of = { due_work: listeners(), mail: listeners(), webhooks: listeners() };
  const ending = new AbortController();
  let connection: Promise<void> | undefined;
  let isTroubled = false;

  const report = (trouble: SignalTrouble | undefined): void => {
    const wasTroubled = isTroubled;
    isTroubled = trouble !== undefined;
    if (isTroubled !== wasTroubled) onSignals(trouble);
  };
  const receive = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const client = clientFor(connectionString);
      const broken = Promise.withResolvers<void>();
      client.on('error', () => broken.resolve());
      client.on('end', () => broken.resolve());
      client.on('notification', ({ channel, payload }) => of[channel as SignalChannel].call(payload || undefined));
      const stop = () => broken.resolve();
      ending.signal.addEventListener('abort', stop);
      try {
        await client.connect();
        await client.query(SIGNAL_CHANNELS.map((channel) => `LISTEN ${channel}`).join('; '));
        report(undefined);
        // A signal may have been sent before this connection listened.
        for (const channel of SIGNAL_CHANNELS) of[channel].call();
        await broken.promise;
      } catch (error) {
        // The server is not reachable: retried below.
        if (!ending.signal.aborted) {
          report({ server: postgresPlace(connectionString), reason: postgresReason(error) });
        }
      }
      ending.signal.removeEventListener('abort', stop);
      await client.end().catch(() => {});
      await delay(retryMs, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  };
  const signal = (channel: SignalChannel): WakeSignal => ({
    async send(siteId) {
      of[channel].call(siteId);
      await notify(channel, siteId).catch(() => {});
    },
    listen(woken) {
      connection ??= receive();
      return of[channel].add(woken);
    },
    async close() {
      ending.abort();
      await connection;
    },
  });
  return { due_work: signal('due_work'), mail: signal('mail'), webhooks: signal('webhooks') };
};

/**
 * Sends a signal through the address of a pooler, and waits for it at that of the server itself, on a channel of its
 * own. Returns the milliseconds that it took. A busy server takes long: a signal counts as lost only once the server
 * has answered there several times since, because it sends the signals of a session before its answers. Throws
 * `OperatorTrouble` if the server does not answer in time, or if the signal does not arrive because it is another
 * server or database.
 */
export const tryDirectAddress = async (pooler: string, direct: string): Promise<Millis> => {
  const channel = `try_${crypto.randomUUID().replaceAll('-', '')}`;
  const [listening, sending] = [clientFor(direct, LONG_PATIENCE), clientFor(pooler, LONG_PATIENCE)];
  for (const client of [listening, sending]) client.on('error', () => {});
  let arrivedAt: Millis | undefined;
  listening.on('notification', () => {
    arrivedAt ??= performance.now();
  });
  try {
    await listening.connect();
    await listening.query(`LISTEN ${channel}`);
    await sending.connect();
    const sentAt: Millis = performance.now();
    await sending.query('SELECT pg_notify($1, $2)', [channel, '']);
    for (let answers = 0; answers < ANSWERS; answers += 1) {
      if (answers > 0) await delay(BETWEEN_ANSWERS);
      await listening.query('SELECT 1');
      if (arrivedAt !== undefined) return Math.round(arrivedAt - sentAt);
    }
  } catch (error) {
    throw new OperatorTrouble(`${postgresPlace(direct)} cannot be used (${postgresReason(error)}).`, { cause: error });
  } finally {
    for (const client of [listening, sending]) void client.end().catch(() => {});
  }
  throw new OperatorTrouble(`${postgresPlace(direct)} answers, but does not get the signals sent at DATABASE_URL.`);
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
      // The first is sent like the later ones, without its sender: work that goes on for many accounts stays in step.
      void signal.send(siteId);
    },
    async close() {
      clearTimeout(resting);
      await signal.close();
    },
  };
};
