import type { Millis, MonotonicClock } from '@service/billing/values/time.ts';
import { Gauge, type Registry } from 'prom-client';
import type { TableBytes } from '../../adapters/storage/table-bytes.ts';
import { inTime } from '../../runtime/in-time.ts';

interface Deps {
  readonly registry: Registry;
  readonly tableBytes: () => Promise<readonly TableBytes[]>;
  readonly clock: Pick<MonotonicClock, 'elapsed'>;
}

/** Milliseconds for which sizes are given again: they change slowly. */
const FRESH_FOR: Millis = 5 * 60_000;
const PATIENCE: Millis = 3_000;

/** Registers the space that tables take on the disk of the database. */
export const tableGauges = ({ registry, tableBytes, clock }: Deps): void => {
  let sizes: readonly TableBytes[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  new Gauge({
    name: 'billing_table_bytes',
    help: 'Space that a table takes on the disk, with its indexes.',
    labelNames: ['table'],
    registers: [registry],
    async collect() {
      if (clock.elapsed() >= readAt + FRESH_FOR) {
        readAt = clock.elapsed();
        // A database that does not answer is in /health; the other metrics are still read.
        sizes = await inTime(PATIENCE, tableBytes()).catch(() => {
          readAt = Number.NEGATIVE_INFINITY;
          return [];
        });
      }
      this.reset();
      for (const { table, bytes } of sizes) this.set({ table }, bytes);
    },
  });
};
