import { hash } from 'node:crypto';
import type { Ids } from '@service/billing/ids.ts';
import type { AlertCardTesting } from '@service/billing/ports/alerts.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { TaxProvider } from '@service/billing/ports/tax.ts';
import type { Wallet } from '@service/billing/ports/wallet.ts';
import type { Site } from '@service/billing/site.ts';
import type { Clock } from '@service/billing/time.ts';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { inTheClear } from '../in-the-clear.ts';
import { clientAddress } from '../limits/address.ts';
import type { AnonymousLimits } from '../limits/anonymous.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { TokenVault } from '../vault/vault.ts';
import type { BankDirectory } from './bank-directory.ts';
import { bankInfo } from './bank-info.ts';
import { bankToken } from './bank-token.ts';
import { cardToken } from './card-token.ts';
import { COUPON_LIMITS, coupons } from './catalogue/coupons.ts';
import { GIFT_CARD_LIMITS, giftCards } from './catalogue/gift-cards.ts';
import { PLAN_CACHE, plans } from './catalogue/plans.ts';
import { TAX_CACHE, taxes } from './catalogue/tax.ts';
import { type Form, type FormLimits, readFields, readForm } from './form-body.ts';
import { siteByPublicKey } from './public-key.ts';
import { asRefusal, errorJson, Refusal } from './refusal.ts';
import { together } from './together.ts';
import { type Admit, type TokenPost, tokenLimits } from './token-limits.ts';
import { walletToken } from './wallet/wallet-token.ts';
import { type Limits, LOOK_UP_LIMITS, type LookUpLimits, withinLimits } from './within-limits.ts';

export interface BrowserApiDeps {
  readonly vault: Pick<TokenVault, 'present' | 'keep'>;
  readonly sites: Pick<SiteRecords, 'byPublicKey'>;
  readonly banks: BankDirectory;
  readonly tax: TaxProvider;
  /** Where the catalogue is read. */
  readonly storage: Pick<Storage, 'of'>;
  /** Without one, no site has a wallet. */
  readonly wallet?: Wallet;
  /** Counts the requests of each address and each key. */
  readonly limiter: RateLimiter;
  /** Limits all requests of an address. */
  readonly anonymous: AnonymousLimits;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly log: Pick<Logger, 'error'>;
  /** Raises the card-testing alert. */
  readonly alert: AlertCardTesting;
  /** In place of those of every look-up. */
  readonly limits?: LookUpLimits;
  readonly form?: FormLimits;
  /** The browser origin as browsers see it; without it, the address of the request. */
  readonly publicUrl?: string | null;
  /** True while the process is going down: requests are refused, so that they go to another process. */
  readonly draining?: () => boolean;
}

interface Rules {
  readonly name: string;
  /** How long an answer may be cached, as `Cache-Control`; `no-store` without it, and for every refusal. */
  readonly cache?: string;
  /** Pages of other origins may neither call it nor read its answers. */
  readonly ownPagesOnly?: boolean;
}

interface LookUp extends Rules {
  readonly method: 'GET';
  readonly answer: (site: Site, form: Form) => Promise<string>;
  /** In place of those of every look-up. */
  readonly limits?: Limits;
}

interface TokenRoute extends Rules {
  readonly method: 'POST';
  readonly answer: (site: Site, form: Form, admit: Admit, address: string) => Promise<string>;
}

type Route = LookUp | TokenRoute;

/** A route, and the code that its path ends with: one percent-encoded segment. */
interface Found {
  readonly route: Route;
  readonly code?: string;
}

const BASE = '/js/v1/';
const FORM: FormLimits = { bytes: 8192, milliseconds: 10_000 };
const RETRY_AFTER = '5';

/** Names and values in turns, as `writeHead` takes them. */
const HEAD: readonly string[] = [
  'Cache-Control',
  'no-store',
  'Content-Type',
  'application/json; charset=utf-8',
  'Cross-Origin-Resource-Policy',
  'cross-origin',
  'X-Content-Type-Options',
  'nosniff',
];
const HEAD_FOR_EVERYBODY: readonly string[] = ['Access-Control-Allow-Origin', '*', ...HEAD];

