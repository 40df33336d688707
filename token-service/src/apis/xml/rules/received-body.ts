import { Failure } from '@service/billing/values/failure.ts';
import type { Millis } from '@service/billing/values/time.ts';
import { type BodyLimits, readBody } from '../../../http/bodies/read-body.ts';
import type { Api, ApiStep } from '../api.ts';
import { isXml } from '../body/content-type.ts';
import type { Endpoint } from '../endpoint.ts';

interface Settings {
  readonly limits: BodyLimits;
  /** A signal that fires after so many milliseconds. */
  readonly deadline: (milliseconds: Millis) => AbortSignal;
}

/** Receives the body of endpoints that have one: 415, 413, 408, 400 `no_body`. Other endpoints ignore it. */
export const receivedBody = (wanted: Endpoint['body'], { limits, deadline }: Settings): ApiStep =>
  async function receivedBody(ctx, next) {
    if (wanted) {
      refuseOtherTypes(ctx);
      const bytes = await received(ctx, limits, deadline);
      if (!isBlank(bytes)) ctx.state.bytes = bytes;
      else if (!wanted.optional) throw new Failure('no_body');
    }
    await next();
  };

const refuseOtherTypes = (ctx: Api): void => {
  if (!announcesBody(ctx)) return;
  const type = ctx.get('Content-Type');
  const encoding = ctx.get('Content-Encoding').toLowerCase();
  if (type !== '' && !isXml(type)) throw new Failure('unsupported_media_type');
  if (encoding !== '' && encoding !== 'identity') {
    throw new Failure('unsupported_media_type', {}, 'Send the body without Content-Encoding');
  }
};

const announcesBody = (ctx: Api): boolean =>
  ctx.get('Transfer-Encoding') !== '' || (ctx.get('Content-Length') !== '' && ctx.get('Content-Length') !== '0');

const received = async (ctx: Api, limits: BodyLimits, deadline: Settings['deadline']): Promise<Buffer> => {
  try {
    return await readBody(ctx.req, limits, deadline(limits.seconds * 1000));
  } catch (refusal) {
    // The rest of this body is discarded.
    ctx.set('Connection', 'close');
    throw refusal;
  }
};

/** Only XML white space. */
const isBlank = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
