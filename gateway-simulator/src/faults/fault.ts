/**
 * The faults that one request may have:
 *
 * - `connection_lost`: the connection ends before anything is done
 * - `answer_lost`: the operation is carried out, then the connection ends
 * - `timeout`: the operation is carried out, but there is no answer
 * - `server_error`: 500 before anything is done; an idempotency key keeps that answer
 * - `server_error_after`: the operation is carried out, then 500; an idempotency key keeps that answer
 * - `unavailable`: 503 before anything is done; nothing is kept, so the next attempt succeeds
 * - `rate_limit`: 429 before anything is done; nothing is kept
 * - `slow`: the operation is carried out, and the answer comes late
 */
export const FAULTS = [
  'connection_lost',
  'answer_lost',
  'timeout',
  'server_error',
  'server_error_after',
  'unavailable',
  'rate_limit',
  'slow',
] as const;

export type FaultKind = (typeof FAULTS)[number];

export interface InjectedFault {
  readonly kind: FaultKind;
  /** Milliseconds that a slow answer takes, or after which a request without an answer loses its connection. */
  readonly milliseconds: number;
}

const SLOW = 1_000;
/** Longer than clients are patient, so that they give up first; connections must not pile up. */
const SILENCE = 120_000;

/** Returns the default duration of a fault, in milliseconds. */
export const usualDuration = (kind: FaultKind): number => (kind === 'timeout' ? SILENCE : SLOW);

export const isFaultKind = (text: string): text is FaultKind => FAULTS.includes(text as FaultKind);

/**
 * Returns the fault that a header or metadata names: `answer_lost`, or `slow; ms=2000`. Undefined for none.
 *
 * @throws {Error} for a fault that does not exist
 */
export const readFault = (text: string | undefined): InjectedFault | undefined => {
  if (text === undefined || text === '') return undefined;
  const [kind = '', ...rest] = text.split(';').map((part) => part.trim());
  const [, digits] = /^ms=(\d{1,6})$/.exec(rest[0] ?? '') ?? [];
  if (!isFaultKind(kind) || (rest.length > 0 && digits === undefined))
    throw new Error(
      `No such fault: ${text.slice(0, 60)}. Faults are ${FAULTS.join(', ')}; slow and timeout take "; ms=2000".`,
    );
  return { kind, milliseconds: Math.min(SILENCE, Number(digits ?? usualDuration(kind))) };
};
