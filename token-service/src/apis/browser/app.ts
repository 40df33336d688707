import type { MonotonicClock } from '@service/billing/values/time.ts';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import { isDisconnect } from '../../http/disconnect.ts';
import { releaseOf } from '../../http/files/release.ts';
import type { AnonymousLimits } from '../../http/limits/anonymous.ts';
import type { LoggedAddress } from '../../http/logged-address.ts';
import { type BrowserApiDeps, browserApi } from './browser-api.ts';
import type { Documents } from './frames/built-files.ts';
import { frames } from './frames/frames.ts';
import { release } from './frames/release.ts';
import { errorJson, Refusal } from './refusal.ts';
import { challengePages } from './three-d-secure/challenge-pages.ts';
import { type TestBank, testBankPages } from './three-d-secure/test-bank-page.ts';
import { agreementPage } from './wallet/agreement-page.ts';

export interface BrowserOriginDeps extends BrowserApiDeps {
  /** The files that `npm run build` produced, from `readDocuments`. */
  readonly documents: Documents;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** The bank of customers at the test gateway. */
  readonly testBank: TestBank;
  readonly settings: BrowserOriginSettings;
  /** Other handlers of this origin, which are not logged: health. */
  readonly pages?: readonly Middleware[];
}

export interface BrowserOriginSettings {
  /** The version of the built files: that of the `sdk` package. */
  readonly version: string;
  /** Whether browsers reach this origin over TLS. */
  readonly secure: boolean;
  /** Trust `X-Forwarded-Proto`, `X-Forwarded-Host` and `X-Forwarded-For`. */
  readonly trustProxy: boolean;
  /** Without it, clients are not logged. */
  readonly loggedAddress?: LoggedAddress;
}

/** The browser origin: the library, the card fields, the wallet's page, the API they call, and nothing else. */
export const browserOrigin = (deps: BrowserOriginDeps): Koa => {
  const { documents, log, clock, settings, pages = [] } = deps;
  // Only the last address of X-Forwarded-For is the proxy's own; the client may have written those before it.
  const app = new Koa({ proxy: settings.trustProxy, maxIpsCount: 1 });
  app.on('error', (error: Error) => {
    const { name, message, stack } = error;
    if (!isDisconnect(error)) log.error({ error: { name, message, stack } });
  });

  for (const page of pages) app.use(page);
  app.use(requestLog(log, clock, settings.loggedAddress));
  app.use(readableAddress);
  app.use(browserApi(deps));
  app.use(limited(deps.anonymous));
  app.use(agreementPage(deps));
  app.use(challengePages(settings.secure));
  app.use(testBankPages({ bank: deps.testBank, limiter: deps.limiter, secure: settings.secure }));
  app.use(frames(documents, settings));
  app.use(release(releaseOf(documents.library, settings.version), deps.publicUrl));
  app.use(nothingHere);
  return app;
};

/** Limits the requests of one address, except those to the browser API, which has its own limits. */
const limited = (anonymous: AnonymousLimits): Middleware =>
  async function limited(ctx, next) {
    if (!(await anonymous.refuse(ctx, 'files'))) await next();
  };

/** One line for each request: names and numbers, never a body or a query string. */
const requestLog = (log: Pick<Logger, 'info'>, clock: MonotonicClock, loggedAddress?: LoggedAddress): Middleware =>
  async function requestLog(ctx, next) {
    const started = clock.elapsed();
    await next();
    const { route = 'none' } = ctx.state;
    const address = loggedAddress?.(ctx);
    log.info({
      route,
      method: ctx.method,
      status: ctx.status,
      milliseconds: Math.round(clock.elapsed() - started),
      ...(address && { address }),
    });
  };

/** Returns 404 for an absolute address that cannot be parsed: every other step would throw when it reads the path. */
const readableAddress: Middleware = async function readableAddress(ctx, next) {
  try {
    ctx.path;
  } catch {
    ctx.status = 404;
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.body = NOTHING;
    return;
  }
  await next();
};

const NOTHING = 'There is nothing at this address. The library is at /v1/service.js.';

const nothingHere: Middleware = async function nothingHere(ctx) {
  ctx.status = 404;
  ctx.set('X-Content-Type-Options', 'nosniff');
  if (ctx.path.startsWith('/js/v1/')) {
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.type = 'json';
    ctx.body = errorJson(new Refusal('not-found'));
    return;
  }
  ctx.body = NOTHING;
};
