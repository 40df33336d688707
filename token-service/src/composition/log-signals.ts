import type { Logger } from 'pino';
import type { OnSignals } from '../adapters/storage/wake-signal.ts';
import type { Config } from '../config.ts';

/** Returns a callback that logs when signals of other processes cannot be received, and when they are again. */
export const logSignals =
  ({ databaseDirectUrl }: Pick<Config, 'databaseDirectUrl'>, log: Pick<Logger, 'warn' | 'info'>): OnSignals =>
  (trouble) => {
    const setting = databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
    if (trouble) log.warn({ setting, ...trouble }, 'signals cannot be received: due work is found by polling alone');
    else log.info({ setting }, 'signals are received again');
  };
