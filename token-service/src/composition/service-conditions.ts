import type { AlertKind, SeenConditions } from '@service/billing/domain/alerts/alert.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { idsFrom } from '@service/billing/values/ids.ts';
import { examined, type Finding } from './doctor/finding.ts';
import { examineDisk } from './doctor/machine.ts';
import { BACKUP_OLD_HOURS, examineBackup } from './doctor/sites.ts';
import type { Examined } from './doctor/stores.ts';

const NOTHING: SeenConditions = new Map();

/**
 * Returns what is wrong with the backup and the disk, as `billing doctor` finds it, for the production site that was
 * opened first; nothing for the others, whose operators would be told the same. A site that was opened just now has
 * time for its first backup.
 */
export const serviceConditions =
  (all: Examined) =>
  async ({ id }: Pick<Site, 'id'>): Promise<SeenConditions> => {
    const sites = await all.opened.sites.all();
    const production = sites.filter(({ mode }) => mode === 'production').map((site) => site.id);
    if (id !== production.sort()[0]) return NOTHING;
    const isNew = id > idsFrom(all.world.clock.now() - BACKUP_OLD_HOURS * 3_600_000);
    const [backup, disk] = await Promise.all([
      isNew ? [] : examined('backup', '', () => examineBackup(all, sites)),
      examineDisk(all.config),
    ]);
    return new Map([...seen('backup_old', backup), ...seen('disk_nearly_full', disk)]);
  };

const seen = (kind: AlertKind, findings: readonly Finding[]): readonly (readonly [AlertKind, string])[] =>
  findings.filter(({ status }) => status !== 'ok').map(({ finding }) => [kind, finding]);
