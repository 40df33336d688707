import type { Millis, SystemClock } from '@service/billing/values/time.ts';

/** Milliseconds between two signs. */
const EVERY: Millis = 30_000;
/** Milliseconds between two looks at the clock, which can be set. */
const LOOK: Millis = 1_000;

interface SignedProcess {
  /** Records that the process is there. Moments are milliseconds of the system clock. */
  readonly leave: (startedAt: Millis, seenAt: Millis) => Promise<void>;
  /** Records that it stops. */
  readonly remove: () => Promise<void>;
  readonly clock: SystemClock;
}

export interface RepeatedSign {
  /** Leaves a sign, and another one every thirty seconds. Throws what the first one throws. */
  start(): Promise<void>;
  /** Ends that, and says that the process stops. */
  stop(): Promise<void>;
  /** Returns when it was started; undefined before that, and once it has stopped. */
  startedAt(): Millis | undefined;
}

/** Leaves signs of a process, by which others know that it is there. */
export const repeatedSign = ({ leave, remove, clock }: SignedProcess): RepeatedSign => {
  let timer: NodeJS.Timeout | undefined;
  let leaving: Promise<void> | undefined;
  let startedAt = 0;
  let leftAt = Number.NEGATIVE_INFINITY;

  const sign = async (): Promise<void> => {
    const now = clock.now();
    await leave(startedAt, now);
    leftAt = now;
  };
  const tick = (): void => {
    if (leaving || Math.abs(clock.now() - leftAt) < EVERY) return;
    // Storage that does not answer is in /health; the next look tries again.
    leaving = sign()
      .catch(() => {})
      .finally(() => {
        leaving = undefined;
      });
  };

  return {
    async start() {
      startedAt = clock.now();
      await sign();
      timer = setInterval(tick, LOOK).unref();
    },
    async stop() {
      if (timer === undefined) return;
      clearInterval(timer);
      timer = undefined;
      await leaving;
      // A sign that cannot be removed is forgotten by itself.
      await remove().catch(() => {});
    },
    startedAt: () => (timer === undefined ? undefined : startedAt),
  };
};
