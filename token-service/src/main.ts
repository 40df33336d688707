import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { dueKinds } from '@service/billing/engine/due/kinds.ts';
import { dueWork } from '@service/billing/engine/due/run-due-work.ts';
import { withEvents } from '@service/billing/engine/events/with-events.ts';
import type { ComposeMail } from '@service/billing/ports/mail.ts';
import type { World } from '@service/billing/ports/world.ts';
import { alertCardTesting } from '@service/billing/usecases/alerts/alert-card-testing.ts';
import { finishChallenge } from '@service/billing/usecases/payment-actions/finish-challenge.ts';
import { readPaymentAction } from '@service/billing/usecases/payment-actions/read-payment-action.ts';
import { startChallenge } from '@service/billing/usecases/payment-actions/start-challenge.ts';
import pino, { type DestinationStream } from 'pino';
import { seedCatalogue } from '../seed/catalogue.ts';
import { DEMO_KEYS, demoKeysRefused, seedDemo, withoutDemoKeys } from '../seed/demo.ts';
import { seedDiscounts } from '../seed/discounts.ts';
import { accountPages } from './account-pages/account-pages.ts';
import { openAttempts } from './attempts/attempts.ts';
import { browserOrigin } from './browser-api/app.ts';
import { bankDirectory, openBankFile } from './browser-api/bank-directory.ts';
import { requireReadableEndpoints } from './composition/readable-endpoints.ts';
import { requireReadableAccounts } from './composition/readable-gateway-accounts.ts';
import { openShared } from './composition/shared-state.ts';
import { type Config, exposedBy, readConfig } from './config.ts';
import { digest } from './digest.ts';
import { fingerprints } from './fingerprint.ts';
import { readDocuments } from './frames/documents.ts';
import { releaseOf } from './frames/release.ts';
import { openAdapters } from './gateway/adapters.ts';
import { openGateways, sharedGateways } from './gateway/gateways.ts';
import { siteGateways } from './gateway/site-gateways.ts';
import { testCardNumber } from './gateway/test-cards.ts';
import { testBank } from './gateway/test-challenges.ts';
import type { TestGatewayDeps } from './gateway/test-gateway.ts';
import { testResults } from './gateway/test-results.ts';
import { testWallet } from './gateway/test-wallet.ts';
import { gatewayNotifications } from './gateway-notifications/gateway-notifications.ts';
import { health } from './health.ts';
import { anonymousLimits } from './limits/anonymous.ts';
import { memoryLimiter } from './limits/memory-limiter.ts';
import { noLimits } from './limits/rate-limiter.ts';
import { type HttpServer, listen } from './listen.ts';
import { standardOutput } from './log.ts';
import { loggedAddress } from './logged-address.ts';
import { openMetrics } from './metrics/metrics.ts';
import { metricsPage } from './metrics/metrics-page.ts';
import type { Sender } from './notify/webhooks/sender.ts';
import { OperatorTrouble } from './operator-trouble.ts';
import type { ServerTime } from './redis.ts';
import type { Database } from './storage/database.ts';
import { type OpenStorage, openStorage } from './storage/storage.ts';
import { openTaxRates } from './tax/rates-file.ts';
import { tableTaxProvider } from './tax/table-provider.ts';
import { aesGcm, tokenKey } from './vault/cipher.ts';
import { credentialCipher } from './vault/credential-cipher.ts';
import { endpointCipher } from './vault/endpoint-cipher.ts';
import { openVault } from './vault/vault.ts';
import { composer, localOrigin, MAIL_LINES, openMail } from './worker/open-mail.ts';
import { openWebhooks } from './worker/open-webhooks.ts';
import { waitForDueWork } from './worker/wait-for-due-work.ts';
import { openWorker, type Worker } from './worker/worker.ts';
import { machineClock, movedClock, openWorld } from './world.ts';
import { WRITE_TIMEOUT, writeTimeout } from './write-timeout.ts';
import { xmlApi } from './xml-api/app.ts';
import { endpoints, lists } from './xml-api/endpoints.ts';
import { KEPT_FOR, LEASE } from './xml-api/idempotency.ts';
import { invoicePrinter } from './xml-api/pdf/invoice-printer.ts';
import { calendar } from './xml-api/versions/calendar.ts';

