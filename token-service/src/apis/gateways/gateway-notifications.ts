import Router from '@koa/router';
import type { ReadNotification } from '@service/billing/domain/payments/gateway-notification.ts';
import type { Gateways } from '@service/billing/ports/gateway.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import { readNotification } from '@service/billing/usecases/gateway-notifications/read-notification.ts';
import { recordNotification } from '@service/billing/usecases/gateway-notifications/record-notification.ts';
import { Failure, notFound } from '@service/billing/values/failure.ts';
import type { Ids } from '@service/billing/values/ids.ts';
import type { Clock, Millis } from '@service/billing/values/time.ts';
import type { Logger } from 'pino';
import { type XmlFailureState, xmlFailures } from '../../documents/xml/errors/format.ts';
import { type BodyLimits, readBody } from '../../http/bodies/read-body.ts';
import { refuseWhenDraining } from '../../http/draining.ts';
import { failures } from '../../http/failures.ts';
import type { AnonymousLimits } from '../../http/limits/anonymous.ts';
import type { RateLimiter } from '../../http/limits/rate-limiter.ts';
import { withinAddressLimit } from '../../http/limits/within-address-limit.ts';
import { refuseWhenReadOnly } from '../../http/read-only.ts';
import { named, operation, type Step as RequestStep } from '../../http/request.ts';
import { routed } from '../../http/routed.ts';
import { headersForPrograms } from '../../http/security-headers.ts';

export interface GatewayNotificationsDeps {
  readonly sites: Pick<SiteRecords, 'find'>;
  readonly gateways: Pick<Gateways, 'parseNotification'>;
  readonly storage: Storage;
  readonly world: { readonly clock: Clock; readonly ids: Ids };
  /** Limits the requests of one address. */
  readonly anonymous: AnonymousLimits;
  /** Limits the messages of one gateway account. */
  readonly limiter: RateLimiter;
  readonly log: Pick<Logger, 'error'>;
  readonly draining: () => boolean;
  /** Whether the process only reads. */
  readonly readOnly: boolean;
  /** A signal that fires after so many milliseconds of real time. */
  readonly deadline?: (milliseconds: Millis) => AbortSignal;
}

interface NotificationState extends XmlFailureState {
  raw?: string;
  authentic?: { readonly site: Site; readonly read: Exclude<ReadNotification, { outcome: 'forged' }> };
}

type Step = RequestStep<NotificationState>;

/** A message has at most 256 kB, and ten seconds to arrive. */
const BODY: BodyLimits = { bytes: 262_144, seconds: 10 };
/** Messages of one gateway account in a minute. They are counted once they are known to be authentic. */
const PER_ACCOUNT = { most: 6000, seconds: 60 } as const;

const PATH = '/gateways/:site/:account';

/**
 * `POST /gateways/<site>/<gateway account>` of the API origin: gateways report there what happens later. An authentic
 * message is recorded and acknowledged; the worker processes it.
 */
export const gatewayMessages = (deps: GatewayNotificationsDeps): RequestStep => {
  const { log, anonymous, draining, readOnly } = deps;
  const router = new Router<NotificationState>({ sensitive: true, exclusive: 'specificity' });
  const arrival = [
    named('gateway notification'),
    headersForPrograms(),
    failures(log, xmlFailures),
    refuseWhenDraining(draining),
    refuseWhenReadOnly(readOnly),
  ] as readonly Step[];
  router.post(
    PATH,
    ...arrival,
    withinAddressLimit(anonymous, 'gateway_notifications') as Step,
    readMessage(deps),
    authenticate(deps),
    withinAccountLimit(deps),
    operation(record(deps)),
  );
  router.all(PATH, ...arrival, onlyPost);
  const routes = router.routes() as unknown as RequestStep;
  return routed(
    async function gatewayNotifications(ctx, next) {
      // The address as it was sent: the router throws at one that has no path.
      if (!/^\/gateways\/[\w-]+\/[\w-]+(?:\?|$)/.test(ctx.req.url ?? '')) return next();
      return routes(ctx, next);
    },
    [PATH],
  );
};

const readMessage = ({ deadline = AbortSignal.timeout }: GatewayNotificationsDeps): Step =>
  async function readMessage(ctx, next) {
    ctx.state.raw = (await readBody(ctx.req, BODY, deadline(BODY.seconds * 1000))).toString('utf8');
    await next();
  };

/** Nothing of the message is used before its signature was checked. */
const authenticate = (deps: GatewayNotificationsDeps): Step => {
  const readIt = readNotification(deps);
  return async function authenticate(ctx, next) {
    const { site: subdomain = '', account = '' } = ctx.params;
    const headers = Object.fromEntries(
      Object.entries(ctx.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
    );
    const found = await readIt({ subdomain, gateway_code: account, headers, body: ctx.state.raw ?? '' });
    // A site and an account that do not exist look the same.
    if (!found) throw notFound('Gateway', 'address', `${subdomain}/${account}`);
    const { site, read } = found;
    if (read.outcome === 'forged') throw new Failure('bad_request', {}, FORGED);
    ctx.state.identity = { site };
    ctx.state.authentic = { site, read };
    await next();
  };
};

const FORGED =
  'The signature of this message does not match the webhook secret of the gateway account, or is too old. Compare the secret with the one at the gateway, and enter it again with npm run gateway -- change.';

const withinAccountLimit = ({ limiter }: GatewayNotificationsDeps): Step =>
  async function withinAccountLimit(ctx, next) {
    const { site } = ctx.state.authentic!;
    const { allowed, wait } = await limiter.hit(`gateway/${site.id}/${ctx.params.account}`, PER_ACCOUNT);
    if (!allowed) throw new Failure('too_many_requests', { seconds: wait });
    await next();
  };

const MALFORMED =
  'Nothing was recorded. Set the webhook endpoint at the gateway to the API version that the documentation names, then have the gateway send the message again.';

const record = (deps: GatewayNotificationsDeps): Step => {
  const recordIt = recordNotification(deps);
  return async function record(ctx) {
    const { site, read } = ctx.state.authentic!;
    const { correlation } = ctx.state;
    const account = ctx.params.account ?? '';
    if (read.outcome === 'malformed') {
      const { problem } = read;
      const about = { request_id: correlation, site: site.subdomain, account, problem };
      deps.log.error(about, 'a message of a gateway is malformed');
      throw new Failure('bad_request', {}, `The message is authentic, but ${problem}. ${MALFORMED}`);
    }
    if (read.outcome === 'read') {
      const at = siteTime(site, deps.world.clock);
      await recordIt({ site, at, actor: `gateway:${account}`, correlation }, account, read.notification);
    }
    ctx.set('Cache-Control', 'no-store');
    ctx.body = 'Received.\n';
  };
};

const onlyPost: Step = async function onlyPost(ctx) {
  ctx.set('Allow', 'POST');
  throw new Failure('method_not_allowed', { method: ctx.method, allowed: 'POST' });
};
