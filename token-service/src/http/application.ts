import type { Ids } from '@service/billing/values/ids.ts';
import type { MonotonicClock } from '@service/billing/values/time.ts';
import Koa from 'koa';
import type { Logger } from 'pino';
import { isDisconnect } from './disconnect.ts';
import type { LoggedAddress } from './logged-address.ts';
import type { Step, SurfaceStep } from './request.ts';
import { requestId } from './request-id.ts';
import { requestLog } from './request-log.ts';
import { WRITE_TIMEOUT, writeTimeout } from './write-timeout.ts';

/** Dependencies of an origin. */
export interface Kernel {
  readonly log: Pick<Logger, 'info' | 'error'>;
  readonly clock: MonotonicClock;
  readonly ids: Pick<Ids, 'uuid'>;
  /** Trust `X-Forwarded-Proto`, `X-Forwarded-Host` and `X-Forwarded-For`. */
  readonly trustProxy: boolean;
  /** The form in which clients are logged; undefined: they are not. */
  readonly loggedAddress?: LoggedAddress | undefined;
  /** Has a span for each request; undefined: there are no traces. */
  readonly traced?: Step | undefined;
  /** Measures requests; undefined: they are not. */
  readonly measured?: Step;
  /** `/health` and `/metrics`, which monitoring reads every few seconds: they are not logged. */
  readonly probes?: readonly Koa.Middleware[];
}

/**
 * The application of one origin: the steps that every request passes, then those of its surfaces in order. A surface
 * passes on what it does not serve. Each has a state of its own, which begins with that of the request.
 */
export const application = (
  { log, clock, ids, trustProxy, loggedAddress, traced, measured, probes = [] }: Kernel,
  surfaces: readonly SurfaceStep[],
): Koa => {
  // Only the last address of X-Forwarded-For is the proxy's own; the client may have written those before it.
  const app = new Koa({ proxy: trustProxy, maxIpsCount: 1 });
  app.on('error', (error: Error) => {
    const { name, message, stack } = error;
    if (!isDisconnect(error)) log.error({ error: { name, message, stack } });
  });

  app.use(writeTimeout(WRITE_TIMEOUT));
  for (const probe of probes) app.use(probe);
  app.use(requestId(ids));
  if (traced) app.use(traced);
  if (measured) app.use(measured);
  app.use(requestLog(log, clock, loggedAddress));
  for (const step of surfaces) app.use(step as Step);
  return app;
};