/**
 * The API that the frames and the page script call: card tokens, bank tokens, wallet tokens, bank look-ups, taxes, the
 * catalogue. Its requests are dispatched by their exact path, or by that before a code, and pass no other middleware,
 * because a token is to cost little more than reading its body.
 */
export const browserApi = (deps: BrowserApiDeps): Middleware => {
  const { vault, banks, tax, wallet, limiter, clock, ids, log, form = FORM } = deps;
  const siteOf = siteByPublicKey(deps.sites, clock);
  const isInTheClear = inTheClear(deps.publicUrl);
  const putOff = together();
  const limitsOf = (own: LookUpLimits): Limits => withinLimits(limiter, deps.limits ?? own);
  const usual = limitsOf(LOOK_UP_LIMITS);
  const tokens = tokenLimits({ limiter, alert: deps.alert, ids });

  const routes: ReadonlyMap<string, Route> = new Map<string, Route>([
    [`${BASE}token`, { name: 'card token', method: 'POST', answer: cardToken(vault) }],
    [`${BASE}tokens`, { name: 'bank token', method: 'POST', answer: bankToken(vault) }],
    [
      `${BASE}wallet/agreements`,
      { name: 'wallet token', method: 'POST', answer: walletToken(vault, wallet), ownPagesOnly: true },
    ],
    [`${BASE}bank`, { name: 'bank info', method: 'GET', answer: bankInfo(banks) }],
    [`${BASE}tax`, { name: 'tax', method: 'GET', answer: taxes(tax), cache: TAX_CACHE }],
  ]);
  const byCode: ReadonlyMap<string, Route> = new Map<string, Route>([
    [`${BASE}plans/`, { name: 'plan', method: 'GET', answer: plans(deps), cache: PLAN_CACHE }],
    [`${BASE}coupons/`, { name: 'coupon', method: 'GET', answer: coupons(deps), limits: limitsOf(COUPON_LIMITS) }],
    [
      `${BASE}gift_cards/`,
      { name: 'gift card', method: 'GET', answer: giftCards(deps), limits: limitsOf(GIFT_CARD_LIMITS) },
    ],
  ]);
  const find = (path: string): Found | undefined => {
    const route = routes.get(path);
    if (route) return { route };
    const start = path.lastIndexOf('/') + 1;
    const one = byCode.get(path.slice(0, start));
    const code = one && decoded(path.slice(start));
    return one && code ? { route: one, code } : undefined;
  };

  const answer = async (ctx: Context, { route, code }: Found, query: string): Promise<string> => {
    if (deps.draining?.()) throw new Refusal('unavailable');
    if (route.ownPagesOnly && isFromOtherPage(ctx, deps.publicUrl)) throw new Refusal('other-page');
    if (route.method === 'POST') return makeToken(ctx, route);

    const { limits = usual } = route;
    await limits.address(route.name, clientAddress(ctx));
    const fields = readFields(query);
    const site = await siteFor(ctx, fields);
    await limits.site(route.name, site);
    return route.answer(site, code === undefined ? fields : { ...fields, code });
  };

  const makeToken = (ctx: Context, route: TokenRoute): Promise<string> => {
    const post: TokenPost = { route: route.name, address: clientAddress(ctx) };
    return tokens.count(post, async (admit) => {
      const fields = await readForm(ctx.req, form);
      ctx.state.isRead = true;
      const site = await siteFor(ctx, fields);
      post.site = site;
      return route.answer(site, fields, admit, post.address);
    });
  };

  const siteFor = async (ctx: Context, { key }: Form): Promise<Site> => {
    const site = await siteOf(key);
    if (site.mode === 'production' && isInTheClear(ctx)) throw new Refusal('https-required');
    return site;
  };

  const refuse = (ctx: Context, error: unknown): void => {
    const refusal = asRefusal(error) ?? unexpected(ctx, error);
    ctx.status = refusal.status;
    if (refusal.reason === 'too-many-requests') ctx.set('Retry-After', refusal.value);
    if (refusal.reason === 'unavailable') ctx.set('Retry-After', RETRY_AFTER);
    // What is left of the body would be read as the next request.
    if (!ctx.req.complete && !ctx.state.isRead) ctx.set('Connection', 'close');
    ctx.body = errorJson(refusal);
  };

  const unexpected = (ctx: Context, error: unknown): Refusal => {
    const id = ids.uuid();
    const { name, message, stack } =
      error instanceof Error ? error : new Error('something was thrown that is no error');
    log.error({ request_id: id, route: ctx.state.route, error: { name, message, stack } });
    return new Refusal('unexpected', id);
  };

  /**
   * Answers in one piece, past Koa's own way of doing so, which looks at every header again and costs half as much as
   * sealing a token.
   */
  const send = (ctx: Context, route: Route, body: string): void => {
    const { res } = ctx;
    ctx.respond = false;
    res.statusCode = 200;
    putOff(() => {
      res.writeHead(200, [...headOf(route), 'Content-Length', String(Buffer.byteLength(body))]);
      res.end(body);
    });
  };

  return async function browserApi(ctx, next) {
    const { url = '', method } = ctx.req;
    if (!url.startsWith(BASE)) return next();
    const end = url.indexOf('?');
    const found = find(end < 0 ? url : url.slice(0, end));
    if (!found) return next();
    const { route } = found;

    ctx.state.route = route.name;
    try {
      const wait = await deps.anonymous.hit(ctx, 'files');
      if (wait > 0) throw new Refusal('too-many-requests', wait);
      if (method === 'OPTIONS') return preflight(ctx, route);
      if (method !== route.method) throw wrongMethod(ctx, route);
      const body = await answer(ctx, found, end < 0 ? '' : url.slice(end + 1));
      if (route.cache) sendKept(ctx, route, body, route.cache);
      else send(ctx, route, body);
    } catch (error) {
      setHead(ctx, route);
      refuse(ctx, error);
    }
  };
};

