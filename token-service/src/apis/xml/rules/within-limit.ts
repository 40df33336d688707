import type { alertRateLimit } from '@service/billing/usecases/alerts/alert-rate-limit.ts';
import { Failure } from '@service/billing/values/failure.ts';
import type { Logger } from 'pino';
import type { ApiStep } from '../api.ts';
import { WINDOW } from '../limits/allowance.ts';
import { identityOf } from './authorized.ts';

type Alert = ReturnType<typeof alertRateLimit>;

/** Responds 429 when the window is full. An alert that cannot be queued is logged; it does not change the response. */
export const withinLimit = (alert: Alert, log: Pick<Logger, 'error'>): ApiStep =>
  async function withinLimit(ctx, next) {
    const { usage, correlation } = ctx.state;
    if (!usage || usage.allowed) return next();

    const { site } = identityOf(ctx);
    const reached = { limit: usage.limit, window_in_seconds: WINDOW, correlation };
    await alert(site, reached).catch((error: Error) =>
      log.error({
        request_id: correlation,
        notice: 'limit_exceeded',
        error: { name: error.name, message: error.message },
      }),
    );
    throw new Failure('too_many_requests', { limit: usage.limit, seconds: usage.wait });
  };
