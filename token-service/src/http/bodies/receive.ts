import type { IncomingMessage } from 'node:http';

/**
 * The multiple of the limit up to which a too large body is read and dropped, because a client that is still sending
 * does not read the response.
 */
const PATIENCE = 4;

/** The reason why a body was not received. */
export type NotReceived = 'too_large' | 'too_late' | 'disconnected';

/** Whether a body is so large that it is not even read. */
const announcesTooMuch = ({ headers }: IncomingMessage, bytes: number): boolean =>
  Number(headers['content-length']) > bytes * PATIENCE;

/** One body while it is received. */
class Arrival {
  readonly #bytes: number;
  readonly #settle: (outcome: Buffer[] | NotReceived) => void;
  #chunks: Buffer[] = [];
  #size = 0;
  #over = false;

  constructor(bytes: number, settle: (outcome: Buffer[] | NotReceived) => void) {
    this.#bytes = bytes;
    this.#settle = settle;
  }

  take(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#over || this.#isTooLarge(1)) this.#forget(chunk);
    else this.#chunks.push(chunk);
    if (this.#isTooLarge(PATIENCE)) this.refuse('too_large');
  }

  finish(): void {
    if (this.#isTooLarge(1)) this.refuse('too_large');
    if (this.#over) return;
    this.#over = true;
    this.#settle(this.#chunks);
  }

  refuse(reason: NotReceived): void {
    if (this.#over) return;
    this.#over = true;
    this.#forget();
    this.#settle(reason);
  }

  #isTooLarge(times: number): boolean {
    return this.#size > this.#bytes * times;
  }

  /** Card numbers may be in what is not used. */
  #forget(...more: Buffer[]): void {
    for (const chunk of [...this.#chunks, ...more]) chunk.fill(0);
    this.#chunks = [];
  }
}

/**
 * Receives the whole body of a request, and keeps no more than `bytes` in memory. `deadline` fires when it is too late.
 */
export const receive = (
  request: IncomingMessage,
  bytes: number,
  deadline: AbortSignal,
): Promise<Buffer[] | NotReceived> => {
  if (announcesTooMuch(request, bytes)) return Promise.resolve('too_large');
  if (deadline.aborted) return Promise.resolve('too_late');
  return new Promise((resolve) => {
    const arrival = new Arrival(bytes, (outcome) => {
      deadline.removeEventListener('abort', late);
      resolve(outcome);
    });
    const late = () => arrival.refuse('too_late');
    deadline.addEventListener('abort', late);
    request
      .on('data', (chunk: Buffer) => arrival.take(chunk))
      .on('end', () => arrival.finish())
      .on('close', () => arrival.refuse('disconnected'));
  });
};
