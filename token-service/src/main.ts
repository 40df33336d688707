import { hostname } from 'node:os';
import type { OpenStorage } from './adapters/storage/storage.ts';
import { openApiOrigin } from './composition/api-origin.ts';
import { openBrowserOrigin } from './composition/browser-origin.ts';
import { consoleOrigin } from './composition/console-address.ts';
import { openConsoleOrigin } from './composition/console-origin.ts';
import { lastToken } from './composition/last-token.ts';
import { migrateOnly } from './composition/migrate-only.ts';
import { openCommon } from './composition/open-common.ts';
import { openDueWork } from './composition/open-due-work.ts';
import { openEngine } from './composition/open-engine.ts';
import { openInfrastructure, type ShutdownSteps } from './composition/open-infrastructure.ts';
import { composer, openTransport } from './composition/open-mail.ts';
import { openPrinter } from './composition/open-printer.ts';
import { openWorkers, type Workers } from './composition/open-workers.ts';
import { closeOrigins, type Origins, originAddresses } from './composition/origins.ts';
import type { ProcessEnvironment } from './composition/process-environment.ts';
import { unreadableSecrets } from './composition/unreadable-secrets.ts';
import { openWorkerOrigin } from './composition/worker-origin.ts';
import { type Config, readConfig } from './config.ts';
import type { HttpServer } from './http/listen.ts';
import { OperatorTrouble } from './runtime/operator-trouble.ts';
import { processSigns } from './runtime/process-signs.ts';
import { releaseVersion } from './runtime/release-version.ts';
import { exposedBy } from './runtime/settings/exposing-setting.ts';
import { serves } from './runtime/settings/process-part.ts';
import { machineClock, movedClock, openWorld } from './runtime/world.ts';

export interface OpenService {
  /** Undefined where another process serves that origin (`SERVE`). */
  readonly api: HttpServer | undefined;
  readonly browser: HttpServer | undefined;
  readonly console: HttpServer | undefined;
  /** `/health` and `/metrics` of a worker alone; undefined without `WORKER_PORT`. */
  readonly workerOrigin: HttpServer | undefined;
  /** Undefined where other processes run due work. */
  readonly worker: Workers['worker'] | undefined;
  /** Sends mail; undefined where other processes do. */
  readonly mail: Workers['mail'] | undefined;
  /** Undefined where other processes send webhooks. */
  readonly webhooks: Workers['webhooks'] | undefined;
  readonly opened: OpenStorage;
  /**
   * Answers 503 at `/health` and goes on serving for `DRAIN_SECONDS`, so that balancers turn to other processes; then
   * waits for the requests under way, stops listening and closes what was opened.
   */
  close(): Promise<void>;
}

/** Milliseconds that requests under way may take when the process is asked to stop. */
const DRAIN_MS = 10_000;
/** Milliseconds for which idle connections are still served once none is taken: a proxy may just be using one. */
const IDLE_MS = 3_000;
/** Milliseconds for requests that arrive during the drain, which are rejected or query `/health`. */
const LAST_MS = 1_000;

