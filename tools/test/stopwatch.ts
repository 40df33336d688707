export interface Stopwatch {
  /** Runs a step and resolves with its result. */
  timed<Result>(step: string, run: () => Promise<Result>): Promise<Result>;
  /** Returns how long the steps took, in order, and all of them: `types 0:04, unit tests 2:31, total 2:35`. */
  times(): string;
}

/** Measures how long steps take. `now` is in milliseconds. */
export const openStopwatch = (now: () => number = () => performance.now()): Stopwatch => {
  const taken: (readonly [step: string, milliseconds: number])[] = [];
  return {
    async timed(step, run) {
      const begun = now();
      try {
        return await run();
      } finally {
        taken.push([step, now() - begun]);
      }
    },
    times() {
      const total = taken.reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
      return [...taken, ['total', total] as const].map(([step, each]) => `${step} ${minutes(each)}`).join(', ');
    },
  };
};

const minutes = (milliseconds: number): string => {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
