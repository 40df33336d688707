import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { testPostgres } from '../database.ts';
import { type Place, place } from '../disguises.ts';
import { startTestService, type TestService } from '../service.ts';

/** A service, and everything its engine has stored at this moment. */
export interface Watched {
  readonly service: TestService;
  /** Environment of command-line tools that work on the same database. */
  readonly env: Readonly<Record<string, string>>;
  readonly tables: () => Promise<readonly Place[]>;
  /** For SQLite: the database and its write-ahead log, in which deleted data remains for a while. */
  readonly files: () => readonly Place[];
  readonly close: () => Promise<void>;
}

const ENV = { RATE_LIMIT: 'off', LOG_LEVEL: 'debug' };

export const watchedOnFiles = async (more: Readonly<Record<string, string>> = {}): Promise<Watched> => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  const env = { ...more, DATA_DIR: folder };
  const service = await startTestService({ env: { ...ENV, ...env } });
  const reader = new DatabaseSync(join(folder, 'billing.sqlite'), { readOnly: true });
  const names = reader.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  return {
    service,
    env,
    tables: async () => names.map(({ name }) => table(String(name), reader.prepare(`SELECT * FROM "${name}"`).all())),
    files: () => readdirSync(folder).map((name) => place(name, readFileSync(join(folder, name)))),
    close: async () => {
      reader.close();
      await service.close();
      rmSync(folder, { recursive: true });
    },
  };
};

export const watchedOnPostgres = async (more: Readonly<Record<string, string>> = {}): Promise<Watched> => {
  const database = await testPostgres();
  const service = await startTestService({ databaseUrl: database.url, env: { ...ENV, ...more } });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const names = await client.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY 1",
  );
  return {
    service,
    env: { ...more, DATABASE_URL: database.url },
    tables: async () => {
      // Several statements in one query, whose results are an array: one round trip for all tables.
      const results = await client.query(names.rows.map(({ name }) => `SELECT * FROM "${name}"`).join(';'));
      return [results].flat().map(({ rows }, index) => table(names.rows[index]!.name, rows));
    },
    files: () => [],
    close: async () => {
      await client.end();
      await service.close();
      await database.close();
    },
  };
};

/** Prints one value per line, so that no value touches another. */
const table = (name: string, rows: readonly object[]): Place =>
  place(`table ${name}`, rows.flatMap((row) => Object.values(row).map(written)).join('\n'));

const written = (value: unknown): string => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
