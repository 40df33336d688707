import { intentKinds } from '@service/billing/engine/due/intent-kinds.ts';
import { intentRegistry } from '@service/billing/engine/intents/registry.ts';
import { watchGateways } from '@service/billing/engine/intents/watch-gateways.ts';
import { withEvents } from '@service/billing/engine/recording/events/with-events.ts';
import { alertCardTesting } from '@service/billing/usecases/alerts/alert-card-testing.ts';
import type { Logger } from 'pino';
import { withoutDemoKeys } from '../../seed/demo.ts';
import { openAttempts } from '../adapters/attempts/attempts.ts';
import { spareGateways } from '../adapters/gateway/spared-gateways.ts';
import type { OpenStorage } from '../adapters/storage/storage.ts';
import { openTaxRates } from '../adapters/tax/rates-file.ts';
import { tableTaxProvider } from '../adapters/tax/table-provider.ts';
import { aesGcm, tokenKey } from '../adapters/vault/cipher.ts';
import { openVault } from '../adapters/vault/vault.ts';
import type { Config } from '../config.ts';
import { reportFiles } from '../documents/csv/report-files.ts';
import { fingerprints } from '../runtime/fingerprint.ts';
import { exposedBy } from '../runtime/settings/exposing-setting.ts';
import { logReplica } from './log-replica.ts';
import type { Measured } from './metrics/measured.ts';
import { exportedFiles, exportTarget, openExporter } from './open-exporter.ts';
import { openSiteGateways } from './open-gateways.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import { readOnlyGateways } from './read-only-gateways.ts';
import type { SharedState } from './shared-state.ts';
import type { Tracing } from './tracing/open-tracing.ts';

interface EngineParts {
  readonly config: Config;
  readonly environment: ProcessEnvironment;
  readonly opened: OpenStorage;
  readonly shared: SharedState;
  readonly log: Logger;
  readonly measured: Pick<
    Measured,
    'alerts' | 'attempts' | 'gateways' | 'intentKinds' | 'sparing' | 'storage' | 'vault'
  >;
  readonly tracing: Pick<Tracing, 'gateways' | 'storage' | 'traceparent'>;
  /** The browser origin as customers reach it. */
  readonly browserUrl: () => string;
}

/**
 * Composes what use cases depend on: records that append events, the vault, gateways, attempt limits and taxes. Throws
 * `OperatorTrouble` when the processes that share tokens have another key.
 */
export const openEngine = async ({
  config,
  environment,
  opened,
  shared,
  log,
  measured,
  tracing,
  browserUrl,
}: EngineParts) => {
  const { world } = environment;
  const { random } = shared;
  const key = config.tokenStoreKey ?? tokenKey(random);
  const fingerprint = fingerprints(key);
  const [first] = (await opened.sites.all()).map(({ id }) => id).sort();
  if (first !== undefined) await shared.agreeOnKey(first, fingerprint);
  const vault = measured.vault(
    openVault({
      store: shared.tokens,
      cipher: aesGcm(key, random),
      random,
      fingerprint,
      clock: world.clock,
    }),
  );
  const alert = alertCardTesting({ storage: measured.alerts(opened.storage), world, log });
  const attempts = measured.attempts(openAttempts({ store: shared.attempts, fingerprint, ids: world.ids, alert }));

  const opening = openSiteGateways({
    tracing,
    config,
    opened,
    world,
    vault,
    random,
    log,
    browserUrl,
    ...(environment.gatewayLatency ? { latency: environment.gatewayLatency } : {}),
  });

  const gateways = config.readOnly ? readOnlyGateways(opening) : opening;
  const spared = spareGateways(measured.gateways(tracing.gateways(gateways)), {
    clock: world.clock,
    onChange({ site, account }, isSpared) {
      measured.sparing.onChange({ site, account }, isSpared);
      if (isSpared) log.warn({ site, gateway: account }, 'a gateway does not answer: it is asked every half minute');
      else log.info({ site, gateway: account }, 'a gateway answers again');
    },
    onSlow({ site, account }, isSlow) {
      if (isSlow) log.warn({ site, gateway: account }, 'a gateway answers slowly');
      else log.info({ site, gateway: account }, 'a gateway answers in time again');
    },
  });
  const paying = {
    storage: withEvents(
      measured.storage(tracing.storage(environment.watchStorage?.(opened.storage) ?? opened.storage)),
      world,
    ),
    gateways: watchGateways(spared.gateways, { storage: opened.storage, world }),
    world,
  };
  const target = await exportTarget(config);
  const ending = new AbortController();
  const deps = {
    ...paying,
    intents: intentRegistry(paying, measured.intentKinds(intentKinds(paying))),
    sites: exposedBy(config) ? withoutDemoKeys(opened.sites) : opened.sites,
    administration: opened.administration,
    vault,
    attempts,
    reportFiles,
    exporter: openExporter(config, target, { signal: ending.signal, onReplica: logReplica(log) }),
    isEnding: () => ending.signal.aborted,
    exported: exportedFiles(target),
    tax: tableTaxProvider(await openTaxRates(config.taxRatesFile)),
  };
  /** Stops the export and the report that are being made: the next process makes them again. */
  const stopLongWork = (): void => ending.abort(new Error('The process ends.'));
  return { deps, alert, fingerprint, stopLongWork, slowGateways: spared.slow };
};

export type Engine = Awaited<ReturnType<typeof openEngine>>;
