import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountSessionRecords } from '@service/billing/ports/account-sessions.ts';
import type { Administration } from '@service/billing/ports/administration.ts';
import type { OperatorStore } from '@service/billing/ports/operators.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Records, Storage } from '@service/billing/ports/storage.ts';
import type { Millis, SystemClock } from '@service/billing/values/time.ts';
import { LRUCache } from 'lru-cache';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';
import type { Database, PoolState, StorageTrouble } from './database.ts';
import { startupTrouble, watchDisk } from './disk-trouble.ts';
import { openFigures, type ReadFigures } from './figures.ts';
import { type LedgerCheck, openLedgerCheck } from './ledger-check.ts';
import { isMigrated, migrate, needMigrated, recordedMigrations } from './migrate.ts';
import { type OnReplica, openPinning, sqliteFile } from './pin-reads.ts';
import { type PinnedReads, queriesOfPinned } from './pinned-reads.ts';
import { openPostgres } from './postgres.ts';
import { refusingWrites } from './read-only.ts';
import { accountSessionRecords } from './records/account-sessions.ts';
import { type BackupRecords, backupRecords } from './records/backups.ts';
import { type GatewayLogRecords, gatewayLog, type Logged } from './records/gateway-log.ts';
import {
  type GatewayOperationStore,
  gatewayOperationStore,
  type StoredOperation,
} from './records/gateway-operations.ts';
import { type IdempotencyLimits, type IdempotencyRecords, idempotencyKeys } from './records/idempotency.ts';
import { dueColumns, recordsOf, type Wake } from './records/index.ts';
import { operatorRecords } from './records/operators.ts';
import { type ProcessSignRecords, processSignRecords } from './records/process-signs.ts';
import { type ProcessTroubleRecords, processTroubleRecords } from './records/process-troubles.ts';
import { siteRecords } from './records/sites.ts';
import { remembering } from './row-memory.ts';
import { openSqlite } from './sqlite.ts';
import { type TableBytes, tableBytes } from './table-bytes.ts';
import {
  atMostEvery,
  fileSignal,
  localSignal,
  type OnSignals,
  postgresSignals,
  type SignalChannel,
  type WakeSignal,
} from './wake-signal.ts';

export interface StorageConfig {
  /** The folder of the embedded database; `:memory:` keeps nothing. */
  readonly dataDir: string;
  /** `postgres://…` replaces the embedded database. */
  readonly databaseUrl: string | null;
  /** The server itself, where `databaseUrl` is a pooler that gives a client a session for each transaction. */
  readonly databaseDirectUrl?: string | null;
  /** A replica of the server, which reads reports and files. */
  readonly databaseReadUrl?: string | null;
  /** Megabytes of pages that the embedded database keeps in memory. */
  readonly databaseCacheMegabytes?: number;
  /** Whether a database that is missing is trouble. Otherwise it is created. */
  readonly mustExist?: boolean;
  /** Nothing is written, and the schema must be that of this release. */
  readonly readOnly?: boolean;
}

/** Milliseconds between two signals that mail was queued. */
const MAIL_SIGNAL_MS = 250;
/** Milliseconds between two signals that events wait for delivery. */
const WEBHOOK_SIGNAL_MS = 20;

/** Sites whose committed records are kept at hand: they hold nothing but functions, which take a while to make. */
const SITES = 100;

