/** Time of the simulator, in milliseconds since 1970. Jobs run when it reaches their moment. */
export interface Clock {
  now(): number;
  /** Seconds since 1970, the unit of every moment in the API. */
  seconds(): number;
  /** Runs `job` after `delay` milliseconds of this clock; at once, but not within this call, when `delay` is 0. */
  after(delay: number, job: () => void): void;
  /** Moves the clock forward, running each job at its moment, in order. */
  advance(milliseconds: number): void;
  /** The moments of the jobs that wait, earliest first. */
  waiting(): number[];
  /** Drops every job that waits. */
  clear(): void;
}

interface Job {
  readonly at: number;
  readonly run: () => void;
}

/** More would mean that something schedules without end. */
const MOST_JOBS = 200_000;

/**
 * Opens a clock.
 *
 * - `manual`: stands still until it is advanced. Jobs that are due run in a microtask.
 * - `real`: follows the machine's time; advancing it adds to that.
 */
export const openClock = (kind: 'manual' | 'real', start: number = Date.now()): Clock => {
  let jobs: Job[] = [];
  let manual = start;
  let offset = start - Date.now();
  let timer: NodeJS.Timeout | undefined;
  let busy = false;

  const now = () => (kind === 'manual' ? manual : Date.now() + offset);
  const runDue = () => {
    // A job may advance nothing, but it may add jobs that are due at once.
    while (jobs[0] && jobs[0].at <= now()) jobs.shift()!.run();
    arm();
  };
  const arm = () => {
    clearTimeout(timer);
    const next = jobs[0];
    if (!next) return;
    if (next.at <= now()) {
      if (!busy) queueMicrotask(() => !busy && runDue());
    } else if (kind === 'real') {
      timer = setTimeout(runDue, Math.min(next.at - now(), 2 ** 31 - 1));
      timer.unref();
    }
  };

  return {
    now,
    seconds: () => Math.floor(now() / 1000),
    after(delay, run) {
      if (jobs.length >= MOST_JOBS) throw new Error(`More than ${MOST_JOBS} jobs wait: advance the clock, or reset.`);
      const job = { at: now() + delay, run };
      const later = jobs.findIndex(({ at }) => at > job.at);
      jobs.splice(later < 0 ? jobs.length : later, 0, job);
      arm();
    },
    advance(milliseconds) {
      const goal = now() + milliseconds;
      busy = true;
      try {
        for (let job = jobs[0]; job && job.at <= goal; job = jobs[0]) {
          jobs.shift();
          if (kind === 'manual') manual = Math.max(manual, job.at);
          else offset = Math.max(offset, job.at - Date.now());
          job.run();
        }
      } finally {
        busy = false;
      }
      if (kind === 'manual') manual = Math.max(manual, goal);
      else offset = Math.max(offset, goal - Date.now());
      arm();
    },
    waiting: () => jobs.map(({ at }) => at),
    clear() {
      jobs = [];
      clearTimeout(timer);
    },
  };
};
