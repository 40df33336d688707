import type { WorkerSign } from '@service/billing/domain/due/worker-sign.ts';
import { FORGOTTEN_AFTER, SILENT_AFTER } from '@service/billing/domain/processes/process-sign.ts';
import type { Millis, SystemClock } from '@service/billing/values/time.ts';
import { type RepeatedSign, repeatedSign } from '../runtime/repeated-sign.ts';

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

export interface WorkerSigns extends Pick<RepeatedSign, 'start' | 'stop'> {
  /** Reads the signs of all workers. */
  look(): Promise<SeenWorkers>;
}

/**
 * Leaves the signs of this process, if it is a worker, and reads those of all. A process knows of itself that it runs,
 * however old its sign in the database is.
 */
export const workerSigns = ({ records, clock, holder }: SignDeps): WorkerSigns => {
  const own = repeatedSign({
    leave: (started_at_ms, seen_at_ms) =>
      records.leave({ holder, started_at_ms, seen_at_ms }, seen_at_ms - FORGOTTEN_AFTER),
    remove: () => records.remove(holder),
    clock,
  });
  return {
    start: own.start,
    stop: own.stop,
    async look() {
      const now = clock.now();
      const others = (await records.all()).filter(
        (sign) => sign.holder !== holder && sign.seen_at_ms > now - FORGOTTEN_AFTER,
      );
      const isSilent = ({ seen_at_ms }: WorkerSign): boolean => seen_at_ms <= now - SILENT_AFTER;
      const startedAt = own.startedAt();
      const ours = startedAt === undefined ? [] : [{ holder, started_at_ms: startedAt, seen_at_ms: now }];
      const alive = [...others.filter((sign) => !isSilent(sign)), ...ours];
      const seen = [...others, ...ours].map(({ seen_at_ms }) => seen_at_ms);
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