/** All stored data, behind the ports of the modules that use it. */
export interface OpenStorage {
  readonly storage: Storage;
  readonly sites: SiteRecords;
  readonly administration: Administration;
  /** Sessions of the account pages. */
  readonly accountSessions: AccountSessionRecords;
  /** Operators of the console, their roles and sessions. */
  readonly operators: OperatorStore;
  /** Wakes the workers of every process on this database. */
  readonly wakeSignal: Pick<WakeSignal, 'send' | 'listen'>;
  /** Wakes what sends mail, in every process on this database. */
  readonly mailSignal: Pick<WakeSignal, 'listen'>;
  /** Wakes what sends webhooks, in every process on this database. */
  readonly webhookSignal: Pick<WakeSignal, 'listen'>;
  /** For the XML API's `Idempotency-Key`, with the times that its rule names. */
  idempotency(limits: IdempotencyLimits): IdempotencyRecords;
  /** For the test gateway, whose calls only it can read. */
  gatewayLog<Call extends Logged>(): GatewayLogRecords<Call>;
  /** For adapters, which record what they begin at their providers. */
  gatewayOperations<Operation extends StoredOperation>(): GatewayOperationStore<Operation>;
  /** Signs of the processes on this database, whatever site they work at. */
  readonly processSigns: ProcessSignRecords;
  /** Troubles of the processes on this database, whatever site they work at. */
  readonly processTroubles: ProcessTroubleRecords;
  /** Counts and sums of every site, in one statement. */
  readonly figures: ReadFigures;
  /** Looks at the next part of the ledger, and returns the movements whose entries do not add up to zero. */
  readonly ledgerCheck: LedgerCheck;
  /** The connections of this process; undefined for the embedded database. */
  readonly pool: () => PoolState | undefined;
  /** Returns the space that each table takes on the disk of the database. */
  tableBytes(): Promise<readonly TableBytes[]>;
  /** Returns the migrations that the database has, the newest first. */
  migrations(): ReturnType<typeof recordedMigrations>;
  /** The time of the last backup of the database. */
  readonly backups: BackupRecords;
  /**
   * Runs work whose deletions must not be left in free pages of the embedded database's file or in its log: they are
   * overwritten. PostgreSQL reuses the space by itself.
   */
  overwritingDeleted<T>(work: () => Promise<T>): Promise<T>;
  /** The time of the database server, in milliseconds; undefined for the embedded database, which has none. */
  serverTime(): Promise<Millis | undefined>;
  /** The trouble of the database, undefined for none. Rejects when it does not respond. */
  health(): Promise<StorageTrouble | undefined>;
  /** Lets running transactions finish. */
  close(): Promise<void>;
}

interface StorageContext {
  readonly clock: SystemClock;
  /** Called once when signals of other processes cannot be received, and once when they are again. */
  readonly onSignals?: OnSignals;
  /** Called once when the replica cannot be read, and once when it is again. */
  readonly onReplica?: OnReplica;
}

/**
 * Opens the configured engine, or the given one, with its decorator, and migrates its schema. Throws `OperatorTrouble`
 * with a one-line message for the operator.
 */
export const openStorage = async (
  config: StorageConfig,
  { clock, onSignals = () => {}, onReplica = () => {} }: StorageContext,
  given?: Database,
  decorate: (engine: Database) => Database = (engine) => engine,
): Promise<OpenStorage> => {
  const { readOnly = false, mustExist = readOnly } = config;
  if (mustExist && !given && !config.databaseUrl && isMissing(fileOf(config))) throw noDatabase(config);
  const opened = given ?? (await openDatabase(config));
  const engine = decorate(readOnly ? refusingWrites(opened) : opened);
  try {
    if (mustExist && !(await isMigrated(engine))) throw noDatabase(config);
    await (readOnly ? needMigrated(engine) : migrate(engine, clock.now()));
  } catch (error) {
    await engine.close();
    throw startupTrouble(engine, error) ?? error;
  }
  const database = watchDisk(engine);
  const pin = openPinning(config, onReplica);
  const signals = openSignals(config, database, onSignals);
  const wakeSignal = signals.due_work;
  // Sales come in by the hundred, and each queues mail.
  const mailSignal = atMostEvery(MAIL_SIGNAL_MS, signals.mail);
  const webhookSignal = atMostEvery(WEBHOOK_SIGNAL_MS, signals.webhooks);
  /** A transaction body may run again; only the requests of its last run count. */
  const waking = async <T>(siteId: string, transaction: (wake: () => Wake) => Promise<T>): Promise<T> => {
    const sent = new Set<WakeSignal>();
    const value = await transaction(() => {
      sent.clear();
      return {
        worker: () => void sent.add(wakeSignal),
        mail: () => void sent.add(mailSignal),
        webhooks: () => void sent.add(webhookSignal),
      };
    });
    for (const signal of sent) await signal.send(siteId);
    return value;
  };
  const committed = new LRUCache<string, Records>({ max: SITES });
  const of = (siteId: string): Records => {
    const records = committed.get(siteId) ?? recordsOf(database, siteId, clock);
    committed.set(siteId, records);
    return records;
  };
  return {
    wakeSignal,
    mailSignal,
    webhookSignal,
    storage: {
      of,
      transaction: (siteId, work, { numbering, account } = {}) =>
        waking(siteId, (wake) =>
          database.transaction((queries) => work(recordsOf(remembering(queries), siteId, clock, wake())), siteId, {
            serial: numbering,
            account,
          }),
        ),
      snapshot: (read) => (given || isInMemory(config) ? read({ of }) : readPinned(pin, clock, read)),
    },
    sites: siteRecords(database),
    accountSessions: accountSessionRecords(database),
    operators: {
      ...operatorRecords(database),
      changeOperators: (work) =>
        database.transaction(
          (queries) => work(operatorRecords(queries), (siteId) => recordsOf(queries, siteId, clock)),
          'operators',
        ),
    },
    administration: {
      transaction: (siteId, work) =>
        waking(siteId, (wake) =>
          database.transaction(
            (queries) => work(siteRecords(queries), recordsOf(remembering(queries), siteId, clock, wake())),
            siteId,
          ),
        ),
    },
    idempotency: (limits) => idempotencyKeys(database, limits),
    gatewayLog: () => gatewayLog(database),
    gatewayOperations: () => gatewayOperationStore(database),
    processSigns: processSignRecords(database),
    processTroubles: processTroubleRecords(database),
    figures: openFigures(database, clock, dueColumns(database, clock)),
    ledgerCheck: openLedgerCheck(database),
    pool: () => engine.pool?.(),
    tableBytes: () => tableBytes(database),
    serverTime: async () => engine.time?.(),
    migrations: () => recordedMigrations(database),
    backups: backupRecords(database),
    async overwritingDeleted(work) {
      if (database.engine !== 'sqlite') return work();
      await database.get('PRAGMA secure_delete = ON');
      const value = await work();
      await database.get('PRAGMA wal_checkpoint(TRUNCATE)');
      return value;
    },
    health: () => database.health(),
    async close() {
      for (const signal of [wakeSignal, mailSignal, webhookSignal]) await signal.close();
      await database.close();
    },
  };
};

