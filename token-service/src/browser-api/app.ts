import type { MonotonicClock } from '@service/billing/time.ts';
import Koa, { type Middleware } from 'koa';
import type { Logger } from 'pino';
import { isDisconnect } from '../disconnect.ts';
import type { Documents } from '../frames/documents.ts';
import { frames } from '../frames/frames.ts';
import { release, releaseOf } from '../frames/release.ts';
import type { AnonymousLimits } from '../limits/anonymous.ts';
import type { LoggedAddress } from '../logged-address.ts';
import { type BrowserApiDeps, browserApi } from './browser-api.ts';
import { errorJson, Refusal } from './refusal.ts';
import { agreementPage } from './wallet/agreement-page.ts';

export interface BrowserOriginDeps extends BrowserApiDeps {
  /** What `npm run build` made, from `readDocuments`. */
  readonly documents: Documents;
  readonly log: Pick<Logger, 'info' | 'error'>;
  readonly settings: BrowserOriginSettings;
  /** Other things this origin answers, unlogged: health. */
  readonly pages?: readonly Middleware[];
}

export interface BrowserOriginSettings {
  /** Of the built files: that of the `sdk` package. */
  readonly version: string;
  /** Whether browsers reach this origin over TLS. */
  readonly secure: boolean;
  /** Believe `X-Forwarded-Proto`, `X-Forwarded-Host` and `X-Forwarded-For`. */
  readonly trustProxy: boolean;
  /** Without it, the log says nothing of clients. */
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
  app.use(browserApi(deps));
  app.use(limited(deps.anonymous));
  app.use(agreementPage(deps));
  app.use(frames(documents, settings));
  app.use(release(releaseOf(documents, settings.version), deps.publicUrl));
  app.use(nothingHere);
  return app;
};

/** Limits what one address asks of everything but the browser API, which counts for itself. */
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

const nothingHere: Middleware = async function nothingHere(ctx) {
  ctx.status = 404;
  ctx.set('X-Content-Type-Options', 'nosniff');
  if (ctx.path.startsWith('/js/v1/')) {
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.type = 'json';
    ctx.body = errorJson(new Refusal('not-found'));
    return;
  }
  ctx.body = 'There is nothing at this address. The library is at /v1/service.js.';
};