/** The environment of the process, and the replacements for tests. */
export interface Surroundings {
  readonly world: World;
  readonly logTo?: DestinationStream;
  readonly gatewayLatency?: TestGatewayDeps['latency'];
  /** Replaces the configured database. */
  readonly database?: Database;
  /** Replaces the time of the Redis server. */
  readonly serverTime?: ServerTime;
}

export interface OpenService {
  /** Undefined where another process serves that origin (`SERVE`). */
  readonly api: HttpServer | undefined;
  readonly browser: HttpServer | undefined;
  /** Undefined where other processes run due work. */
  readonly worker: Worker | undefined;
  /** Sends mail; undefined where other processes do. */
  readonly mail: Worker | undefined;
  /** Undefined where other processes send webhooks. */
  readonly webhooks: Sender | undefined;
  readonly opened: OpenStorage;
  /** Waits for the requests under way while `/health` answers 503, then stops listening and closes what was opened. */
  close(): Promise<void>;
}

/** The files for browsers that `npm run build` produced. */
const BUILT = {
  sdk: fileURLToPath(new URL('../../sdk/dist', import.meta.url)),
  hostedFields: fileURLToPath(new URL('../../hosted-fields/dist', import.meta.url)),
  manifest: fileURLToPath(new URL('../../sdk/package.json', import.meta.url)),
};

/** How long a request that moves a clock waits for due work, in milliseconds. */
const JOURNEY_MS = 20_000;
/** Milliseconds that requests under way may take when the process is asked to stop. */
const DRAIN_MS = 10_000;
/** Milliseconds for requests that arrive during the drain, which are rejected or query `/health`. */
const LAST_MS = 1_000;

