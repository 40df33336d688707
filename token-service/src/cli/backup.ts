import { resolve } from 'node:path';
import { writeBackup } from '../adapters/storage/backup-file.ts';
import { backUpPostgres } from '../adapters/storage/postgres-backup.ts';
import { backUpSqlite } from '../adapters/storage/sqlite-backup.ts';
import { fileOf, openDatabase, withoutPooler } from '../adapters/storage/storage.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import { command, type Tool, type Toolbox } from './command.ts';
import { isoMillis } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

export const POSTGRES_PROGRAMS =
  'PostgreSQL needs pg_dump and pg_restore on the PATH, which must not be older than the server.';

export const backupTool: Tool = {
  ...topic('backup'),
  notes: `The copy holds personal data: encrypt it, and keep SECRETS_KEY in another place. FILE.sha256 is its checksum.
${POSTGRES_PROGRAMS}`,
  commands: {
    '': command({
      takes: ['file'],
      does: 'Copies the database to a file, with its checksum beside it.',
      example: '/var/backups/billing-2027-01-01.backup',
      members: ['file', 'sha256', 'taken_at'],
      async run({ config, opened, world }, [name = '']) {
        const file = resolve(name);
        const sha256 = await writeBackup(file, (partial) => copyTo(partial, config));
        const takenAt = world.clock.now();
        if (!config.readOnly) await opened.backups.record(takenAt);
        return {
          text: `The database is copied to ${file}.\nSHA-256: ${sha256}`,
          json: { file, sha256, taken_at: isoMillis(takenAt) },
        };
      },
    }),
  },
};

const copyTo = async (file: string, configured: Toolbox['config']): Promise<void> => {
  const config = withoutPooler(configured);
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === null && dataDir === ':memory:') {
    throw new OperatorTrouble('DATA_DIR=:memory: keeps nothing, so there is nothing to copy: give a folder.');
  }
  if (databaseUrl === null) return backUpSqlite(fileOf(config), file);
  const database = await openDatabase(config);
  try {
    await backUpPostgres({ database, databaseUrl, path: process.env.PATH }, file);
  } finally {
    await database.close();
  }
};

if (import.meta.main) await main(backupTool);
