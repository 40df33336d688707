import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.ts';

/** Bytes of the largest body that is read. */
const LARGEST_BODY = 256 * 1024;

/** @throws {ApiError} 413 when the body is larger than `most` bytes, 256 KiB unless given */
export const readRequestBody = async (request: IncomingMessage, most = LARGEST_BODY): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most)
      throw new ApiError(413, {
        type: 'invalid_request_error',
        message: `The body is larger than ${most} bytes.`,
      });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
