import { isLongKind } from '@service/billing/domain/due/kinds.ts';
import { dueKinds } from '@service/billing/engine/due/kinds.ts';
import { dueWork } from '@service/billing/engine/due/run-due-work.ts';
import type { ComposeMail } from '@service/billing/ports/mail.ts';
import pino from 'pino';
import { demoKeysRefused } from '../seed/demo.ts';
import { seedDemoSite } from '../seed/demo-site.ts';
import { knownSchema } from './adapters/storage/migrate.ts';
import { type OpenStorage, openStorage } from './adapters/storage/storage.ts';
import { openApiOrigin } from './composition/api-origin.ts';
import { openBrowserOrigin } from './composition/browser-origin.ts';
import { consoleOrigin } from './composition/console-address.ts';
import { NO_OPERATOR, openConsoleOrigin } from './composition/console-origin.ts';
import { certificatesPart } from './composition/health/certificates-part.ts';
import { lastToken } from './composition/last-token.ts';
import { readLibrary } from './composition/library.ts';
import { logSignals } from './composition/log-signals.ts';
import { openMeasured } from './composition/metrics/open-metrics.ts';
import { migrateOnly } from './composition/migrate-only.ts';
import { openCommon } from './composition/open-common.ts';
import { openEngine } from './composition/open-engine.ts';
import { composer, localOrigin, mailParts, openTransport } from './composition/open-mail.ts';
import { openOperators } from './composition/open-operators.ts';
import { openWorkers, readOnlyParts, type Workers, workParts } from './composition/open-workers.ts';
import type { ProcessEnvironment } from './composition/process-environment.ts';
import { openShared } from './composition/shared-state.ts';
import { openTracing, type Tracing } from './composition/tracing/open-tracing.ts';
import { unreadableSecrets } from './composition/unreadable-secrets.ts';
import { openWorkerOrigin } from './composition/worker-origin.ts';
import { type Config, exposedBy, readConfig } from './config.ts';
import { invoicePrinter } from './documents/invoice-pdf/invoice-printer.ts';
import type { HttpServer } from './http/listen.ts';
import { standardOutput } from './runtime/log.ts';
import { OperatorTrouble } from './runtime/operator-trouble.ts';
import { machineClock, movedClock, openWorld } from './runtime/world.ts';
import { waitForDueWork } from './worker/wait-for-due-work.ts';
import { workerSigns } from './worker/worker-signs.ts';

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

/** Milliseconds that a request that moves a clock waits for due work. */
const CLOCK_MOVE_MS = 20_000;
/** Milliseconds that requests under way may take when the process is asked to stop. */
const DRAIN_MS = 10_000;
/** Milliseconds for requests that arrive during the drain, which are rejected or query `/health`. */
const LAST_MS = 1_000;

