import type { IncomingMessage } from 'node:http';
import { Failure } from '@service/billing/values/failure.ts';

/** Limits of a body. */
export interface BodyLimits {
  /** Greatest size in bytes. */
  readonly bytes: number;
  /** Seconds within which the whole body must arrive. */
  readonly seconds: number;
}

/**
 * How much of a too large body is read and dropped, because a client that is still sending does not read the response.
 */
const PATIENCE = 4;

/**
 * Reads the whole body. Throws `payload_too_large`, `request_timeout` once `deadline` fires, and `bad_request` when the
 * client disconnected. Keeps no more than the limit in memory.
 */
export const readBody = (
  request: IncomingMessage,
  { bytes, seconds }: BodyLimits,
  deadline: AbortSignal,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;

    const tooLarge = () => new Failure('payload_too_large', { bytes });
    const settle = (finish: () => void): void => {
      request.off('data', take).off('end', complete).off('close', goneAway);
      deadline.removeEventListener('abort', late);
      finish();
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= bytes) chunks.push(chunk);
      else chunks = [];
      if (size > bytes * PATIENCE) settle(() => reject(tooLarge()));
    };
    const complete = (): void => settle(() => (size > bytes ? reject(tooLarge()) : resolve(joined(chunks))));
    const late = (): void => settle(() => reject(new Failure('request_timeout', { seconds })));
    const goneAway = (): void =>
      settle(() => reject(new Failure('bad_request', {}, 'The connection ended before the body did')));

    if (Number(request.headers['content-length']) > bytes * PATIENCE) return reject(tooLarge());
    if (deadline.aborted) return late();
    deadline.addEventListener('abort', late);
    request.on('data', take).on('end', complete).on('close', goneAway);
  });

const joined = (chunks: readonly Buffer[]): Buffer => (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
