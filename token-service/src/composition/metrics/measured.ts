import type { DueKind } from '@service/billing/engine/due/kinds/kind.ts';
import type { Attempts } from '@service/billing/ports/attempts.ts';
import type { Gateways } from '@service/billing/ports/gateway.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { Clock } from '@service/billing/values/time.ts';
import type { SparedCalls } from '../../adapters/gateway/spared-gateways.ts';
import type { Database } from '../../adapters/storage/database.ts';
import type { OpenStorage } from '../../adapters/storage/storage.ts';
import type { TokenVault } from '../../adapters/vault/vault.ts';
import { type Build, type Metrics, openMetrics } from '../../http/metrics/metrics.ts';
import { requestMetrics } from '../../http/metrics/request-metrics.ts';
import type { Step } from '../../http/request.ts';
import type { ConsoleAccess } from '../../pages/console/sign-in/access.ts';
import type { ProcessSigns } from '../../runtime/process-signs.ts';
import type { SenderDeps } from '../../worker/webhooks/sender.ts';
import type { SeenCertificates } from '../health/certificates-part.ts';
import { backupGauges } from './backup-gauges.ts';
import { certificateGauges } from './certificate-gauges.ts';
import { countedAlerts, countedAttempts } from './counted-card-testing.ts';
import { countedChallenges } from './counted-challenges.ts';
import { type CountedLeases, countedLeases } from './counted-leases.ts';
import { countedRecords } from './counted-records.ts';
import { countedSignIns } from './counted-sign-ins.ts';
import { countedTokens } from './counted-tokens.ts';
import { measuredDatabase } from './measured-database.ts';
import { countedMail, measuredWebhooks } from './measured-deliveries.ts';
import { measuredDueKinds } from './measured-due-kinds.ts';
import { measuredGateways } from './measured-gateways.ts';
import { measuredSparing } from './measured-sparing.ts';
import { queueGauges } from './queue-gauges.ts';
import { siteLabels } from './site-label.ts';
import { type Stores, storeGauges } from './store-gauges.ts';
import { tableGauges } from './table-gauges.ts';

interface Deps {
  readonly build: Build;
  readonly clock: Clock;
  readonly sites: Pick<SiteRecords, 'all'>;
}

/** The parts from which the gauges of a scrape are read. */
interface Gauged extends Omit<Stores, 'registry' | 'pool'> {
  readonly opened: Pick<OpenStorage, 'backups' | 'figures' | 'ledgerCheck' | 'pool' | 'tableBytes'>;
  readonly certificates: SeenCertificates;
  readonly signs: Pick<ProcessSigns, 'workers'>;
}

/** The metrics of this process, as decorators of its parts, which know nothing of them. */
export interface Measured extends Metrics {
  /** Returns the step that measures the requests of an origin. */
  readonly requests: (origin: string) => Step;
  readonly gateways: (gateways: Gateways) => Gateways;
  /** Called when a gateway that does not answer is spared, and when it answers again. */
  readonly sparing: SparedCalls;
  readonly vault: (vault: TokenVault) => TokenVault;
  readonly attempts: (attempts: Attempts) => Attempts;
  /** Returns the same storage, which counts the alerts that it queues. */
  readonly alerts: (storage: Storage) => Storage;
  readonly database: (database: Database) => Database;
  readonly storage: (storage: Storage) => Storage;
  /** Returns the same rules, which count the intents that are ended after their lease. */
  readonly intentKinds: CountedLeases['intentKinds'];
  /** Returns the same keys, which count those that are taken over from a process that died. */
  readonly keys: CountedLeases['keys'];
  /** Returns the same access, which counts sign-ins at the console. */
  readonly access: (access: ConsoleAccess) => ConsoleAccess;
  readonly dueKinds: (kinds: readonly DueKind[]) => readonly DueKind[];
  /** Returns the same storage, which counts the mail that leaves it. */
  readonly mail: (storage: Storage) => Storage;
  readonly webhooks: (record: SenderDeps['record']) => SenderDeps['record'];
  /** Shows the gauges of this process and of its database from now on. */
  readonly gauge: (of: Gauged) => void;
}

/** Opens the metrics of this process. */
export const openMeasured = ({ build, clock, sites }: Deps): Measured => {
  const metrics = openMetrics(build);
  const { registry } = metrics;
  const siteLabel = siteLabels(sites);
  const leases = countedLeases(registry, siteLabel.ofId);
  const challenges = countedChallenges(registry, siteLabel.ofId);
  return {
    ...metrics,
    requests: requestMetrics(registry, clock),
    gateways: (gateways) => measuredGateways(gateways, { registry, clock, siteLabel: siteLabel.of }),
    sparing: measuredSparing(registry, siteLabel.of),
    vault: countedTokens(registry),
    attempts: countedAttempts(registry),
    alerts: countedAlerts(registry, siteLabel.ofId),
    database: measuredDatabase(registry, clock),
    storage: (storage) => leases.storage(challenges(countedRecords(storage, { registry, siteLabel: siteLabel.ofId }))),
    intentKinds: leases.intentKinds,
    keys: leases.keys,
    access: countedSignIns(registry),
    dueKinds: (kinds) => measuredDueKinds(kinds, { registry, clock }),
    mail: countedMail(registry),
    webhooks: measuredWebhooks(registry, siteLabel.of),
    gauge({ opened, signs, certificates, ...stores }) {
      const { backups, figures, ledgerCheck: ledger, pool, tableBytes } = opened;
      queueGauges({ registry, figures, ledger, workers: signs.workers, clock, siteLabel });
      storeGauges({ registry, pool, ...stores });
      backupGauges({ registry, backups, sites, clock });
      tableGauges({ registry, tableBytes, clock });
      certificateGauges({ registry, certificates, clock });
    },
  };
};
