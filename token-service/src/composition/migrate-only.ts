import pino from 'pino';
import { openStorage } from '../adapters/storage/storage.ts';
import type { Config } from '../config.ts';
import { standardOutput } from '../runtime/log.ts';
import type { ProcessEnvironment } from './process-environment.ts';

/**
 * Migrates the configured database, and closes it: the step of a deployment that runs before processes are replaced.
 * Throws `OperatorTrouble`.
 */
export const migrateOnly = async (
  config: Config,
  { world, logTo, database }: Pick<ProcessEnvironment, 'world' | 'logTo' | 'database'>,
): Promise<void> => {
  const log = pino({ level: config.logLevel, base: null }, logTo ?? standardOutput());
  const opened = await openStorage(config, world, database);
  await opened.close();
  log.info('the database is migrated');
};
