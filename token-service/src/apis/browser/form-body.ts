import type { IncomingMessage } from 'node:http';
import { fieldsOf } from '../../http/query.ts';
import { Refusal } from './refusal.ts';

/** Fields by name, trimmed, without blank ones; of a repeated name, the last value counts. */
export type Form = Readonly<Record<string, string | undefined>>;

export interface FormLimits {
  readonly bytes: number;
  /** From the end of the headers to the end of the body. */
  readonly milliseconds: number;
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
 * How much of a too large body is read and dropped, because a client that is still sending does not read the response.
 */
const PATIENCE = 4;

/** One body while it is received. */
class Arrival {
  readonly #limits: FormLimits;
  readonly #timer: NodeJS.Timeout;
  readonly #resolve: (form: Form) => void;
  readonly #reject: (error: Refusal) => void;
  #chunks: Buffer[] = [];
  #size = 0;
  #over = false;

  constructor(
    request: IncomingMessage,
    limits: FormLimits,
    resolve: (form: Form) => void,
    reject: (error: Refusal) => void,
  ) {
    this.#limits = limits;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(() => this.#late(), limits.milliseconds);
    request.on('data', (chunk: Buffer) => this.#take(chunk));
    request.on('end', () => this.#finish());
    request.on('close', () => this.#late());
  }

  #take(chunk: Buffer): void {
    this.#size += chunk.length;
    this.#chunks.push(chunk);
    if (this.#over || this.#tooLarge(1)) this.#forget();
    if (this.#tooLarge(PATIENCE)) this.#refuse(new Refusal('too-large', this.#limits.bytes));
  }

  #finish(): void {
    if (this.#tooLarge(1)) this.#refuse(new Refusal('too-large', this.#limits.bytes));
    if (this.#over) return;
    this.#end();
    const [first = Buffer.alloc(0)] = this.#chunks;
    this.#resolve(emptied(this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : first));
    this.#forget();
  }

  /** The time-out was reached, or the client disconnected. */
  #late(): void {
    if (!this.#over) this.#refuse(new Refusal('too-slow', this.#limits.milliseconds / 1000));
  }

  #refuse(refusal: Refusal): void {
    if (this.#over) return;
    this.#end();
    this.#forget();
    this.#reject(refusal);
  }

  #tooLarge(times: number): boolean {
    return this.#size > this.#limits.bytes * times;
  }

  #end(): void {
    this.#over = true;
    clearTimeout(this.#timer);
  }

  #forget(): void {
    for (const chunk of this.#chunks) chunk.fill(0);
    this.#chunks = [];
  }
}

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

/**
 * Reads the fields of a form. Buffers no more than the limit, and zeroes the bytes after reading them. Throws a
 * `Refusal`: `wrong-type`, `too-large`, or `too-slow`, also when the client disconnected.
 */
export const readForm = (request: IncomingMessage, limits: FormLimits): Promise<Form> => {
  const { 'content-type': type = '', 'content-length': length } = request.headers;
  if (!type.toLowerCase().startsWith(TYPE)) return Promise.reject(new Refusal('wrong-type'));
  const announced = Number(length);
  if (announced > limits.bytes * PATIENCE) return Promise.reject(new Refusal('too-large', limits.bytes));
  if (cameAtOnce(request, announced) && announced <= limits.bytes) return Promise.resolve(readAtOnce(request));
  return new Promise((resolve, reject) => new Arrival(request, limits, resolve, reject));
};
