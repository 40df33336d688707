import Router from '@koa/router';
import type { World } from '@service/billing/ports/world.ts';
import type { Logger } from 'pino';
import { failures } from '../../http/failures.ts';
import type { IdempotencyKeys } from '../../http/idempotency.ts';
import { requireEncryption } from '../../http/in-the-clear.ts';
import type { AnonymousKind, AnonymousLimits } from '../../http/limits/anonymous.ts';
import { withinAddressLimit } from '../../http/limits/within-address-limit.ts';
import { clientOrigin } from '../../http/origin.ts';
import { refuseWhenReadOnly } from '../../http/read-only.ts';
import { readablePath } from '../../http/readable-path.ts';
import { named, operation, type Step as RequestStep } from '../../http/request.ts';
import { routed } from '../../http/routed.ts';
import { headersForPages } from '../../http/security-headers.ts';
import { type ConsoleRoutesDeps, consoleRoutes } from './console-routes.ts';
import { operatorSessionCookie } from './cookies.ts';
import { consoleAssets } from './parts/assets.ts';
import { ConsoleRefused } from './refused.ts';
import type { ConsoleRoute, ProvedMoney } from './route.ts';
import type { ConsoleAccess } from './sign-in/access.ts';
import { profilePages } from './sign-in/profile-pages.ts';
import { beginning, signInPages } from './sign-in/sign-in-pages.ts';
import { compressed } from './steps/compressed.ts';
import { consoleFailures } from './steps/failures.ts';
import { needFreshProof } from './steps/fresh-proof.ts';
import { moneyProofOf, provedAboveLimit } from './steps/money-proofs.ts';
import { operatorSignedIn } from './steps/operator-signed-in.ts';
import { consolePolicy } from './steps/policy.ts';
import { eachFormOnce, formOfThisOrigin, formOfThisSession } from './steps/sent-form.ts';
import { siteOfAddress } from './steps/site-of-address.ts';
import {
  type ConsolePage,
  type ConsoleState,
  type ConsoleStep,
  consoleVisitOf,
  needPermission,
  sentForm,
} from './visit.ts';

export interface ConsoleDeps extends ConsoleRoutesDeps {
  readonly world: World;
  readonly idempotency: IdempotencyKeys;
  readonly access: ConsoleAccess;
  /** Whether the process only reads. */
  readonly readOnly: boolean;
  /** Whether its console only reads (`CONSOLE_READ_ONLY=1`). */
  readonly consoleReadOnly: boolean;
  /** Whether a client of this network may use the console (`CONSOLE_NETWORKS`). */
  readonly isAllowed: (ctx: ConsolePage) => boolean;
  readonly anonymous: AnonymousLimits;
  readonly log: Pick<Logger, 'error'>;
  /** `CONSOLE_URL`. */
  readonly consoleUrl: string | null;
}

/**
 * The pages on which operators, support and finance work. They are alone on their origin. `pages` are those behind the
 * sign-in, with their permissions, for the test of all roles.
 */
