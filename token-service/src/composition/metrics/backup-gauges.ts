import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Millis, SystemClock } from '@service/billing/values/time.ts';
import { Gauge, type Registry } from 'prom-client';
import { momentOfFigure } from '../../adapters/storage/figures.ts';
import type { BackupRecords } from '../../adapters/storage/records/backups.ts';

interface Deps {
  readonly registry: Registry;
  readonly backups: Pick<BackupRecords, 'last'>;
  readonly sites: Pick<SiteRecords, 'all'>;
  readonly clock: SystemClock;
}

/**
 * Registers how long ago the database was last backed up; before the first backup, how long the oldest production site
 * has been without one. Only one of them is shown.
 */
export const backupGauges = ({ registry, backups, sites, clock }: Deps): void => {
  const unsavedSince = async (): Promise<Millis | undefined> => {
    if ((await backups.last()) !== undefined) return undefined;
    const [oldest] = (await sites.all())
      .filter(({ mode }) => mode === 'production')
      .map(({ id }) => momentOfFigure(id))
      .sort((one, other) => one - other);
    return oldest;
  };
  const age = (name: string, help: string, since: () => Promise<Millis | undefined>): void => {
    new Gauge({
      name: `billing_${name}`,
      help,
      labelNames: [],
      registers: [registry],
      async collect() {
        this.remove();
        // A database that does not answer is in /health; the other metrics are still read.
        const moment = await since().catch(() => undefined);
        if (moment !== undefined) this.set((clock.now() - moment) / 1000);
      },
    });
  };
  age('backup_age_seconds', 'Seconds since the last backup was complete.', backups.last);
  age(
    'backup_missing_seconds',
    'Seconds since the first production site was opened, while there has never been a backup.',
    unsavedSince,
  );
};