/** A database in memory is that of its one connection. */
const isInMemory = ({ dataDir, databaseUrl }: StorageConfig): boolean => databaseUrl === null && dataDir === ':memory:';

async function* readPinned<T>(
  pin: () => Promise<PinnedReads>,
  clock: SystemClock,
  read: (snapshot: Pick<Storage, 'of'>) => AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  const pinned = await pin();
  const queries = queriesOfPinned(pinned);
  try {
    yield* read({ of: (siteId) => recordsOf(queries, siteId, clock) });
  } finally {
    await pinned.close();
  }
}

const openSignals = (
  config: StorageConfig,
  database: Database,
  onSignals: OnSignals,
): Readonly<Record<SignalChannel, WakeSignal>> => {
  const { dataDir, readOnly } = config;
  const { databaseUrl } = withoutPooler(config);
  if (databaseUrl && !readOnly) {
    const notify = (channel: SignalChannel, siteId: string) =>
      database.get('SELECT pg_notify($1, $2)', [channel, siteId]);
    return postgresSignals(databaseUrl, notify, { onSignals });
  }
  // Nothing that is read makes anything due.
  const open = (name: string): WakeSignal =>
    readOnly || dataDir === ':memory:' ? localSignal() : fileSignal(join(dataDir, `${name}.signal`));
  return { due_work: open('due-work'), mail: open('mail'), webhooks: open('webhooks') };
};

/** Opens the configured engine without its schema and records. */
export const openDatabase = async (config: StorageConfig): Promise<Database> => {
  const { dataDir, databaseCacheMegabytes: cacheMegabytes, readOnly = false } = config;
  // That a connection refuses to write is a setting of its session.
  const { databaseUrl, databaseDirectUrl } = readOnly ? withoutPooler(config) : config;
  if (databaseUrl) return openPostgres(databaseUrl, undefined, { readOnly, pooled: Boolean(databaseDirectUrl) });
  return openSqlite(fileOf({ dataDir }), { readOnly, cacheMegabytes });
};

type Addresses = Pick<StorageConfig, 'databaseUrl' | 'databaseDirectUrl'>;

/** Returns the configuration with the address of the server itself, for what needs a session. */
export const withoutPooler = <C extends Addresses>(config: C): C => ({
  ...config,
  databaseUrl: config.databaseDirectUrl || config.databaseUrl,
  databaseDirectUrl: null,
});

/** Returns the file of the embedded database. */
export const fileOf = ({ dataDir }: Pick<StorageConfig, 'dataDir'>): string =>
  dataDir === ':memory:' ? dataDir : sqliteFile(dataDir);

/** False for what is no folder, or one that this user may not read: opening it says so. */
const isMissing = (file: string): boolean => {
  try {
    statSync(file);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
};

/** The address is not part of the message, because it may contain a password. */
const noDatabase = ({ dataDir, databaseUrl }: StorageConfig): OperatorTrouble =>
  new OperatorTrouble(
    `There is no database of the service ${databaseUrl ? 'at DATABASE_URL' : `in ${dataDir}`}. ` +
      'Set DATA_DIR or DATABASE_URL as for the service; npm start, npm run serve and npm run site -- create make a new one.',
  );
