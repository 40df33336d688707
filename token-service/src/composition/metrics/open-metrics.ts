import type { DueKind } from '@service/billing/engine/due/kinds/kind.ts';
import type { Gateways } from '@service/billing/ports/gateway.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { Clock } from '@service/billing/values/time.ts';
import type { SiteFigure } from '../../adapters/storage/figures.ts';
import type { BackupRecords } from '../../adapters/storage/records/backups.ts';
import { type Build, type Metrics, openMetrics } from '../../http/metrics/metrics.ts';
import { requestMetrics } from '../../http/metrics/request-metrics.ts';
import type { Step } from '../../http/request.ts';
import { backupGauges } from './backup-gauges.ts';
import { countedEvents } from './counted-events.ts';
import { measuredDueKinds } from './measured-due-kinds.ts';
import { measuredGateways } from './measured-gateways.ts';
import { queueGauges } from './queue-gauges.ts';
import { siteLabels } from './site-label.ts';

interface Deps {
  readonly build: Build;
  readonly clock: Clock;
  readonly sites: Pick<SiteRecords, 'all'>;
  readonly backups: Pick<BackupRecords, 'last'>;
  readonly figures: () => Promise<readonly SiteFigure[]>;
}

/** The metrics of this process, as decorators of its parts, which know nothing of them. */
export interface Measured extends Metrics {
  /** Returns the step that measures the requests of an origin. */
  readonly requests: (origin: string) => Step;
  readonly gateways: (gateways: Gateways) => Gateways;
  readonly storage: (storage: Storage) => Storage;
  readonly dueKinds: (kinds: readonly DueKind[]) => readonly DueKind[];
}

/** Opens the metrics of this process, and those of the database, which every process shows. */
export const openMeasured = ({ build, clock, sites, backups, figures }: Deps): Measured => {
  const metrics = openMetrics(build);
  const { registry } = metrics;
  const siteLabel = siteLabels(sites);
  queueGauges({ registry, figures, clock, siteLabel });
  backupGauges({ registry, backups, clock });
  return {
    ...metrics,
    requests: requestMetrics(registry, clock),
    gateways: (gateways) => measuredGateways(gateways, { registry, clock, siteLabel: siteLabel.of }),
    storage: (storage) => countedEvents(storage, { registry, siteLabel: siteLabel.ofId }),
    dueKinds: (kinds) => measuredDueKinds(kinds, { registry, clock }),
  };
};
