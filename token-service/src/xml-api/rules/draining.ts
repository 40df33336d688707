import { Failure } from '@service/billing/failure.ts';
import type { Step } from '../api.ts';

/** 503 while the process is going down; the connection is let go, so that the next request finds another one. */
export const refuseWhenDraining = (draining: () => boolean): Step =>
  async function refuseWhenDraining(ctx, next) {
    if (draining()) {
      ctx.set('Connection', 'close');
      throw new Failure('service_unavailable');
    }
    await next();
  };
