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
  readonly own: Omit<ProcessSign, 'started_at_ms' | 'seen_at_ms'>;
}

/** The workers on this database, as their signs show them. */
export interface SeenWorkers {
  readonly alive: number;
  /** Workers that have left no sign for a minute, did not say that they stop, and that no other has replaced since. */
  readonly silent: readonly ProcessSign[];
  /** Milliseconds of the system clock; undefined if there is no sign at all. */
  readonly lastSeen: Millis | undefined;
}

export interface ProcessSigns {
  /** Identifies this process. */
  readonly holder: string;
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
  const others = async (now: Millis): Promise<readonly ProcessSign[]> =>
    (await records.all()).filter(
      ({ holder, seen_at_ms }) => holder !== own.holder && seen_at_ms > now - FORGOTTEN_AFTER,
    );
  /** Returns the silent workers whose place this process alone has taken. They are not missing because it stops. */
  const replaced = async (): Promise<readonly ProcessSign[]> => {
    const now = clock.now();
    const { silent, alive } = workersOf(await others(now), now);
    const missed = unreplaced(silent, [...alive, ...(isWorker(own) ? [signAt(now)] : [])]);
    return unreplaced(silent, alive).filter((sign) => !missed.includes(sign));
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
    holder: own.holder,
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
      // A sign that cannot be removed is forgotten by itself. The own one goes first: of two that stop together, one
      // would take the other for a replacement.
      await records.remove(own.holder).catch(() => {});
      for (const { holder } of await replaced().catch(() => [])) await records.remove(holder).catch(() => {});
    },
    async workers() {
      const now = clock.now();
      const { silent, alive } = workersOf([...(await others(now)), ...(timer === undefined ? [] : [signAt(now)])], now);
      const seen = [...silent, ...alive].map(({ seen_at_ms }) => seen_at_ms);
      return {
        alive: alive.length,
        silent: unreplaced(silent, alive),
        lastSeen: seen.length === 0 ? undefined : Math.max(...seen),
      };
    },
  };
};

const workersOf = (signs: readonly ProcessSign[], now: Millis) => {
  const workers = signs.filter(isWorker);
  return {
    silent: workers.filter((worker) => isSilent(worker, now)),
    alive: workers.filter((worker) => !isSilent(worker, now)),
  };
};

/**
 * Returns the workers without a sign whose place none has taken: a process manager starts another one in place of one
 * that was killed, but of one that hangs it knows nothing.
 */
const unreplaced = (silent: readonly ProcessSign[], alive: readonly ProcessSign[]): readonly ProcessSign[] => {
  const starts = alive.map(({ started_at_ms }) => started_at_ms).sort((one, other) => one - other);
  const missed = silent.toSorted((one, other) => one.seen_at_ms - other.seen_at_ms);
  for (const start of starts) if (missed[0] !== undefined && missed[0].seen_at_ms <= start) missed.shift();
  return missed;
};