export const consolePages = (deps: ConsoleDeps): RequestStep & { readonly pages: readonly ConsoleRoute[] } => {
  const { world, log, anonymous, consoleUrl, access } = deps;
  const { clock, ids } = world;
  const isSecure = (ctx: Pick<ConsolePage, 'secure'>): boolean => consoleUrl?.startsWith('https:') ?? ctx.secure;
  const encrypted = requireEncryption(consoleUrl);
  const origin = clientOrigin(consoleUrl);

  /** The steps of every address: no answer is without a limit, and no error without a page. */
  const arrivalOf = (kind: AnonymousKind): ConsoleStep[] => [
    compressed,
    headersForPages(consolePolicy(), isSecure),
    failures(log, consoleFailures),
    refuseWhenReadOnly(deps.readOnly),
    withinAddressLimit(anonymous, kind),
    readablePath,
    ofAllowedNetwork(deps.isAllowed),
  ];
  const arrival = [
    ...arrivalOf('console'),
    encryptedWithProduction(access.hasProduction, encrypted),
    withOperator(access.isOpen),
  ];
  const visiting = operatorSignedIn({
    continueSession: access.continueSession,
    clock,
    ids,
    readOnly: deps.consoleReadOnly,
    isSecure,
    encrypted,
  });
  const once = eachFormOnce({ keys: deps.idempotency, clock });

  const router = new Router<ConsoleState>({ sensitive: true, exclusive: 'specificity' });
  const add = (route: ConsoleRoute): void => {
    const { method, path, name, permission, fresh = false, keeps = [], uploads, run } = route;
    const proof = moneyProofOf(route);
    const steps: ConsoleStep[] = [
      visiting,
      ...(permission === 'signed in' ? [] : [permittedAtRoute(permission)]),
      ...(method === 'post' ? [formOfThisOrigin(origin, uploads), formOfThisSession] : []),
      ...(fresh || proof === 'always' ? [freshlyProved(keeps)] : []),
      ...(method === 'post' && proof === 'above the limit' ? [provedAboveLimit(moneyOfForm(route))] : []),
      ...(method === 'post' ? [once] : []),
      operation(run),
    ];
    router[method](path, ...([named(name), ...arrival, ...steps] as never[]));
  };
  const pages = [...consoleRoutes(deps), ...profilePages(access)];
  for (const route of pages) add(route);
  for (const { method, path, name, limit, run } of signInPages({
    access,
    isSecure,
    begin: beginning({ access, isSecure }),
  })) {
    const steps = [
      ...arrival,
      ...(limit === undefined ? [] : [withinAddressLimit(anonymous, limit)]),
      ...(method === 'post' ? [formOfThisOrigin(origin)] : []),
      operation(run),
    ];
    router[method](path, ...([named(name), ...steps] as never[]));
  }
  router.get('/assets/:file', ...([named('console assets'), ...arrivalOf('files'), consoleAssets] as never[]));
  // Apart from the pages: within one router it would be taken for a page with more parameters than its own one.
  const others = new Router<ConsoleState>();
  others.all(
    '/{*rest}',
    ...([named('console none'), ...arrival, ifSignedIn(visiting, isSecure), nothingHere] as never[]),
  );
  const [routes, otherRoutes] = [router, others].map((each) => each.routes() as unknown as ConsoleStep) as [
    ConsoleStep,
    ConsoleStep,
  ];
  const step = routed(
    function consolePages(ctx: ConsolePage, next) {
      return siteOfAddress(ctx, async () => routes(ctx, async () => otherRoutes(ctx, next)));
    } as ConsoleStep as unknown as RequestStep,
    [...router.stack, ...others.stack].map(({ path }) => String(path)),
  );
  return Object.assign(step, { pages });
};

const ofAllowedNetwork = (isAllowed: ConsoleDeps['isAllowed']): ConsoleStep =>
  async function ofAllowedNetwork(ctx, next) {
    if (!isAllowed(ctx)) throw new ConsoleRefused('foreign_network');
    await next();
  };

/** Refuses pages, that of signing in included, over plain HTTP where the deployment has a production site. */
const encryptedWithProduction = (
  hasProduction: () => Promise<boolean>,
  encrypted: ReturnType<typeof requireEncryption>,
): ConsoleStep =>
  async function encryptedWithProduction(ctx, next) {
    if (await hasProduction()) encrypted(ctx, { mode: 'production' });
    await next();
  };

/** The console is closed until an operator exists, or the owner of the demo site may sign in. */
const withOperator = (isOpen: () => Promise<boolean>): ConsoleStep =>
  async function withOperator(_, next) {
    if (!(await isOpen())) throw new ConsoleRefused('no_operator');
    await next();
  };

const permittedAtRoute = (permission: Exclude<ConsoleRoute['permission'], 'signed in'>): ConsoleStep =>
  async function permittedAtRoute(ctx, next) {
    needPermission(consoleVisitOf(ctx), permission);
    await next();
  };

const moneyOfForm = ({ name, money }: ConsoleRoute): ProvedMoney => {
  if (!money) throw new Error(`The form of "${name}" does not say what it moves, which MONEY_PROOFS needs.`);
  return money;
};

const freshlyProved = (keeps: readonly string[]): ConsoleStep =>
  async function freshlyProved(ctx, next) {
    const form = sentForm(ctx);
    const kept = Object.fromEntries(keeps.map((field) => [field, form[field]]));
    if (!needFreshProof(ctx, consoleVisitOf(ctx), kept)) await next();
  };

/** Finds the visit of a browser with a session, whose page then has the menu. */
const ifSignedIn = (visiting: ConsoleStep, isSecure: (ctx: Pick<ConsolePage, 'secure'>) => boolean): ConsoleStep =>
  async function ifSignedIn(ctx, next) {
    if (ctx.method === 'GET' && operatorSessionCookie.read(ctx, isSecure(ctx))) await visiting(ctx, next);
    else await next();
  };

const nothingHere: ConsoleStep = function nothingHere() {
  throw new ConsoleRefused('missing');
};
