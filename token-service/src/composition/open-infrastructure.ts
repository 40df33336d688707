import pino, { type Logger } from 'pino';
import { demoKeysRefused } from '../../seed/demo.ts';
import { seedDemoSite } from '../../seed/demo-site.ts';
import { knownSchema } from '../adapters/storage/migrate.ts';
import { type OpenStorage, openStorage } from '../adapters/storage/storage.ts';
import type { Config } from '../config.ts';
import { standardOutput } from '../runtime/log.ts';
import { exposedBy } from '../runtime/settings/exposing-setting.ts';
import { type LoadedLibrary, readLibrary } from './library.ts';
import { logReplica } from './log-replica.ts';
import { logSignals } from './log-signals.ts';
import { type Measured, openMeasured } from './metrics/measured.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import { openShared, type SharedState } from './shared-state.ts';
import { openTracing, type Tracing } from './tracing/open-tracing.ts';

/** The functions that close what was opened, in the order in which they are called: that of opening, reversed. */
export type ShutdownSteps = (() => Promise<void> | void)[];

interface Infrastructure {
  readonly log: Logger;
  readonly library: LoadedLibrary;
  readonly metrics: Measured;
  readonly opened: OpenStorage;
  readonly shared: SharedState;
  readonly tracing: Tracing;
}

/** Opens what every part of the process uses: the log, metrics, storage with the demo site, shared state and traces. */
export const openInfrastructure = async (
  config: Config,
  environment: ProcessEnvironment,
  shutdown: ShutdownSteps,
): Promise<Infrastructure> => {
  const { world, serverTime, redisTimeout } = environment;
  const { databaseUrl, tokenStoreUrl } = config;
  let tracing: Tracing | undefined;
  const mixin = () => ({ ...tracing?.logFields() });
  const log = pino({ level: config.logLevel, base: null, mixin }, environment.logTo ?? standardOutput());
  const library = await readLibrary();
  const metrics = openMeasured({
    build: {
      version: library.version,
      commit: config.commit,
      serve: config.serve,
      schema: knownSchema(),
    },
    clock: world.clock,
    sites: { all: () => opened.sites.all() },
  });
  shutdown.unshift(metrics.stop);

  const heard = { clock: world.clock, onSignals: logSignals(config, log), onReplica: logReplica(log) };
  const opened = await openStorage(config, heard, environment.database, metrics.database);
  shutdown.unshift(() => opened.close());
  const exposure = exposedBy(config);
  if (exposure) log.info(demoKeysRefused(exposure));
  else if (!config.readOnly) await seedDemoSite(opened, world);

  const { readOnly } = config;
  const sharing = { databaseUrl, tokenStoreUrl, clock: world.clock, serverTime, redisTimeout, readOnly, log };
  const shared = await openShared(sharing);
  shutdown.unshift(shared.close);
  tracing = await openTracing({ config, version: library.version, log });
  // Last of all: what ends while the others are closed has spans too.
  shutdown.push(tracing.close);
  return { log, library, metrics, opened, shared, tracing };
};
