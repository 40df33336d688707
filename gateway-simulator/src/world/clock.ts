/** Time of the simulator, in milliseconds since 1970. Jobs run when it reaches their moment. */
export interface SimulatorClock {
  now(): number;
  /** Seconds since 1970, the unit of every moment in the API. */
  seconds(): number;
  /** Runs `job` after `delay` milliseconds of this clock; at once, but not within this call, when `delay` is 0. */
  after(delay: number, job: () => void): void;
  /** Moves the clock forward, and runs each job at its moment, in order. `between` is awaited after each. */
  advance(milliseconds: number, between?: () => Promise<void>): Promise<void>;
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
export const openClock = (kind: 'manual' | 'real', start: number = Date.now()): SimulatorClock => {
  let jobs: Job[] = [];
  let manual = start;
  let offset = start - Date.now();
  let timer: NodeJS.Timeout | undefined;
  let advancing = 0;

  const now = () => (kind === 'manual' ? manual : Date.now() + offset);
  const reach = (moment: number) => {
    if (kind === 'manual') manual = Math.max(manual, moment);
    else offset = Math.max(offset, moment - Date.now());
  };
  const runDue = () => {
    // A job may add jobs that are due at once.
    while (jobs[0] && jobs[0].at <= now()) jobs.shift()!.run();
    arm();
  };
  const arm = () => {
    clearTimeout(timer);
    const next = jobs[0];
    if (!next) return;
    if (next.at <= now()) {
      queueMicrotask(() => advancing === 0 && runDue());
    } else if (kind === 'real') {
      timer = setTimeout(() => advancing === 0 && runDue(), Math.min(next.at - now(), 2 ** 31 - 1));
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
    async advance(milliseconds, between = async () => {}) {
      const goal = now() + milliseconds;
      advancing += 1;
      try {
        await between();
        for (let job = jobs[0]; job && job.at <= goal; job = jobs[0]) {
          jobs.shift();
          reach(job.at);
          job.run();
          await between();
        }
      } finally {
        advancing -= 1;
      }
      reach(goal);
      arm();
    },
    waiting: () => jobs.map(({ at }) => at),
    clear() {
      jobs = [];
      clearTimeout(timer);
    },
  };
};
