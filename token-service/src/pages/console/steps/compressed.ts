import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chosenEncoding } from '../../../http/preferred.ts';
import type { ConsoleStep } from '../visit.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Smaller bodies gain nothing. */
const LEAST_BYTES = 1024;
const BROTLI_QUALITY = 4;

/**
 * Compresses pages. No secret is in a page twice: form keys have a nonce, so the length of a compressed page that
 * repeats what was searched for reveals none of them.
 */
export const compressed: ConsoleStep = async function compressed(ctx, next) {
  await next();
  const { body } = ctx;
  if (typeof body !== 'string' || body.length < LEAST_BYTES) return;
  ctx.vary('Accept-Encoding');
  const encoding = chosenEncoding(ctx.get('Accept-Encoding'), ['br', 'gzip']);
  if (!encoding) return;
  const bytes = Buffer.from(body);
  const type = ctx.response.get('Content-Type');
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  ctx.body = await (encoding === 'br' ? brotli(bytes, { params }) : gzipped(bytes));
  ctx.set('Content-Type', type);
  ctx.set('Content-Encoding', encoding);
};
