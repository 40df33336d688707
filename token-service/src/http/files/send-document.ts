import type { Context } from 'koa';
import { matches } from '../etag.ts';
import { chosenEncoding } from '../preferred.ts';
import type { Compression, Document } from './document.ts';

/** The server chooses: browsers list what they can read, and name gzip first. */
const SMALLEST_FIRST: readonly Compression[] = ['br', 'gzip'];

/** Sends a document in the smallest encoding that the client accepts, or 304 if the client has it. */
export const sendDocument = async (
  ctx: Pick<Context, 'vary' | 'status' | 'set' | 'get' | 'body'>,
  { identity, compressed, digest }: Document,
): Promise<void> => {
  const encoding = compressed && chosenEncoding(ctx.get('Accept-Encoding'), SMALLEST_FIRST);
  const etag = `"${digest}-${encoding ?? 'identity'}"`;
  ctx.vary('Accept-Encoding');
  ctx.set('ETag', etag);
  if (matches(ctx.get('If-None-Match'), etag)) {
    ctx.status = 304;
    return;
  }
  const body = encoding ? await compressed(encoding) : identity;
  ctx.status = 200;
  if (encoding) ctx.set('Content-Encoding', encoding);
  ctx.body = body;
};
