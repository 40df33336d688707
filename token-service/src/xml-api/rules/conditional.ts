import { matches, tagOf } from '../../etag.ts';
import { type Api, isReading, type Step } from '../api.ts';

/** Gives what was read an `ETag`, and answers 304 when the client has it already. */
export const conditional: Step = async function conditional(ctx, next) {
  await next();
  const { body } = ctx;
  if (!isReading(ctx) || ctx.status !== 200 || !(typeof body === 'string' || Buffer.isBuffer(body))) return;

  // The link to the next page may come and go while the page stays the same; who kept the page kept its links with it.
  const etag = tagOf(typeof body === 'string' ? `${body}${ctx.res.getHeader('Link') ?? ''}` : body);
  ctx.set('ETag', etag);
  if (matches(ctx.get('If-None-Match'), etag)) notModified(ctx);
};

const notModified = (ctx: Api): void => {
  ctx.status = 304;
  ctx.body = null;
  ctx.status = 304;
};