/** Composes the service and starts its listeners. Throws `OperatorTrouble`. */
export const openService = async (config: Config, surroundings: Surroundings): Promise<OpenService> => {
  const { world } = surroundings;
  const log = pino({ level: config.logLevel, base: null }, surroundings.logTo ?? standardOutput());
  const opened = await openStorage(config, world, surroundings.database);
  const closing: (() => Promise<void> | void)[] = [() => opened.close()];
  let draining = false;

  try {
    const exposure = exposedBy(config);
    if (exposure) {
      log.info(demoKeysRefused(exposure));
    } else {
      await seedDemo(opened.administration, world);
      await seedCatalogue({ ...opened, world });
      await seedDiscounts({ ...opened, world });
    }
    const shared = await openShared({
      databaseUrl: config.databaseUrl,
      tokenStoreUrl: config.tokenStoreUrl,
      clock: world.clock,
      serverTime: surroundings.serverTime,
      log,
    });
    closing.unshift(shared.close);

    const key = config.tokenStoreKey ?? tokenKey(shared.random);
    const fingerprint = fingerprints(key);
    const vault = openVault({
      store: shared.tokens,
      cipher: aesGcm(key, shared.random),
      random: shared.random,
      fingerprint,
      clock: world.clock,
    });
    const alert = alertCardTesting({ storage: opened.storage, world, log });
    const attempts = openAttempts({
      store: shared.attempts,
      fingerprint,
      ids: world.ids,
      alert,
    });
    const adapters = openAdapters({
      test: {
        vault,
        log: opened.gatewayLog(),
        clock: world.clock,
        secret: world.ids.secret,
        ...(surroundings.gatewayLatency ? { latency: surroundings.gatewayLatency } : {}),
      },
      stripe: { vault, operations: opened.gatewayOperations(), clock: world.clock, pause: world.pause },
    });
    const sandboxGateways = sharedGateways(
      Object.fromEntries(
        config.testGateways.map(({ code, currencies }) => [
          code,
          adapters.test.open({ credentials: {}, currencies, endpoint: null }),
        ]),
      ),
    );
    const cipher = credentialCipher(config, shared.random);
    // The browser origin asks gateways about challenges.
    await requireReadableAccounts(opened, cipher);
    if (config.serve !== 'browser') await requireReadableEndpoints(opened, endpointCipher(config, shared.random));
    const gateways = openGateways(
      siteGateways({
        accountsOf: (siteId) => opened.storage.of(siteId).gatewayAccounts,
        adapters,
        cipher,
        shared: sandboxGateways,
        log,
      }),
      () => browserOriginFor(config.publicUrl ?? localOrigin(config)),
    );
    const tax = tableTaxProvider(await openTaxRates(config.taxRatesFile));
    const { administration } = opened;
    const storage = withEvents(opened.storage, world);
    const sites = exposure ? withoutDemoKeys(opened.sites) : opened.sites;
    const version: string = JSON.parse(await readFile(BUILT.manifest, 'utf8')).version;
    const documents = await readDocuments(BUILT);
    const releaseAt = releaseOf(documents, version);
    let api: HttpServer | undefined;
    let browser: HttpServer | undefined;
    const deps = { storage, sites, administration, vault, gateways, attempts, world, tax };
    const due = dueWork(deps, dueKinds(deps));
    let worker: Worker | undefined;
    const runDueWork = waitForDueWork({ due, worker: () => worker, milliseconds: JOURNEY_MS });
    const anonymous = anonymousLimits(config.rateLimit === 'off' ? noLimits : memoryLimiter(world.clock));
    const healthPage = health({
      storage: opened.health,
      parts: shared.parts,
      perProcess: shared.perProcess,
      draining: () => draining,
      anonymous,
      onChange: (finding) => log[finding.status === 'ok' ? 'info' : 'warn'](finding, 'health has changed'),
    });
    const metrics = openMetrics();
    closing.push(metrics.stop);
    const addressToLog = loggedAddress(config.logAddresses, config.logAddressKey ?? randomBytes(32));

    const printer = invoicePrinter({ log, turn: world.turn });
    closing.unshift(printer.close);

    /** Where browsers find the library, beside this address of the API origin. */
    const browserOriginFor = (apiOrigin: string): string => {
      const { protocol, hostname } = new URL(apiOrigin);
      return config.browserUrl ?? `${protocol}//${hostname}:${browser?.port ?? config.browserPort}`;
    };
    const publicKeyOf = async (siteId: string): Promise<string | undefined> =>
      (await sites.keys(siteId)).find(({ kind }) => kind === 'public')?.value ?? undefined;
    // The port of the API origin may be chosen when it starts to listen.
    const composeLetters: ComposeMail = (...asked) =>
      composer({ printer, origin: config.publicUrl ?? api?.url ?? localOrigin(config) })(...asked);

    const openApi = (): Promise<HttpServer> => {
      const idempotency = opened.idempotency({ keptFor: KEPT_FOR, lease: LEASE });
      const app = xmlApi({
        endpoints: endpoints({ ...deps, printer, runDueWork, compose: composeLetters }),
        lists: lists(deps),
        sites,
        storage: opened.storage,
        idempotency,
        requests: shared.requests,
        anonymous,
        clock: world.clock,
        ids: world.ids,
        turn: world.turn,
        log,
        settings: {
          calendar: calendar({ released: config.versionsReleased, sunset: config.versionsSunset }),
          publicUrl: config.publicUrl,
          trustProxy: config.trustProxy,
          loggedAddress: addressToLog,
          rateLimit: config.rateLimit,
          ...(exposure ? {} : { exampleKey: DEMO_KEYS.private }),
        },
        library: {
          releaseAt,
          originFor: browserOriginFor,
        },
        pages: [
          writeTimeout(WRITE_TIMEOUT),
          healthPage,
          metricsPage({ metrics, token: config.metricsToken, anonymous }),
          gatewayNotifications({
            ...deps,
            anonymous,
            limiter: config.rateLimit === 'off' ? noLimits : shared.limiter,
            log,
            loggedAddress: addressToLog,
            draining: () => draining,
          }),
          accountPages({
            ...deps,
            sessions: opened.accountSessions,
            idempotency,
            digest,
            anonymous,
            log,
            printer,
            source: { originFor: browserOriginFor, publicKeyOf },
            settings: { publicUrl: config.publicUrl, loggedAddress: addressToLog },
          }),
        ],
        draining: () => draining,
      });
      return listen(app.callback(), { host: config.host, port: config.port, setting: 'PORT' });
    };
    const openBrowser = async (): Promise<HttpServer> => {
      const app = browserOrigin({
        vault,
        sites,
        banks: bankDirectory(config.bankDirectory ? await openBankFile(config.bankDirectory) : undefined),
        tax,
        storage,
        wallet: testWallet({ secret: world.ids.secret }),
        actions: {
          read: readPaymentAction(deps),
          start: startChallenge(deps),
          finish: finishChallenge(deps),
        },
        testCards: testCardNumber,
        testBank: testBank({ log: opened.gatewayLog(), clock: world.clock, ...testResults(world.ids.secret) }),
        publicUrl: config.browserUrl,
        alert,
        limiter: config.rateLimit === 'off' ? noLimits : shared.limiter,
        anonymous,
        clock: world.clock,
        ids: world.ids,
        log,
        documents,
        settings: {
          version,
          secure: config.browserUrl?.startsWith('https:') ?? false,
          trustProxy: config.trustProxy,
          loggedAddress: addressToLog,
        },
        pages: [writeTimeout(WRITE_TIMEOUT), healthPage],
        draining: () => draining,
      });
      return listen(app.callback(), { host: config.host, port: config.browserPort, setting: 'BROWSER_PORT' });
    };

    const serves = (what: Config['serve']): boolean => config.serve === 'all' || config.serve === what;
    api = serves('api') ? await openApi() : undefined;
    closing.unshift(() => api?.close(LAST_MS));
    browser = serves('browser') ? await openBrowser() : undefined;
    closing.unshift(() => browser?.close(LAST_MS));
    let mail: Worker | undefined;
    let webhooks: Sender | undefined;
    if (serves('worker')) {
      worker = openWorker({ sites, due, clock: world.clock, listen: opened.wakeSignal.listen, log });
      // The other parts announce their addresses; a worker has none.
      if (config.serve === 'worker') log.info('the worker runs due work');
      const post = await openMail({ config, storage: opened.storage, sites, world, compose: composeLetters, log });
      closing.unshift(post.close);
      mail = openWorker({
        sites,
        due: post.work,
        clock: world.clock,
        listen: opened.mailSignal.listen,
        log,
        lines: MAIL_LINES,
      });
      webhooks = openWebhooks({ config, opened, sites, world, log });
    }

    return {
      api,
      browser,
      worker,
      mail,
      webhooks,
      opened,
      async close() {
        draining = true;
        await Promise.all([
          worker?.close(),
          mail?.close(),
          webhooks?.close(),
          api?.drain(DRAIN_MS),
          browser?.drain(DRAIN_MS),
        ]);
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
const run = async (): Promise<void> => {
  const config = readConfig(process.env);
  const moved = config.clockFile ? movedClock(config.clockFile) : undefined;
  const service = await openService(config, {
    world: openWorld(moved ?? machineClock),
    ...(moved ? { serverTime: moved.shared } : {}),
  });

  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      service.close().then(() => process.exit(0));
    });
  }
};

if (import.meta.main) {
  run().catch((error: unknown) => {
    process.stderr.write(`${error instanceof OperatorTrouble ? error.message : ((error as Error).stack ?? error)}\n`);
    process.exit(1);
  });
}