const headOf = ({ ownPagesOnly }: Route): readonly string[] => (ownPagesOnly ? HEAD : HEAD_FOR_EVERYBODY);

const setHead = (ctx: Context, route: Route): void => {
  const head = headOf(route);
  for (let i = 0; i < head.length; i += 2) ctx.res.setHeader(head[i] ?? '', head[i + 1] ?? '');
};

const decoded = (segment: string): string | undefined => {
  try {
    const code = decodeURIComponent(segment);
    // No database can be asked for it.
    return code.includes('\0') ? undefined : code;
  } catch {
    return undefined;
  }
};

/** Sends what others may keep with its tag, or says that theirs is still right. */
const sendKept = (ctx: Context, route: Route, body: string, cache: string): void => {
  setHead(ctx, route);
  ctx.status = 200;
  ctx.set({ 'Cache-Control': cache, ETag: `"${hash('sha256', body).slice(0, 32)}"` });
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = body;
};

/**
 * Whether a page of another origin asks; browsers of today say so themselves. Without a page, nobody's consent is
 * borrowed.
 */
const isFromOtherPage = (ctx: Context, publicUrl: string | null | undefined): boolean => {
  const relation = ctx.get('Sec-Fetch-Site');
  if (relation) return relation !== 'same-origin';
  const origin = ctx.get('Origin');
  return origin !== '' && origin !== publicUrl && URL.parse(origin)?.host !== ctx.host;
};

/** Requests of the browser library are simple and need no preflight; others may still ask. */
const preflight = (ctx: Context, route: Route): void => {
  setHead(ctx, route);
  ctx.status = 204;
  ctx.set('Access-Control-Allow-Methods', route.method);
  ctx.set('Access-Control-Allow-Headers', 'Content-Type');
  ctx.set('Access-Control-Max-Age', '86400');
};

const wrongMethod = (ctx: Context, { method }: Route): Refusal => {
  ctx.set('Allow', `${method}, OPTIONS`);
  return new Refusal('wrong-method', method);
};
