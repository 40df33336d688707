import type { SystemClock } from '@service/billing/values/time.ts';
import { Gauge, type Registry } from 'prom-client';
import type { BackupRecords } from '../../adapters/storage/records/backups.ts';

interface Deps {
  readonly registry: Registry;
  readonly backups: Pick<BackupRecords, 'last'>;
  readonly clock: SystemClock;
}

/** Registers how long ago the database was last backed up; missing before the first backup. */
export const backupGauges = ({ registry, backups, clock }: Deps): void => {
  new Gauge({
    name: 'billing_backup_age_seconds',
    help: 'Seconds since the last backup was complete.',
    labelNames: [],
    registers: [registry],
    async collect() {
      this.remove();
      // A database that does not answer is in /health; the other metrics are still read.
      const takenAt = await backups.last().catch(() => undefined);
      if (takenAt !== undefined) this.set((clock.now() - takenAt) / 1000);
    },
  });
};
