import {
  FORGOTTEN_AFTER,
  isSilent,
  isWorker,
  type ProcessSign,
} from '@service/billing/domain/processes/process-sign.ts';
import type { Millis, SystemClock } from '@service/billing/values/time.ts';

/** Milliseconds between two signs. */
const EVERY: Millis = 30_000;
/** Milliseconds between two looks at the clock, which can be set. */
const LOOK: Millis = 1_000;

interface SignDeps {
  readonly records: {
    leave(sign: ProcessSign, forgottenBefore: Millis): Promise<void>;
    all(): Promise<readonly ProcessSign[]>;
    remove(holder: string): Promise<void>;
  };
  readonly clock: SystemClock;
  /** This process. */
  readonly own: Pick<ProcessSign, 'holder' | 'serves' | 'version'>;
}

/** The workers on this database, as their signs show them. */
export interface SeenWorkers {
  readonly alive: number;
  /** Workers that have left no sign for a minute, did not say that they stop, and that no other has replaced since. */
  readonly silent: number;
  /** Milliseconds of the system clock; undefined if there is no sign at all. */
  readonly lastSeen: Millis | undefined;
}

export interface ProcessSigns {
  /** Leaves a sign, and another one every thirty seconds. Throws what the first one throws. */
  start(): Promise<void>;
  /** Ends that, and says that the process stops. */
  stop(): Promise<void>;
  /** Reads the signs of all workers. A process knows of itself that it runs, however old its own sign is. */
  workers(): Promise<SeenWorkers>;
}

/** Leaves the signs by which others know that this process is there, and reads those of workers. */
export const processSigns = ({ records, clock, own }: SignDeps): ProcessSigns => {
  let timer: NodeJS.Timeout | undefined;
  let leaving: Promise<void> | undefined;
  let startedAt = 0;
  let leftAt = Number.NEGATIVE_INFINITY;

  const signAt = (now: Millis): ProcessSign => ({ ...own, started_at_ms: startedAt, seen_at_ms: now });
  const leave = async (): Promise<void> => {
    const now = clock.now();
    await records.leave(signAt(now), now - FORGOTTEN_AFTER);
    leftAt = now;
  };
  const tick = (): void => {
    if (leaving || Math.abs(clock.now() - leftAt) < EVERY) return;
    // Storage that does not answer is in /health; the next look tries again.
    leaving = leave()
      .catch(() => {})
      .finally(() => {
        leaving = undefined;
      });
  };

  return {
    async start() {
      startedAt = clock.now();
      await leave();
      timer = setInterval(tick, LOOK).unref();
    },
    async stop() {
      if (timer === undefined) return;
      clearInterval(timer);
      timer = undefined;
      await leaving;
      // A sign that cannot be removed is forgotten by itself.
      await records.remove(own.holder).catch(() => {});
    },
    async workers() {
      const now = clock.now();
      const others = (await records.all()).filter(
        ({ holder, seen_at_ms }) => holder !== own.holder && seen_at_ms > now - FORGOTTEN_AFTER,
      );
      const workers = [...others, ...(timer === undefined ? [] : [signAt(now)])].filter(isWorker);
      const alive = workers.filter((worker) => !isSilent(worker, now));
      return {
        alive: alive.length,
        silent: countUnreplaced(
          workers.filter((worker) => isSilent(worker, now)),
          alive,
        ),
        lastSeen: workers.length === 0 ? undefined : Math.max(...workers.map(({ seen_at_ms }) => seen_at_ms)),
      };
    },
  };
};

/**
 * Counts the workers without a sign whose place none has taken: a process manager starts another one in place of one
 * that was killed, but of one that hangs it knows nothing.
 */
const countUnreplaced = (silent: readonly ProcessSign[], alive: readonly ProcessSign[]): number => {
  const starts = alive.map(({ started_at_ms }) => started_at_ms).sort((one, other) => one - other);
  const lastSigns = silent.map(({ seen_at_ms }) => seen_at_ms).sort((one, other) => one - other);
  for (const start of starts) if (lastSigns[0] !== undefined && lastSigns[0] <= start) lastSigns.shift();
  return lastSigns.length;
};
