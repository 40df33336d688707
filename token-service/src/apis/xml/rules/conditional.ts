import { createHash } from 'node:crypto';
import type { Turn } from '@service/billing/values/steps.ts';
import { matches, tagOf } from '../../../http/etag.ts';
import { isReading } from '../../../http/request.ts';
import type { Api, ApiStep } from '../api.ts';

/** Parts of a document that are hashed in one turn of the event loop: some 256 kB. */
const PARTS_PER_TURN = 16;

/** Adds an `ETag` to read documents, and responds 304 when the client has the document already. */
export const conditional = (turn: Turn): ApiStep =>
  async function conditional(ctx, next) {
    await next();
    if (!isReading(ctx) || ctx.status !== 200) return;
    const { body } = ctx;
    // The tag includes the links: they may change while the page stays the same, and a 304 would leave a client with
    // outdated ones.
    const link = String(ctx.res.getHeader('Link') ?? '');
    const etag = ctx.state.parts
      ? await tagInTurns([...ctx.state.parts, link], turn)
      : typeof body === 'string'
        ? tagOf(body + link)
        : Buffer.isBuffer(body) && tagOf(body);
    if (!etag) return;
    ctx.set('ETag', etag);
    if (matches(ctx.get('If-None-Match'), etag)) notModified(ctx);
  };

/** Returns the tag of a long text in parts, which equals that of the whole text. */
export const tagInTurns = async (parts: readonly string[], turn: Turn): Promise<string> => {
  const sum = createHash('sha256');
  for (const [index, part] of parts.entries()) {
    sum.update(part);
    if (index % PARTS_PER_TURN === PARTS_PER_TURN - 1) await turn();
  }
  return `"${sum.digest('hex').slice(0, 32)}"`;
};

const notModified = (ctx: Api): void => {
  ctx.status = 304;
  ctx.body = null;
  ctx.status = 304;
};
