import { Failure } from '@service/billing/values/failure.ts';
import type { Step } from './request.ts';

/**
 * Refuses requests while the process is shutting down, and closes the connection, so that the next request goes to
 * another process.
 */
export const refuseWhenDraining = (draining: () => boolean): Step =>
  function refuseWhenDraining(ctx, next) {
    if (draining()) {
      ctx.set('Connection', 'close');
      throw new Failure('service_unavailable');
    }
    return next();
  };
