import { resolve } from 'node:path';
import { Failure } from '@service/billing/values/failure.ts';
import { checkBackup } from '../adapters/storage/backup-file.ts';
import { restorePostgres } from '../adapters/storage/postgres-backup.ts';
import { restoreSqlite } from '../adapters/storage/sqlite-backup.ts';
import { fileOf, openDatabase, withoutPooler } from '../adapters/storage/storage.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import { POSTGRES_PROGRAMS } from './backup.ts';
import { command, type Tool, type Toolbox } from './command.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

/** The books do not know what the gateways did since the backup: a worker would charge some customers twice. */
const NEXT =
  'Before workers start and clients are let in, compare the books with the gateways: docs/operations.md#after-a-restore.';

export const restoreTool: Tool = {
  ...topic('restore'),
  notes: `What was there is kept: remove it once the restored service works. Run reports of the gateway against the restored
payments before you let clients in: docs/operations.md#after-a-restore. ${POSTGRES_PROGRAMS}`,
  commands: {
    '': command({
      takes: ['file'],
      does: 'Checks a backup against its checksum and restores it.',
      example: '/var/backups/billing-2027-01-01.backup --replace',
      options: { replace: { help: 'Replaces a database that has data.' } },
      database: 'unused',
      members: ['file', 'kept'],
      async run({ world, config }, [name = ''], { replace }) {
        const { databaseUrl, dataDir, readOnly } = withoutPooler(config);
        if (readOnly) throw new Failure('read_only');
        const file = resolve(name);
        const format = await checkBackup(file);
        const how = { replace: replace === true, now: world.clock.now() };
        const kept = await restored(file, format, { databaseUrl, dataDir }, how);
        const rest = kept === undefined ? '' : ` What was there is kept as ${kept}.`;
        return { text: `${file} is restored.${rest} ${NEXT}`, json: { file, kept: kept ?? null } };
      },
    }),
  },
};

const restored = async (
  file: string,
  format: Awaited<ReturnType<typeof checkBackup>>,
  { databaseUrl, dataDir }: Pick<Toolbox['config'], 'databaseUrl' | 'dataDir'>,
  how: Parameters<typeof restoreSqlite>[2],
): Promise<string | undefined> => {
  if ((format === 'postgres') !== (databaseUrl !== null)) {
    const wanted = format === 'postgres' ? 'set DATABASE_URL' : 'leave DATABASE_URL out';
    throw new OperatorTrouble(`${file} is a backup of the other engine: ${wanted} to restore it.`);
  }
  if (databaseUrl === null) {
    if (dataDir === ':memory:') throw new OperatorTrouble('DATA_DIR=:memory: keeps nothing: give a folder.');
    return restoreSqlite(file, fileOf({ dataDir }), how);
  }
  const database = await openDatabase({ databaseUrl, dataDir });
  try {
    return await restorePostgres({ database, databaseUrl, path: process.env.PATH }, file, how);
  } finally {
    await database.close();
  }
};

if (import.meta.main) await main(restoreTool);
