import { createHash } from 'node:crypto';
import { matches, tagOf } from '../../etag.ts';
import type { Turn } from '../../xml/rendering/turns.ts';
import { type Api, isReading, type Step } from '../api.ts';

/** Parts of a document that are hashed in one turn of the event loop: some 256 kB. */
const PARTS_PER_TURN = 16;

/** Gives what was read an `ETag`, and answers 304 when the client has it already. */
export const conditional = (turn: Turn): Step =>
  async function conditional(ctx, next) {
    await next();
    if (!isReading(ctx) || ctx.status !== 200) return;
    const { body } = ctx;
    // The link to the next page may come and go while the page stays the same; a client that kept the page kept its
    // links with it.
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

/** The tag of a long text in parts, which is that of the whole. */
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
