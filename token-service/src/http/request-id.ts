import { containsCardNumber } from '@service/billing/values/card/find.ts';
import type { Ids } from '@service/billing/values/ids.ts';
import type { Step } from './request.ts';

/**
 * The allowed format of a client's request id: short, and safe in logs. Never a card number, because the id is logged
 * and stored.
 */
const SANE = /^[\w.:=+/-]{1,64}$/;

/** Gives the request its correlation id: the client's own `X-Request-Id` if it can be used, else a new one. */
export const requestId = (ids: Pick<Ids, 'uuid'>): Step =>
  async function requestId(ctx, next) {
    const theirs = ctx.get('X-Request-Id');
    ctx.state.correlation = SANE.test(theirs) && !containsCardNumber(theirs) ? theirs : ids.uuid();
    ctx.set('X-Request-Id', ctx.state.correlation);
    await next();
  };