/** Composes the service and starts its listeners. Throws `OperatorTrouble`. */
export const openService = async (config: Config, environment: ProcessEnvironment): Promise<OpenService> => {
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
  const closing: (() => Promise<void> | void)[] = [metrics.stop];
  const heard = { clock: world.clock, onSignals: logSignals(config, log) };
  const opened = await openStorage(config, heard, environment.database, metrics.database).catch((error) => {
    metrics.stop();
    throw error;
  });
  closing.unshift(() => opened.close());
  let leaving = false;
  let draining = false;
  let api: HttpServer | undefined;
  let browser: HttpServer | undefined;
  let console: HttpServer | undefined;
  let workers: Workers | undefined;
  let workerOrigin: HttpServer | undefined;
  const serves = (what: Config['serve']): boolean => config.serve === 'all' || config.serve === what;

  try {
    const exposure = exposedBy(config);
    if (exposure) {
      log.info(demoKeysRefused(exposure));
    } else if (!config.readOnly) {
      await seedDemoSite(opened, world);
    }
    const shared = await openShared({ databaseUrl, tokenStoreUrl, clock: world.clock, serverTime, redisTimeout, log });
    closing.unshift(shared.close);

    // Ports can be chosen when the origins start to listen.
    const originFor = (apiOrigin: string): string => {
      const { protocol, hostname } = new URL(apiOrigin);
      return config.browserUrl ?? `${protocol}//${hostname}:${browser?.port ?? config.browserPort}`;
    };
    const browserUrl = () => originFor(config.publicUrl ?? localOrigin(config));
    tracing = await openTracing({ config, version: library.version, log });
    closing.push(tracing.close);
    const engine = await openEngine({
      config,
      environment,
      opened,
      shared,
      log,
      measured: metrics,
      tracing,
      browserUrl,
    });
    const unreadable = await unreadableSecrets({ config, opened, random: shared.random, log });

    const transport = openTransport(config);
    closing.unshift(() => transport?.close());
    const signs = workerSigns({ records: opened.workerSigns, clock: world.clock, holder: world.ids.uuid() });
    const certificates = certificatesPart(config, world.clock);
    const watched = [
      ...mailParts({ config, sites: opened.sites, transport, clock: world.clock }),
      ...(serves('worker') ? workParts(() => workers) : []),
      ...unreadable,
      engine.slowGateways,
      ...readOnlyParts(config),
      ...certificates.parts,
    ];
    const common = openCommon({
      config,
      world,
      opened,
      shared,
      log,
      leaving: () => leaving,
      draining: () => draining,
      signs,
      databaseTime: async () => {
        const time = await opened.serverTime();
        return time === undefined ? undefined : (serverTime?.() ?? time);
      },
      parts: watched,
    });
    closing.unshift(common.close);
    const printer = invoicePrinter({
      log,
      turn: world.turn,
      logo: (site) => opened.sites.logo(site),
      picture: async (siteId, digest) => (await opened.storage.of(siteId).invoiceTemplates.picture(digest))?.bytes,
    });
    closing.unshift(printer.close);
    metrics.gauge({
      opened,
      signs,
      certificates: certificates.seen,
      printing: printer.load,
      tokens: async () => shared.aliveTokens((await opened.sites.all()).map(({ id }) => id)),
      draining: () => leaving,
      health: common.check,
      hasRedis: tokenStoreUrl !== null,
    });
    const compose: ComposeMail = (...letter) =>
      composer({
        printer,
        sites: opened.sites,
        origin: config.publicUrl ?? api?.url ?? localOrigin(config),
        consoleUrl: consoleOrigin(config),
        storage: opened.storage,
        turn: world.turn,
      })(...letter);
    const kinds = metrics.dueKinds(tracing.dueKinds(dueKinds(engine.deps)));
    const due = dueWork(
      engine.deps,
      kinds.filter(({ kind }) => !isLongKind(kind)),
    );
    const longDue = dueWork(
      engine.deps,
      kinds.filter(({ kind }) => isLongKind(kind)),
      { movesClock: false },
    );
    const runDueWork = waitForDueWork({ due, worker: () => workers?.worker, milliseconds: CLOCK_MOVE_MS });

    const tokens = exposure ? undefined : lastToken(world.clock);
    const parts = { config, engine, common, opened, library, tokens, tracing };
    if (serves('api')) {
      api = await openApiOrigin({ ...parts, shared, printer, metrics, compose, runDueWork, originFor });
    }
    closing.unshift(() => api?.close(LAST_MS));
    if (serves('browser')) browser = await openBrowserOrigin({ ...parts, metrics });
    closing.unshift(() => browser?.close(LAST_MS));
    if (serves('console')) {
      const operatorDeps = openOperators({
        config,
        opened,
        world,
        attempts: shared.attempts,
        fingerprint: engine.fingerprint,
        random: shared.random,
        origin: consoleOrigin(config),
        acceptsDemoKeys: exposure === undefined,
      });
      const opensByItself = exposure === undefined || config.consoleOpenId !== null;
      if (!opensByItself && !(await opened.operators.exists())) log.info(NO_OPERATOR);
      console = await openConsoleOrigin({
        config,
        engine,
        common,
        opened,
        metrics,
        tracing,
        printer,
        operatorDeps,
        accountPagesOrigin: () => config.publicUrl ?? api?.url ?? localOrigin(config),
        version: library.version,
      });
    }
    closing.unshift(() => console?.close(LAST_MS));
    closing.unshift(() => workerOrigin?.close(LAST_MS));
    // Before it begins to work: a port that is taken ends the process, and its first check finds it listening.
    if (config.serve === 'worker' && config.workerPort !== null) {
      workerOrigin = await openWorkerOrigin({ config, world, common, metrics, port: config.workerPort });
    }
    if (serves('worker') && !config.readOnly) {
      workers = await openWorkers({
        ...{ config, engine, opened, due, longDue, compose, transport, signs, log },
        measured: metrics,
        tracing,
      });
    }
    const addresses = { api: api?.url, browser: browser?.url, console: console?.url, worker: workerOrigin?.url };
    log.info(
      { serve: config.serve, ...(config.readOnly && { read_only: true }), ...addresses },
      'the service is ready',
    );

    return {
      api,
      browser,
      console,
      workerOrigin,
      worker: workers?.worker,
      mail: workers?.mail,
      webhooks: workers?.webhooks,
      opened,
      async close() {
        leaving = true;
        const stopped = workers?.close();
        const origins = [api, browser, console, workerOrigin].filter((origin) => origin !== undefined);
        if (config.drainSeconds > 0) {
          for (const origin of origins) origin.leave();
          await world.pause(config.drainSeconds * 1000);
          // A balancer sends elsewhere what finds no listener; a 503 it would hand to the client.
          await Promise.all([stopped, ...origins.map((origin) => origin.close(DRAIN_MS))]);
        } else {
          draining = true;
          await Promise.all([stopped, ...origins.map((origin) => origin.drain(DRAIN_MS))]);
        }
        for (const close of closing) await close();
      },
    };
  } catch (error) {
    for (const close of closing) await close();
    throw error;
  }
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
