import type { Logger } from 'pino';
import type { OnReplica } from '../adapters/storage/pin-reads.ts';

const setting = 'DATABASE_READ_URL';

/** Returns a callback that logs when reports and files cannot be read from the replica, and when they are again. */
export const logReplica =
  (log: Pick<Logger, 'warn' | 'info'>): OnReplica =>
  (trouble) => {
    if (trouble)
      log.warn({ setting, ...trouble }, 'the replica is not used: reports and files are read from DATABASE_URL');
    else log.info({ setting }, 'reports and files are read from the replica again');
  };
