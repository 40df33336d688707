import type { World } from '@service/billing/ports/world.ts';
import type { OpenStorage } from '../../adapters/storage/storage.ts';
import type { Config } from '../../config.ts';
import { examined, type Finding } from './finding.ts';
import { examineDisk, examineNames } from './machine.ts';
import { examineBackup, examineDueWork, examineGateways, examineKeys, examineMail, examineWebhooks } from './sites.ts';
import { examineDatabase, examineDirectAddress, examineRedis, examineReplica, examineSettings } from './stores.ts';

interface Deps {
  readonly config: Config;
  readonly world: World;
  /** Opens the database. Throws where it cannot be opened. */
  readonly open: () => Promise<OpenStorage>;
}

/** Examines everything that the service needs, and changes nothing but the end of an outage that it finds over. */
export const examineAll = async ({ config, world, open }: Deps): Promise<readonly Finding[]> => {
  const alone = [examineSettings(config), ...(await examineDisk(config)), ...(await examineNames(config))];
  let opened: OpenStorage | undefined;
  const database = await examined('database', 'Start the database, or correct DATA_DIR or DATABASE_URL.', async () => {
    opened = await open();
    return examineDatabase({ config, world, opened });
  });
  if (!opened) return [...alone, ...database];
  const all = { config, world, opened };
  try {
    const sites = await opened.sites.all();
    const advice = 'Read the log of the service, and see npm run due -- list';
    const groups = await Promise.all([
      examineDirectAddress(config),
      examineReplica(config),
      examineRedis(all),
      examineMail(all, sites),
      examineGateways(all, sites),
      examined('webhook', advice, () => examineWebhooks(all)),
      examined('keys', advice, () => examineKeys(all)),
      examined('due work', advice, () => examineDueWork(all, sites)),
      examined('backup', advice, () => examineBackup(all, sites)),
    ]);
    return [...alone, ...database, ...groups.flat()];
  } finally {
    await opened.close();
  }
};