/** Composes the service and starts its listeners. Throws `OperatorTrouble`. */
export const openService = async (config: Config, environment: ProcessEnvironment): Promise<OpenService> => {
  const { world } = environment;
  const shutdown: ShutdownSteps = [];
  // Origins and workers open last; what opens before them reads these when it is asked.
  const origins: Origins = {};
  let workers: Workers | undefined;
  let leaving = false;
  let draining = false;

  try {
    const infrastructure = await openInfrastructure(config, environment, shutdown);
    const { log, metrics, opened, shared, tracing } = infrastructure;
    const addresses = originAddresses(config, origins);
    const engine = await openEngine({
      ...{ config, environment, opened, shared, log, tracing },
      measured: metrics,
      browserUrl: addresses.browser,
    });
    const unreadable = await unreadableSecrets({ config, opened, random: shared.random, log });

    const transport = openTransport(config);
    shutdown.unshift(() => transport?.close());
    const printer = openPrinter({ opened, world, log });
    shutdown.unshift(printer.close);
    const own = {
      ...{ holder: world.ids.uuid(), serves: config.serve, version: releaseVersion() },
      ...{ host: hostname(), pid: process.pid },
    };
    const signs = processSigns({ records: opened.processSigns, clock: world.clock, own });
    shutdown.unshift(signs.stop);
    const common = openCommon({
      ...{ config, environment, opened, shared, log, metrics, engine, unreadable, transport, signs },
      printing: printer.load,
      workers: () => workers,
      leaving: () => leaving,
      draining: () => draining,
    });
    shutdown.unshift(common.close);

    const compose = composer({
      ...{ printer, sites: opened.sites, storage: opened.storage, turn: world.turn },
      origin: addresses.api,
      consoleUrl: consoleOrigin(config),
    });
    const { due, longDue, runDueWork } = openDueWork({ engine, metrics, tracing, worker: () => workers?.worker });

    shutdown.unshift(() => closeOrigins(origins, LAST_MS));
    const parts = {
      ...{ ...infrastructure, config, world, engine, common, printer, compose, runDueWork },
      tokens: exposedBy(config) ? undefined : lastToken(world.clock),
      originFor: addresses.browserFor,
      accountPagesOrigin: addresses.api,
    };
    if (serves(config, 'api')) origins.api = await openApiOrigin(parts);
    if (serves(config, 'browser')) origins.browser = await openBrowserOrigin(parts);
    if (serves(config, 'console')) origins.console = await openConsoleOrigin(parts);
    if (config.serve === 'worker' && config.workerPort !== null) {
      origins.worker = await openWorkerOrigin({ ...parts, port: config.workerPort });
    }

    // After the origins listen: a port that is taken ends the process, and its first check finds it listening.
    if (!config.readOnly) await signs.start();
    if (serves(config, 'worker') && !config.readOnly) {
      workers = await openWorkers({
        ...{ config, engine, opened, due, longDue, compose, transport, log, tracing },
        troubles: common.troubles,
        silentWorkers: common.silentWorkers,
        measured: metrics,
      });
    }
    const { api, browser, console, worker: workerOrigin } = origins;
    const urls = { api: api?.url, browser: browser?.url, console: console?.url, worker: workerOrigin?.url };
    log.info({ serve: config.serve, ...(config.readOnly && { read_only: true }), ...urls }, 'the service is ready');

    return {
      ...{ api, browser, console, workerOrigin, opened },
      worker: workers?.worker,
      mail: workers?.mail,
      webhooks: workers?.webhooks,
      async close() {
        leaving = true;
        const stopped = workers?.close();
        const listening = [api, browser, console, workerOrigin].filter((origin) => origin !== undefined);
        if (config.drainSeconds > 0) {
          for (const origin of listening) origin.leave();
          await world.pause(config.drainSeconds * 1000);
          // A balancer sends elsewhere what finds no listener; a 503 it would hand to the client.
          await Promise.all([stopped, ...listening.map((origin) => origin.close(DRAIN_MS, IDLE_MS))]);
        } else {
          draining = true;
          await Promise.all([stopped, ...listening.map((origin) => origin.drain(DRAIN_MS))]);
        }
        await closeAll(shutdown);
      },
    };
  } catch (error) {
    await closeAll(shutdown);
    throw error;
  }
};

const closeAll = async (shutdown: ShutdownSteps): Promise<void> => {
  for (const close of shutdown) await close();
};

/**
 * Runs until it is asked to stop. An error that an operator can fix ends it with a one-line message that explains the
 * fix.
 */
const run = async (environment: NodeJS.ProcessEnv): Promise<void> => {
  const config = readConfig(environment);
  const moved = config.clockFile ? movedClock(config.clockFile) : undefined;
  const world = openWorld(moved ?? machineClock);
  if (config.serve === 'migrate') return migrateOnly(config, { world });
  const service = await openService(config, { world, ...(moved ? { serverTime: moved.shared } : {}) });

  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      service.close().then(() => process.exit(0));
    });
  }
};

/** Runs the service as this process, with the settings of an environment, until it is asked to stop. */
export const runProcess = async (environment: NodeJS.ProcessEnv): Promise<void> => {
  await run(environment).catch((error: unknown) => {
    process.stderr.write(`${error instanceof OperatorTrouble ? error.message : ((error as Error).stack ?? error)}\n`);
    process.exit(1);
  });
};

if (import.meta.main) await runProcess(process.env);
