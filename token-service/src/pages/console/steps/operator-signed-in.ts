import {
  type Assignment,
  actorOf,
  type Operator,
  type OperatorSession,
} from '@service/billing/domain/operators/operator.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import type { Ids } from '@service/billing/values/ids.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import { clientAddress } from '../../../http/client-address.ts';
import type { RequireEncryption } from '../../../http/in-the-clear.ts';
import { ConsoleRefused } from '../refused.ts';
import type { ConsolePage, ConsoleStep, ConsoleVisit } from '../visit.ts';
import {
  FORM_NONCE_LENGTH,
  forgetOperatorSession,
  keepLastSite,
  newFormKey,
  readLastSite,
  readOperatorSession,
} from './session-cookie.ts';

/** An operator with an open session, and the roles at all sites. */
export interface OperatorOnDuty {
  readonly operator: Operator;
  readonly session: OperatorSession;
  readonly assignments: readonly Assignment[];
}

interface Deps {
  readonly continueSession: (secret: string) => Promise<OperatorOnDuty | undefined>;
  readonly sites: Pick<SiteRecords, 'all'>;
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
    const secret = readOperatorSession(ctx, secure);
    const found = secret ? await deps.continueSession(secret) : undefined;
    if (!secret || !found) {
      if (secret) forgetOperatorSession(ctx, secure);
      ctx.status = 303;
      ctx.redirect(`/sign-in${toOf(ctx)}`);
      ctx.body = '';
      return;
    }
    const visit = await visitFor(ctx, deps, found, secret, secure);
    deps.encrypted(ctx, visit.site);
    ctx.state.identity = { site: visit.site };
    ctx.state.visit = visit;
    await next();
  };

/** The parameter by which the sign-in page leads back. */
const toOf = ({ originalUrl, method }: ConsolePage): string =>
  originalUrl === '/' || (method !== 'GET' && method !== 'HEAD') ? '' : `?${new URLSearchParams({ to: originalUrl })}`;

const visitFor = async (
  ctx: ConsolePage,
  { sites, clock, ids, readOnly, isSecure }: Deps,
  { operator, session, assignments }: OperatorOnDuty,
  secret: string,
  secure: boolean,
): Promise<ConsoleVisit> => {
  const own = (await sites.all())
    .filter(({ id }) => assignments.some(({ site_id }) => site_id === id))
    .sort((one, other) => (one.subdomain < other.subdomain ? -1 : 1));
  const site = siteFor(ctx, own, isSecure(ctx));
  if (own.length > 1 && readLastSite(ctx, secure) !== site.subdomain) keepLastSite(ctx, secure, site.subdomain);
  return {
    operator,
    session,
    secret,
    site,
    sites: own,
    assignments,
    roles: assignments.filter(({ site_id }) => site_id === site.id).map(({ role }) => role),
    canChange: !readOnly && !operator.read_only,
    prefix: own.length > 1 || ctx.state.subdomain !== undefined ? `/s/${site.subdomain}` : '',
    now: clock.now(),
    formKey: () => newFormKey(secret, ids.secret(FORM_NONCE_LENGTH)),
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
  const last = readLastSite(ctx, secure);
  const found = own.find((site) => site.subdomain === last) ?? own[0];
  if (!found) throw new ConsoleRefused('forbidden');
  return found;
};
