import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.ts';

/** Bytes of the largest body that is read. */
const LARGEST_BODY = 256 * 1024;

/** @throws {ApiError} 413 when the body is larger than 256 KiB */
export const readRequestBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY)
      throw new ApiError(413, {
        type: 'invalid_request_error',
        message: `The body is larger than ${LARGEST_BODY} bytes.`,
      });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};
