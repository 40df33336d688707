import { Failure } from '@service/billing/failure.ts';
import type { Site } from '@service/billing/site.ts';
import type { Logger } from 'pino';
import type { Step } from '../api.ts';
import { identityOf } from './authorized.ts';

type Notify = (site: Site, limit: number, correlation: string) => Promise<void>;

/** 429 when the window is full. A notice that cannot be queued is logged; it does not change the answer. */
export const withinLimit = (notify: Notify, log: Pick<Logger, 'error'>): Step =>
  async function withinLimit(ctx, next) {
    const { usage, correlation } = ctx.state;
    if (!usage || usage.allowed) return next();

    const { site } = identityOf(ctx);
    await notify(site, usage.limit, correlation).catch((error: Error) =>
      log.error({
        request_id: correlation,
        notice: 'limit_exceeded',
        error: { name: error.name, message: error.message },
      }),
    );
    throw new Failure('too_many_requests', { limit: usage.limit, seconds: usage.wait });
  };
