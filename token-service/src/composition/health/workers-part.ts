import type { HealthPart, Trouble } from '../../http/health-check.ts';
import type { SeenWorkers, WorkerSigns } from '../../worker/worker-signs.ts';

/** The workers on this database, with what `/health` says of them. */
export interface WatchedWorkers {
  readonly part: HealthPart;
  /** Whether a worker was alive when `/health` last looked; true before the first look. */
  readonly hasWorker: () => boolean;
}

const SILENT: Trouble = {
  part: 'worker',
  reason: 'A worker has left no sign for over a minute: it hangs, was killed, or does not reach the database.',
};

/** Watches the signs of workers. Work that waits because there is none is found at the sites. */
export const watchWorkers = (signs: Pick<WorkerSigns, 'look'>): WatchedWorkers => {
  let seen: SeenWorkers | undefined;
  return {
    part: {
      names: ['worker'],
      async look() {
        seen = await signs.look();
        return seen.silent > 0 ? [SILENT] : [];
      },
    },
    hasWorker: () => seen === undefined || seen.alive > 0,
  };
};
