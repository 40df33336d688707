import type { Ids } from '@service/billing/values/ids.ts';
import type { Logger } from 'pino';
import type { Browser, Step } from '../api.ts';
import { asRefusal, errorJson, Refusal } from '../refusal.ts';
import { type Head, setHead } from './head.ts';

interface Deps {
  readonly ids: Pick<Ids, 'uuid'>;
  readonly log: Pick<Logger, 'error'>;
}

/** Seconds. */
const RETRY_AFTER = '5';

/** Renders errors of the following steps: a refusal as it is, any other as `unexpected` with a logged id. */
export const refusals = (deps: Deps, head: Head): Step =>
  async function refusals(ctx, next) {
    try {
      await next();
    } catch (error) {
      setHead(ctx, head);
      answer(ctx, asRefusal(error) ?? unexpected(ctx, deps, error));
    }
  };

const answer = (ctx: Browser, refusal: Refusal): void => {
  ctx.status = refusal.status;
  if (refusal.reason === 'too-many-requests') ctx.set('Retry-After', refusal.value);
  if (refusal.reason === 'unavailable') ctx.set('Retry-After', RETRY_AFTER);
  // The rest of the body would be parsed as the next request.
  if (!ctx.req.complete && !ctx.state.isRead) ctx.set('Connection', 'close');
  ctx.body = errorJson(refusal);
};

const unexpected = (ctx: Browser, { ids, log }: Deps, error: unknown): Refusal => {
  const id = ids.uuid();
  const { name, message, stack } = error instanceof Error ? error : new Error('something was thrown that is no error');
  log.error({ request_id: id, route: ctx.state.route, error: { name, message, stack } });
  return new Refusal('unexpected', id);
};
