import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import { alertRateLimit } from '@service/billing/usecases/alerts/alert-rate-limit.ts';
import type { Ids } from '@service/billing/values/ids.ts';
import type { Turn } from '@service/billing/values/steps.ts';
import type { Clock, Millis } from '@service/billing/values/time.ts';
import type { Logger } from 'pino';
import { addressBook } from '../../documents/xml/address-book.ts';
import { xmlFailures } from '../../documents/xml/errors/format.ts';
import { documentMemory } from '../../documents/xml/rendering/memory.ts';
import { renderer } from '../../documents/xml/rendering/renderer.ts';
import type { BodyLimits } from '../../http/bodies/read-body.ts';
import { refuseWhenDraining } from '../../http/draining.ts';
import { failures } from '../../http/failures.ts';
import type { IdempotencyKeys } from '../../http/idempotency.ts';
import { requireEncryption } from '../../http/in-the-clear.ts';
import type { AnonymousLimits } from '../../http/limits/anonymous.ts';
import type { RateLimiter } from '../../http/limits/rate-limiter.ts';
import { clientOrigin } from '../../http/origin.ts';
import { refuseWhenReadOnly } from '../../http/read-only.ts';
import { readablePath } from '../../http/readable-path.ts';
import { isReading, named } from '../../http/request.ts';
import { headersForPrograms } from '../../http/security-headers.ts';
import { siteRotation } from '../../http/site-rotation.ts';
import type { Api, ApiStep } from './api.ts';
import type { Endpoint, ListEndpoint } from './endpoint.ts';
import type { RateLimit } from './limits/allowance.ts';
import { respondWithList } from './lists/list-endpoint.ts';
import { openRouters, type Routers } from './routers.ts';
import { acceptable } from './rules/acceptable.ts';
import { authenticated, encrypted, identityOf, inGoodStanding, permitted } from './rules/authorized.ts';
import { conditional } from './rules/conditional.ts';
import { countRequest } from './rules/count-request.ts';
import { idempotent } from './rules/idempotent.ts';
import { identify } from './rules/identify.ts';
import { inRotation } from './rules/in-rotation.ts';
import { keyUsed } from './rules/key-used.ts';
import { nameVersion } from './rules/name-version.ts';
import { noRoute } from './rules/no-route.ts';
import { parsedBody } from './rules/parsed-body.ts';
import { receivedBody } from './rules/received-body.ts';
import { type RenderingFor, type Responders, respond } from './rules/respond.ts';
import { servedVersion, versionOf } from './rules/served-version.ts';
import { withinLimit } from './rules/within-limit.ts';
import type { Calendar } from './versions/calendar.ts';

/** Dependencies of the XML API. */
export interface XmlApiDeps {
  readonly endpoints: readonly Endpoint[];
  readonly lists: readonly ListEndpoint[];
  readonly sites: Pick<SiteRecords, 'byPrivateKey' | 'byPublicKey'>;
  /** Records the last use of a key; missing where that is not recorded. */
  readonly keepKeyUse?: SiteRecords['keepKeyUse'] | undefined;
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
  readonly log: Pick<Logger, 'error'>;
  readonly settings: XmlApiSettings;
  /** True while the process is shutting down. */
  readonly draining?: () => boolean;
  /** Whether the process only reads. */
  readonly readOnly?: boolean;
  /** A signal that fires after so many milliseconds of real time. */
  readonly deadline?: (milliseconds: Millis) => AbortSignal;
}

export interface XmlApiSettings {
  readonly calendar: Calendar;
  /** The public URL, for example `https://billing.example.com`; without it, that of the request. */
  readonly publicUrl?: string | null;
  /** Replaces the limits of sites. */
  readonly rateLimit?: RateLimit | null;
  readonly body?: BodyLimits;
}

/** A body is at most 1 MB, and has ten seconds to arrive. */
export const BODY: BodyLimits = { bytes: 1_048_576, seconds: 10 };

/** The steps of the XML API, which responds to everything that reaches it. */
export const xmlApi = (deps: XmlApiDeps): readonly ApiStep[] => {
  const { sites, clock, log, requests, settings } = deps;
  return [
    headersForPrograms(),
    failures(log, xmlFailures),
    readablePath,
    refuseWhenDraining(deps.draining ?? (() => false)),
    refuseWhenReadOnly(deps.readOnly ?? false),
    identify({ sites, clock, anonymous: deps.anonymous }),
    ...(deps.keepKeyUse ? [keyUsed({ keep: deps.keepKeyUse, clock, log })] : []),
    countRequest({ requests, clock, rateLimit: settings.rateLimit ?? null }),
    nameVersion(settings.calendar, clock),
    routes(deps).dispatch,
    noRoute,
  ];
};

const routes = (deps: XmlApiDeps): Routers => {
  const routers = openRouters();
  const { turn } = deps;
  const rules = commonRules(deps);
  const responding = {
    renderingFor: renderings(deps),
    originOf: clientOrigin(deps.settings.publicUrl),
    rendererFor: renderers(turn),
    turn,
  };

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

  return ({ name, since, offers, body: wanted }: Ruled): ApiStep[] => [
    named(name),
    authenticated,
    encrypted(requireEncryption(settings.publicUrl)),
    inGoodStanding,
    permitted,
    withinLimit(alert, log),
    servedVersion(since),
    acceptable(offers),
    receivedBody(wanted, body),
    rotation,
    parsedBody(wanted),
    idempotent({ keys: idempotency, clock, log }),
    failures(log, xmlFailures),
    conditional(turn),
  ];
};

const renderings = ({ endpoints, lists, settings }: XmlApiDeps): RenderingFor => {
  const addresses = addressBook([...endpoints, ...lists]);
  const origin = clientOrigin(settings.publicUrl);
  return (ctx: Api) => {
    const version = versionOf(ctx);
    return { version, address: addresses(origin(ctx), version), hidesCredentials: identityOf(ctx).key.read_only };
  };
};

/**
 * Renders documents within one memory limit. Memory is released when the response is sent, or its client disconnects.
 */
const renderers = (turn: Turn): Responders['rendererFor'] => {
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
