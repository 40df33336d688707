import type { MonotonicClock } from '@service/billing/values/time.ts';
import type { Logger } from 'pino';
import type { LoggedAddress } from './logged-address.ts';
import type { Step } from './request.ts';

/**
 * Writes one line for each request. Names, numbers and ids only: never a path, a query string or a body. When a key, a
 * permission or a payment was rejected, also the client's `loggedAddress`.
 */
export const requestLog = (log: Pick<Logger, 'info'>, clock: MonotonicClock, loggedAddress?: LoggedAddress): Step =>
  async function requestLog(ctx, next) {
    const started = clock.elapsed();
    await next();
    const address = loggedAddress?.(ctx);
    const { route = 'none', correlation, identity, symbol } = ctx.state;
    log.info({
      route,
      method: ctx.method,
      status: ctx.status,
      milliseconds: Math.round(clock.elapsed() - started),
      request_id: correlation,
      ...(identity && { site: identity.site.subdomain }),
      ...(identity?.key && { key: identity.key.id }),
      ...(symbol && { symbol }),
      ...(address && { address }),
    });
  };
