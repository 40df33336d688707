import { actorOf } from '@service/billing/domain/operators/operator.ts';
import type { SignedInOperator } from '@service/billing/engine/operators/operator-deps.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import type { Ids } from '@service/billing/values/ids.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import { clientAddress } from '../../../http/client-address.ts';
import { newFormKey } from '../../../http/form-key.ts';
import type { RequireEncryption } from '../../../http/in-the-clear.ts';
import { lastSiteCookie, operatorSessionCookie } from '../cookies.ts';
import { ConsoleRefused } from '../refused.ts';
import type { ConsolePage, ConsoleStep, ConsoleVisit } from '../visit.ts';

interface Deps {
  readonly continueSession: (secret: string) => Promise<SignedInOperator | undefined>;
  readonly clock: SystemClock;
  readonly ids: Pick<Ids, 'secret'>;
  /** Whether the console of this process only reads. */
  readonly readOnly: boolean;
  readonly isSecure: (ctx: ConsolePage) => boolean;
  readonly encrypted: RequireEncryption;
}

/**
 * Finds the operator of the session and the site that the address names. Without a session, continues at the sign-in
 * page, which leads back.
 */
export const operatorSignedIn = (deps: Deps): ConsoleStep =>
  async function operatorSignedIn(ctx, next) {
    const secure = deps.isSecure(ctx);
    const secret = operatorSessionCookie.read(ctx, secure);
    const found = secret ? await deps.continueSession(secret) : undefined;
    if (!secret || !found) {
      if (secret) operatorSessionCookie.forget(ctx, secure);
      ctx.status = 303;
      ctx.redirect(`/sign-in${toOf(ctx)}`);
      ctx.body = '';
      return;
    }
    if (found.state !== 'open') {
      ctx.status = 303;
      ctx.redirect(`/sign-in/${found.state === 'enrolment' ? 'enrol' : 'second-factor'}${toOf(ctx)}`);
      ctx.body = '';
      return;
    }
    const visit = visitFor(ctx, deps, found, secret, secure);
    deps.encrypted(ctx, visit.site);
    ctx.state.identity = { site: visit.site };
    ctx.state.visit = visit;
    await next();
  };

/** The parameter by which the sign-in page leads back. */
const toOf = ({ originalUrl, method }: ConsolePage): string =>
  originalUrl === '/' || (method !== 'GET' && method !== 'HEAD') ? '' : `?${new URLSearchParams({ to: originalUrl })}`;

const visitFor = (
  ctx: ConsolePage,
  { clock, ids, readOnly }: Deps,
  { operator, session, sites }: SignedInOperator,
  secret: string,
  secure: boolean,
): ConsoleVisit => {
  const own = sites.map(({ site }) => site);
  const rolesAt = new Map(sites.map(({ site: { id }, roles }) => [id, roles]));
  const site = siteFor(ctx, own, secure);
  if (own.length > 1 && lastSiteCookie.read(ctx, secure) !== site.subdomain)
    lastSiteCookie.keep(ctx, secure, site.subdomain);
  return {
    operator,
    session,
    secret,
    site,
    sites: own,
    rolesAt,
    roles: rolesAt.get(site.id) ?? [],
    canChange: !readOnly && !operator.read_only,
    prefix: own.length > 1 || ctx.state.subdomain !== undefined ? `/s/${site.subdomain}` : '',
    now: clock.now(),
    formKey: () => newFormKey(secret, ids),
    newFormId: () => ids.secret(24),
    caller: {
      site,
      at: siteTime(site, clock),
      actor: actorOf(operator),
      correlation: ctx.state.correlation,
      address: clientAddress(ctx),
    },
  };
};

/** The site that the address names; else the one that was looked at last. */
const siteFor = (ctx: ConsolePage, own: readonly Site[], secure: boolean): Site => {
  const { subdomain } = ctx.state;
  if (subdomain !== undefined) {
    const named = own.find((site) => site.subdomain === subdomain);
    if (!named) throw new ConsoleRefused('missing');
    return named;
  }
  const last = lastSiteCookie.read(ctx, secure);
  const found = own.find((site) => site.subdomain === last) ?? own[0];
  if (!found) throw new ConsoleRefused('forbidden');
  return found;
};
