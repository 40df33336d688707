import type { World } from '@service/billing/ports/world.ts';
import { momentOfFigure, type SiteFigure } from '../adapters/storage/figures.ts';
import type { OpenStorage } from '../adapters/storage/storage.ts';
import type { Config } from '../config.ts';
import type { HealthCheck } from '../http/health-check.ts';
import type { QueueState, SystemDeps } from '../pages/console/pages/site/system.ts';
import { examined } from './doctor/finding.ts';
import { examineDisk } from './doctor/machine.ts';
import { examineBackup } from './doctor/sites.ts';
import { examineDatabase, examineSettings } from './doctor/stores.ts';

interface SystemParts {
  readonly config: Config;
  readonly world: World;
  readonly opened: OpenStorage;
  readonly version: string;
  readonly check: Pick<HealthCheck, 'finding'>;
}

/** Returns what the console shows of the service as a whole. Nothing outside is asked, and nothing is changed. */
export const consoleSystem = ({ config, world, opened, version, check }: SystemParts): SystemDeps['system'] => {
  const all = { config, world, opened };
  return async () => {
    const [health, migrations, processes, figures, disk, database, backup] = await Promise.all([
      check.finding(),
      opened.migrations(),
      opened.processSigns.all(),
      opened.figures(),
      examineDisk(config),
      examineDatabase(all),
      examined('backup', 'Read the log of the service.', async () => examineBackup(all, await opened.sites.all())),
    ]);
    return {
      version,
      commit: config.commit || null,
      node: process.version,
      serve: config.serve,
      database: config.databaseUrl === null ? 'SQLite' : 'PostgreSQL',
      migrations,
      troubles: {
        ...('reasons' in health ? health.reasons : {}),
        ...('reason' in health ? { storage: health.reason } : {}),
      },
      processes,
      queues: figures.flatMap(queueOf),
      parts: [...disk, ...database, examineSettings(config), ...backup],
    };
  };
};

const QUEUES: Partial<Readonly<Record<SiteFigure['figure'], QueueState['queue']>>> = {
  due_work: 'due_work',
  failed_work: 'failed_work',
  postponed_work: 'postponed_work',
  intents: 'intents',
  queued_mail: 'mail',
  webhooks: 'webhooks',
};

const queueOf = ({ site_id, figure, label, amount, oldest }: SiteFigure): readonly QueueState[] => {
  // Mail that is queued is counted with its age by a figure of its own.
  const queue = figure === 'mail' && label === 'failed' ? 'failed_mail' : QUEUES[figure];
  if (queue === undefined) return [];
  const since_ms = oldest === null ? null : momentOfFigure(oldest);
  return [{ site_id, queue, label: queue === 'failed_mail' ? '' : label, count: amount, since_ms }];
};
