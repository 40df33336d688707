import type { Context } from 'koa';
import { matches } from '../etag.ts';
import type { Document, Encoding } from './documents.ts';

/** The server chooses: browsers list what they can read, and name gzip first. */
const SMALLEST_FIRST: readonly Encoding[] = ['br', 'gzip'];

/** Sends a document in the smallest encoding that the client accepts, or 304 if the client has it. */
export const sendDocument = (
  ctx: Pick<Context, 'acceptsEncodings' | 'vary' | 'status' | 'set' | 'get' | 'body'>,
  { bytes, digest }: Document,
): void => {
  const encoding = SMALLEST_FIRST.find((each) => bytes[each] && ctx.acceptsEncodings(each)) ?? 'identity';
  const etag = `"${digest}-${encoding}"`;
  ctx.vary('Accept-Encoding');
  ctx.set('ETag', etag);
  if (matches(ctx.get('If-None-Match'), etag)) {
    ctx.status = 304;
    return;
  }
  ctx.status = 200;
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.body = bytes[encoding];
};
