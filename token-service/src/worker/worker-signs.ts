import { SILENT_AFTER, type WorkerSign } from '@service/billing/domain/due/worker-sign.ts';
import type { Millis, SystemClock } from '@service/billing/values/time.ts';

interface SignDeps {
  readonly records: {
    leave(sign: WorkerSign, forgottenBefore: Millis): Promise<void>;
    all(): Promise<readonly WorkerSign[]>;
    remove(holder: string): Promise<void>;
  };
  readonly clock: SystemClock;
  /** Names this process among the workers. */
  readonly holder: string;
}

/** The workers on this database, as their signs show them. */
export interface SeenWorkers {
  readonly alive: number;
  /** Workers that have left no sign for a minute, did not say that they stop, and that no other has replaced since. */
  readonly silent: number;
  /** Milliseconds of the system clock; undefined if there is no sign at all. */
  readonly lastSeen: Millis | undefined;
}

export interface WorkerSigns {
  /** Leaves a sign, and another one every thirty seconds. */
  start(): Promise<void>;
  /** Ends that, and says that this worker stops. */
  stop(): Promise<void>;
  /** Reads the signs of all workers. */
  look(): Promise<SeenWorkers>;
}

/** Milliseconds between two signs. */
const EVERY = 30_000;
/** Milliseconds after which a silent worker is forgotten: another one has taken its place by then, or none is there. */
const FORGOTTEN_AFTER = 15 * 60_000;
/** Milliseconds between two looks at the clock, which can be set. */
const LOOK = 1_000;

/**
 * Leaves the signs of this process, if it is a worker, and reads those of all. A process knows of itself that it runs,
 * however old its sign in the database is.
 */
export const workerSigns = ({ records, clock, holder }: SignDeps): WorkerSigns => {
  let timer: NodeJS.Timeout | undefined;
  let leaving: Promise<void> | undefined;
  let started_at_ms = 0;
  let leftAt = Number.NEGATIVE_INFINITY;

  const leave = async (): Promise<void> => {
    const now = clock.now();
    await records.leave({ holder, started_at_ms, seen_at_ms: now }, now - FORGOTTEN_AFTER);
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
      started_at_ms = clock.now();
      await leave();
      timer = setInterval(tick, LOOK).unref();
    },
    async stop() {
      if (timer === undefined) return;
      clearInterval(timer);
      timer = undefined;
      await leaving;
      // A sign that cannot be removed is forgotten by itself.
      await records.remove(holder).catch(() => {});
    },
    async look() {
      const now = clock.now();
      const others = (await records.all()).filter(
        (sign) => sign.holder !== holder && sign.seen_at_ms > now - FORGOTTEN_AFTER,
      );
      const isSilent = ({ seen_at_ms }: WorkerSign): boolean => seen_at_ms <= now - SILENT_AFTER;
      const own = timer === undefined ? [] : [{ holder, started_at_ms, seen_at_ms: now }];
      const alive = [...others.filter((sign) => !isSilent(sign)), ...own];
      const seen = [...others, ...own].map(({ seen_at_ms }) => seen_at_ms);
      return {
        alive: alive.length,
        silent: countUnreplaced(others.filter(isSilent), alive),
        lastSeen: seen.length === 0 ? undefined : Math.max(...seen),
      };
    },
  };
};

/**
 * Counts the workers without a sign whose place none has taken: a process manager starts another one in place of one
 * that was killed, but of one that hangs it knows nothing.
 */
const countUnreplaced = (silent: readonly WorkerSign[], alive: readonly WorkerSign[]): number => {
  const starts = alive.map(({ started_at_ms }) => started_at_ms).sort((one, other) => one - other);
  const lastSigns = silent.map(({ seen_at_ms }) => seen_at_ms).sort((one, other) => one - other);
  for (const start of starts) if (lastSigns[0] !== undefined && lastSigns[0] <= start) lastSigns.shift();
  return lastSigns.length;
};
