import { isUnavailable } from '@service/billing/values/failure.ts';
import type { DiskTrouble } from './database.ts';

/** Reasons why the server could not answer a statement, which may succeed later as it is. */
const UNANSWERED: Readonly<Record<string, string>> = {
  '08': 'connection exceptions',
  '25006': 'a standby, which a fail-over has not promoted yet',
  '25P03': 'idle_in_transaction_session_timeout: the server or this process stood still',
  '25P04': 'transaction_timeout',
  '40003': 'statement_completion_unknown',
  '53': 'insufficient resources: memory, connections; a full disk is a trouble of its own',
  '55P03': 'lock_not_available: lock_timeout',
  '57': 'operator intervention: statement_timeout, shutdown, starting up, idle_session_timeout',
  '58000': 'system_error',
  '58030': 'io_error',
  // Of the driver and its sockets.
  ECONN: 'refused, reset, aborted',
  EPIPE: 'closed while writing',
  ENOTFOUND: 'no such host',
  ETIMEDOUT: 'no answer to a packet',
  EHOST: 'no route, or down',
  ENET: 'no network',
  EAI_: 'the name server does not answer',
  ERR_STREAM: 'closed while writing',
};

/** The driver gives some of its errors no code. */
const UNANSWERED_MESSAGES =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|timeout expired|Query read timeout/;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether the driver gave up on a statement, whose connection it closes. */
export const isReadTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/** Whether the server did not answer a statement, so that the same statement may succeed later. */
export const isUnanswered = (error: unknown): boolean =>
  (postgresTrouble(error) === undefined && Object.keys(UNANSWERED).some((start) => codeOf(error).startsWith(start))) ||
  (error instanceof Error && UNANSWERED_MESSAGES.test(error.message));

/** Whether an error says nothing about the single transactions of a group. */
export const isFinal: (error: unknown) => boolean = isUnavailable;

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const UNIQUE_VIOLATION = '23505';

/**
 * Two transactions that add the same key at once may both have looked it up before: on the retry, the second one finds
 * it.
 */
export const worthRepeating = (error: unknown, tries: number): boolean => {
  const code = codeOf(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK || (code === UNIQUE_VIOLATION && tries === 1);
};

/** Whether a replica canceled a read because the primary server has removed what it reads. */
export const isReplayConflict = (error: unknown): boolean => codeOf(error) === SERIALIZATION_FAILURE;

const DISK_FULL = '53100';
/** `data_corrupted`, `index_corrupted`, and `undefined_file`: a file of the cluster is missing. */
const CORRUPT = ['XX001', 'XX002', '58P01'];

/** Returns the disk trouble that an error indicates. */
export const postgresTrouble = (error: unknown): DiskTrouble | undefined => {
  const code = codeOf(error);
  if (code === DISK_FULL) return 'full';
  return CORRUPT.includes(code) ? 'corrupt' : undefined;
};

/** Returns host, port and database of a URL, without its password. */
export const postgresPlace = (url: string): string => {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.host}${parsed.pathname}` : 'an address that cannot be read';
};

/** Returns the message of an error, of the first of several addresses that were tried. */
export const postgresReason = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return postgresReason(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
};
