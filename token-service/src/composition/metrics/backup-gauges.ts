import type { Millis, Seconds, SystemClock } from '@service/billing/values/time.ts';
import { Gauge, type Registry } from 'prom-client';
import type { BackupRecords } from '../../adapters/storage/records/backups.ts';

interface Deps {
  readonly registry: Registry;
  readonly backups: Pick<BackupRecords, 'last'>;
  readonly clock: SystemClock;
}

/** Registers when the database was last backed up, and how long ago. Both are missing before the first backup. */
export const backupGauges = ({ registry, backups, clock }: Deps): void => {
  const gauge = (name: string, help: string, value: (takenAt: Millis) => Seconds): void => {
    new Gauge({
      name: `billing_${name}`,
      help,
      labelNames: [],
      registers: [registry],
      async collect() {
        this.remove();
        // A database that does not answer is in /health; the other metrics are still read.
        const takenAt = await backups.last().catch(() => undefined);
        if (takenAt !== undefined) this.set(value(takenAt));
      },
    });
  };
  gauge('last_backup_timestamp_seconds', 'When the last backup was complete, as a Unix time.', (at) => at / 1000);
  gauge('backup_age_seconds', 'Seconds since the last backup was complete.', (at) => (clock.now() - at) / 1000);
};
