import { containsCardNumber } from '@service/billing/values/card/find.ts';
import type { Ids } from '@service/billing/values/ids.ts';
import type { Step } from './request.ts';

/**
 * The allowed format of a client's request id: short, and safe in logs. Never a card number, because the id is logged
 * and stored.
 */
const SANE = /^[\w.:=+/-]{1,64}$/;

export const REQUEST_ID = 'X-Request-Id';

/**
 * Gives the request its correlation id: the client's own `X-Request-Id` if it can be used, else a new one. The response
 * has it too; a step that writes the response itself (`ctx.respond`) adds it, because Node writes headers that come
 * from two sides at twice the cost.
 */
export const requestId = (ids: Pick<Ids, 'uuid'>): Step =>
  async function requestId(ctx, next) {
    const theirs = ctx.get(REQUEST_ID);
    const correlation = SANE.test(theirs) && !containsCardNumber(theirs) ? theirs : ids.uuid();
    ctx.state.correlation = correlation;
    await next();
    if (ctx.respond !== false) ctx.set(REQUEST_ID, correlation);
  };
