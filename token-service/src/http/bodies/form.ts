import type { IncomingMessage } from 'node:http';
import { Failure } from '@service/billing/values/failure.ts';
import type { Millis } from '@service/billing/values/time.ts';
import { fieldsOf } from '../query.ts';
import { receive } from './receive.ts';

/** Fields by name, trimmed, without blank ones; of a repeated name, the last value counts. */
export type Form = Readonly<Record<string, string | undefined>>;

export interface FormLimits {
  readonly bytes: number;
  /** From the end of the headers to the end of the body. */
  readonly milliseconds: Millis;
}

const TYPE = 'application/x-www-form-urlencoded';

export const readFields = (text: string): Form => {
  const fields: Record<string, string | undefined> = Object.create(null);
  for (const [name, value] of fieldsOf(text)) fields[name] = value.trim() || undefined;
  return fields;
};

/** Parses the fields of a chunk and zeroes its bytes. */
const emptied = (body: Buffer): Form => {
  const form = readFields(body.toString());
  body.fill(0);
  return form;
};

/**
 * Whether the body arrived together with the headers, as that of a card does: all of its bytes are buffered, in the
 * turn of the event loop in which they were parsed. So they are one chunk, which can be read without a copy.
 */
const cameAtOnce = (request: IncomingMessage, announced: number): boolean =>
  !request.complete && request.readableLength === announced;

/** Needs no timer and no listeners, which cost a token as much as its encryption. */
const readAtOnce = (request: IncomingMessage): Form => {
  const body: Buffer | null = request.read();
  // Only the end follows, which has to be consumed to complete the request.
  request.resume();
  return body ? emptied(body) : readFields('');
};

const readInPieces = async (request: IncomingMessage, { bytes, milliseconds }: FormLimits): Promise<Form> => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), milliseconds);
  const received = await receive(request, bytes, late.signal);
  clearTimeout(timer);
  if (received === 'too_large') throw new Failure('payload_too_large', { bytes });
  if (typeof received === 'string') throw new Failure('request_timeout', { seconds: milliseconds / 1000 });
  const [first = Buffer.alloc(0)] = received;
  const form = emptied(received.length > 1 ? Buffer.concat(received) : first);
  for (const chunk of received) chunk.fill(0);
  return form;
};

/**
 * Reads the fields of a form. Buffers no more than the limit, and zeroes the bytes after reading them. Throws
 * `unsupported_media_type`, `payload_too_large`, or `request_timeout`, also when the client disconnected.
 */
export const readForm = (request: IncomingMessage, limits: FormLimits): Promise<Form> => {
  const { 'content-type': type = '', 'content-length': length } = request.headers;
  if (!type.toLowerCase().startsWith(TYPE)) return Promise.reject(new Failure('unsupported_media_type'));
  const announced = Number(length);
  if (cameAtOnce(request, announced) && announced <= limits.bytes) return Promise.resolve(readAtOnce(request));
  return readInPieces(request, limits);
};
