import type { Millis } from '../../values/time.ts';

/** The latest sign of a process of the service. Moments are milliseconds of its system clock. */
export interface ProcessSign {
  /** Identifies the process. */
  readonly holder: string;
  /** The part of the service that it serves, as `SERVE` names it. */
  readonly serves: string;
  /** The version of its program. */
  readonly version: string;
  /** The name of its machine or container; empty where an earlier release left the sign. */
  readonly host: string;
  /** Its number on that machine; 0 where an earlier release left the sign. */
  readonly pid: number;
  readonly started_at_ms: Millis;
  readonly seen_at_ms: Millis;
}

/** Milliseconds without a sign after which a process counts as silent: two signs are missing. */
const SILENT_AFTER: Millis = 60_000;
/** Milliseconds after which a silent process is forgotten: by then, another one has its place, or none is there. */
export const FORGOTTEN_AFTER: Millis = 15 * 60_000;

/** Whether a process has left no sign for a minute. */
export const isSilent = ({ seen_at_ms }: Pick<ProcessSign, 'seen_at_ms'>, now: Millis): boolean =>
  seen_at_ms <= now - SILENT_AFTER;

/** Whether a process is a worker: it runs due work, alone or beside all else. */
export const isWorker = ({ serves }: Pick<ProcessSign, 'serves'>): boolean => serves === 'worker' || serves === 'all';

/** Returns how an operator finds a process: `worker on billing-2, pid 4121`. */
export const processName = ({ serves, host, pid }: Pick<ProcessSign, 'serves' | 'host' | 'pid'>): string =>
  host === '' ? serves : `${serves} on ${host}, pid ${pid}`;

/** Whether a worker is among the processes that give signs. */
export const hasLiveWorker = (signs: readonly ProcessSign[], now: Millis): boolean =>
  signs.some((sign) => isWorker(sign) && !isSilent(sign, now));
