import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import { resources } from '@service/billing/resources/index.ts';
import { alertRateLimit } from '@service/billing/usecases/alerts/alert-rate-limit.ts';
import type { Ids } from '@service/billing/values/ids.ts';
import type { Turn } from '@service/billing/values/steps.ts';
import type { Clock } from '@service/billing/values/time.ts';
import Koa from 'koa';
import type { Logger } from 'pino';
import { addressBook } from '../../documents/xml/address-book.ts';
import { documentMemory } from '../../documents/xml/rendering/memory.ts';
import { renderer } from '../../documents/xml/rendering/renderer.ts';
import { isDisconnect } from '../../http/disconnect.ts';
import { inTheClear } from '../../http/in-the-clear.ts';
import type { AnonymousLimits } from '../../http/limits/anonymous.ts';
import type { RateLimiter } from '../../http/limits/rate-limiter.ts';
import type { LoggedAddress } from '../../http/logged-address.ts';
import { siteRotation } from '../../http/site-rotation.ts';
import { docs } from '../../reference/docs.ts';
import type { Library } from '../../reference/prepared-files.ts';
import { type Api, type ApiState, isReading, type Step } from './api.ts';
import type { BodyLimits } from './body/read-body.ts';
import type { Endpoint, ListEndpoint } from './endpoint.ts';
import type { IdempotencyKeys } from './idempotency.ts';
import type { RateLimit } from './limits/allowance.ts';
import { respondWithList } from './lists/list-endpoint.ts';
import { originOf } from './origin.ts';
import { openRouters, type Routers } from './routers.ts';
import { acceptable } from './rules/acceptable.ts';
import { authenticated, encrypted, identityOf, inGoodStanding, permitted } from './rules/authorized.ts';
import { conditional } from './rules/conditional.ts';
import { countRequest } from './rules/count-request.ts';
import { refuseWhenDraining } from './rules/draining.ts';
import { failures } from './rules/failures.ts';
import { idempotent } from './rules/idempotent.ts';
import { identify } from './rules/identify.ts';
import { inRotation } from './rules/in-rotation.ts';
import { noRoute, readablePath } from './rules/known-path.ts';
import { nameVersion } from './rules/name-version.ts';
import { parsedBody } from './rules/parsed-body.ts';
import { receivedBody } from './rules/received-body.ts';
import { requestId } from './rules/request-id.ts';
import { requestLog } from './rules/request-log.ts';
import { type RenderingFor, type Responding, respond } from './rules/respond.ts';
import { securityHeaders } from './rules/security-headers.ts';
import { servedVersion, versionOf } from './rules/served-version.ts';
import { withinLimit } from './rules/within-limit.ts';
import type { Calendar } from './versions/calendar.ts';

/** Dependencies of the XML API. */
export interface XmlApiDeps {
  readonly endpoints: readonly Endpoint[];
  readonly lists: readonly ListEndpoint[];
  readonly sites: Pick<SiteRecords, 'byPrivateKey'>;
  /** For the outbox. */
  readonly storage: Pick<Storage, 'transaction'>;
  readonly idempotency: IdempotencyKeys;
  /** Counts the requests of each site. */
  readonly requests: RateLimiter;
  /** Limits requests without credentials. */
  readonly anonymous: AnonymousLimits;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'uuid'>;
  /** Shared by everything in the process that works for long. */
  readonly turn: Turn;
  readonly log: Pick<Logger, 'info' | 'error'>;
  readonly settings: XmlApiSettings;
  /** The browser library, for the reference page. */
  readonly library?: Library;
  /** Other handlers of this origin, which run before the rules of the XML API and are not logged: health. */
  readonly pages?: readonly Koa.Middleware[];
  /** True while the process is shutting down. */
  readonly draining?: () => boolean;
  /** A signal that fires after so many milliseconds of real time. */
  readonly deadline?: (milliseconds: number) => AbortSignal;
}

export interface XmlApiSettings {
  readonly calendar: Calendar;
  /** The public URL, for example `https://billing.example.com`; without it, that of the request. */
  readonly publicUrl?: string | null;
  /** Trust `X-Forwarded-Proto`, `X-Forwarded-Host` and `X-Forwarded-For`. */
  readonly trustProxy?: boolean;
  /** Without it, clients are not logged. */
  readonly loggedAddress?: LoggedAddress;
  /** Replaces the limits of sites. */
  readonly rateLimit?: RateLimit | null;
  readonly body?: BodyLimits;
  /** A public demo key for the examples of the reference; without it they use a variable. */
  readonly exampleKey?: string;
}

