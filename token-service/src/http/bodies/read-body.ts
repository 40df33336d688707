import type { IncomingMessage } from 'node:http';
import { Failure } from '@service/billing/values/failure.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { receive } from './receive.ts';

/** Limits of a body. */
export interface BodyLimits {
  /** Greatest size in bytes. */
  readonly bytes: number;
  /** Seconds within which the whole body must arrive. */
  readonly seconds: Seconds;
}

/**
 * Reads the whole body. Throws `payload_too_large`, `request_timeout` once `deadline` fires, and `bad_request` when the
 * client disconnected.
 */
export const readBody = async (
  request: IncomingMessage,
  { bytes, seconds }: BodyLimits,
  deadline: AbortSignal,
): Promise<Buffer> => {
  const received = await receive(request, bytes, deadline);
  if (received === 'too_large') throw new Failure('payload_too_large', { bytes });
  if (received === 'too_late') throw new Failure('request_timeout', { seconds });
  if (received === 'disconnected') {
    throw new Failure('bad_request', {}, 'The connection ended before the body did');
  }
  return received.length === 1 ? received[0]! : Buffer.concat(received);
};
