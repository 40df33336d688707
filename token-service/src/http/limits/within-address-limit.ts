import { Failure } from '@service/billing/values/failure.ts';
import type { Step } from '../request.ts';
import type { AnonymousKind, AnonymousLimits } from './anonymous.ts';

/** Refuses the requests of an address that has made too many. */
export const withinAddressLimit = (anonymous: Pick<AnonymousLimits, 'hit'>, kind: AnonymousKind): Step =>
  async function withinAddressLimit(ctx, next) {
    const seconds = await anonymous.hit(ctx, kind);
    if (seconds > 0) throw new Failure('too_many_requests', { seconds });
    await next();
  };
