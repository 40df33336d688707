import type { ComposeMail } from '@service/billing/ports/mail.ts';
import { resources } from '@service/billing/resources/index.ts';
import { DEMO_KEYS } from '../../seed/demo.ts';
import type { OpenStorage } from '../adapters/storage/storage.ts';
import { exportDownloads } from '../apis/exports/export-downloads.ts';
import { gatewayMessages } from '../apis/gateways/gateway-notifications.ts';
import { endpoints, lists } from '../apis/xml/endpoints.ts';
import { calendar } from '../apis/xml/versions/calendar.ts';
import { BODY, xmlApi } from '../apis/xml/xml-api.ts';
import type { Config } from '../config.ts';
import type { InvoicePrinter } from '../documents/invoice-pdf/invoice-printer.ts';
import { application } from '../http/application.ts';
import { KEY_LEASE, RESPONSES_KEPT_FOR } from '../http/idempotency.ts';
import { type HttpServer, listen } from '../http/listen.ts';
import { metricsPage } from '../http/metrics/metrics-page.ts';
import { clientOrigin } from '../http/origin.ts';
import { accountPages } from '../pages/account/account-pages.ts';
import { docs } from '../reference/docs.ts';
import { digest } from '../runtime/digest.ts';
import { proxiedBy } from '../runtime/settings/exposing-setting.ts';
import type { RunDueWork } from '../worker/wait-for-due-work.ts';
import type { LastToken } from './last-token.ts';
import type { LoadedLibrary } from './library.ts';
import type { Measured } from './metrics/measured.ts';
import type { Common } from './open-common.ts';
import type { Engine } from './open-engine.ts';
import type { SharedState } from './shared-state.ts';
import type { Tracing } from './tracing/open-tracing.ts';

interface ApiParts {
  readonly config: Config;
  readonly engine: Engine;
  readonly common: Common;
  readonly opened: OpenStorage;
  readonly shared: SharedState;
  readonly library: LoadedLibrary;
  readonly printer: InvoicePrinter;
  readonly metrics: Measured;
  readonly tracing: Tracing;
  readonly compose: ComposeMail;
  readonly runDueWork: RunDueWork;
  /** Returns the origin at which browsers find the library, for this address of the API origin. */
  readonly originFor: (apiOrigin: string) => string;
  /** Undefined if other machines can reach the service. */
  readonly tokens: LastToken | undefined;
}

/** Opens the API origin: the XML API, `/docs`, account pages, and notifications of gateways. */
export const openApiOrigin = (parts: ApiParts): Promise<HttpServer> => {
  const { config, engine, common, opened, shared, printer, compose, runDueWork, library, originFor, tokens, tracing } =
    parts;
  const { deps } = engine;
  const { sites, world } = deps;
  const { anonymous, limiter, loggedAddress, draining, readOnly, log } = common;
  const idempotency = parts.metrics.keys(opened.idempotency({ keptFor: RESPONSES_KEPT_FOR, lease: KEY_LEASE }));
  const kernel = {
    log,
    clock: world.clock,
    ids: world.ids,
    trustProxy: config.trustProxy,
    loggedAddress,
    traced: tracing.requests('api'),
    measured: parts.metrics.requests('api'),
    probes: [
      ...common.probes,
      metricsPage({ metrics: parts.metrics, token: config.metricsToken, proxied: proxiedBy(config), anonymous }),
    ],
  };
  const documented = {
    endpoints: tracing.endpoints(endpoints({ ...deps, printer, runDueWork, compose })),
    lists: tracing.lists(lists(deps)),
    calendar: calendar({ released: config.versionsReleased, sunset: config.versionsSunset }),
    body: BODY,
  };
  const app = application(kernel, [
    gatewayMessages({ ...deps, anonymous, limiter, log, draining, readOnly }),
    exportDownloads({ ...deps, anonymous, log }),
    accountPages({
      ...deps,
      sites,
      sessions: opened.accountSessions,
      idempotency,
      readOnly,
      digest,
      anonymous,
      log,
      printer,
      source: {
        originFor,
        publicKeyOf: async (siteId) =>
          (await sites.keys(siteId)).find(({ kind }) => kind === 'public')?.value ?? undefined,
      },
      publicUrl: config.publicUrl,
    }),
    docs({
      ...documented,
      ...(tokens
        ? {
            exampleKey: DEMO_KEYS.private,
            exampleShop: `http://localhost:${config.shopPort}`,
            lastToken: tokens.get,
          }
        : {}),
      resources,
      clock: world.clock,
      origin: clientOrigin(config.publicUrl),
      anonymous,
      log,
      library: { releaseAt: library.releaseAt, originFor },
    }),
    ...xmlApi({
      ...documented,
      sites,
      keepKeyUse: readOnly ? undefined : sites.keepKeyUse,
      storage: opened.storage,
      idempotency,
      requests: shared.requests,
      anonymous,
      clock: world.clock,
      ids: world.ids,
      turn: world.turn,
      log,
      settings: { calendar: documented.calendar, publicUrl: config.publicUrl, rateLimit: config.rateLimit },
      draining,
      readOnly,
    }),
  ]);
  return listen(app.callback(), { host: config.host, port: config.port, setting: 'PORT' });
};