/** A body is at most 1 MB, and has ten seconds to arrive. */
const BODY: BodyLimits = { bytes: 1_048_576, seconds: 10 };

/** The XML API: the common steps around these endpoints and lists. */
export const xmlApi = (deps: XmlApiDeps): Koa<ApiState> => {
  const { sites, clock, log, requests, settings } = deps;
  // Only the last address of X-Forwarded-For is the proxy's own; the client may have written those before it.
  const app = new Koa<ApiState>({ proxy: settings.trustProxy ?? false, maxIpsCount: 1 });
  app.on('error', (error: Error) => {
    if (!isDisconnect(error)) log.error({ error: { name: error.name, message: error.message } });
  });

  for (const page of deps.pages ?? []) app.use(page);
  app.use(requestId(deps.ids));
  app.use(requestLog(log, clock, settings.loggedAddress));
  app.use(securityHeaders());
  app.use(failures(log));
  app.use(readablePath);
  app.use(docs({ ...deps, ...settings, body: settings.body ?? BODY, resources, origin: originOf(settings.publicUrl) }));
  app.use(refuseWhenDraining(deps.draining ?? (() => false)));
  app.use(identify({ sites, clock, anonymous: deps.anonymous }));
  app.use(countRequest({ requests, clock, rateLimit: settings.rateLimit ?? null }));
  app.use(nameVersion(settings.calendar, clock));
  app.use(routes(deps).dispatch);
  app.use(noRoute);
  return app;
};

const routes = (deps: XmlApiDeps): Routers => {
  const routers = openRouters();
  const { turn } = deps;
  const rules = commonRules(deps);
  const responding = { renderingFor: renderings(deps), rendererFor: renderers(turn), turn };

  for (const endpoint of deps.endpoints) {
    const { path, method, handle } = endpoint;
    routers.add(path, method, [...rules(endpoint), respond(handle, responding)]);
  }
  for (const list of deps.lists) {
    routers.add(list.path, 'GET', [...rules(list), respondWithList(list, responding)]);
  }
  return routers;
};

/** The part of an endpoint or a list that the rules use. */
type Ruled = Pick<Endpoint, 'name' | 'since' | 'offers' | 'body'>;

/** The steps that every endpoint and list shares, in the order of the checks. */
const commonRules = (deps: XmlApiDeps) => {
  const { clock, log, idempotency, settings, turn } = deps;
  const alert = alertRateLimit({ storage: deps.storage, world: deps });
  const body = { limits: settings.body ?? BODY, deadline: deps.deadline ?? AbortSignal.timeout };
  const rotation = inRotation(siteRotation());

  return ({ name, since, offers, body: wanted }: Ruled): Step[] => [
    named(name),
    authenticated,
    encrypted(inTheClear(settings.publicUrl)),
    inGoodStanding,
    permitted,
    withinLimit(alert, log),
    servedVersion(since),
    acceptable(offers),
    receivedBody(wanted, body),
    rotation,
    parsedBody(wanted),
    idempotent({ keys: idempotency, clock, log }),
    failures(log),
    conditional(turn),
  ];
};

const named = (name: string): Step =>
  async function named(ctx, next) {
    ctx.state.route = name;
    await next();
  };

const renderings = ({ endpoints, lists, settings }: XmlApiDeps): RenderingFor => {
  const addresses = addressBook([...endpoints, ...lists]);
  const origin = originOf(settings.publicUrl);
  return (ctx: Api) => {
    const version = versionOf(ctx);
    return { version, address: addresses(origin(ctx), version), hidesCredentials: identityOf(ctx).key.read_only };
  };
};

/**
 * Renders documents within one memory limit. Memory is released when the response is sent, or its client disconnects.
 */
const renderers = (turn: Turn): Responding['rendererFor'] => {
  const shareOf = documentMemory();
  return (ctx) => {
    const share = shareOf(identityOf(ctx).key.id, !isReading(ctx));
    ctx.res.once('close', share.free);
    return renderer({
      turn,
      grow(bytes) {
        if (!ctx.res.closed) share.grow(bytes);
      },
      // The response to a change is always rendered, because it is stored for its `Idempotency-Key`.
      abandoned: () => ctx.res.closed && isReading(ctx),
    });
  };
};
