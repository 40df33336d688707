import type { Turn } from '@service/billing/values/steps.ts';
import type { Millis } from '@service/billing/values/time.ts';

/**
 * Milliseconds of steps in one turn of the event loop. Between these bounds it is a quarter of the time that everything
 * else has taken.
 */
export const STEP_TIME_IN_ONE_TURN = { least: 1, most: 5 } as const;

/**
 * Shares the event loop between long jobs and everything else. Jobs go on one step at a time, first come, first served,
 * and all of them together take a fifth of the time while there is other work. So a short request is hardly slower,
 * however many long jobs there are. `now`: milliseconds.
 */
export const turns = (now: () => Millis = () => performance.now()): Turn => {
  const waiting: (() => void)[] = [];
  let running = false;
  let ended = 0;

  const begin = (): void => {
    const began = now();
    step(began + Math.min(STEP_TIME_IN_ONE_TURN.most, Math.max(STEP_TIME_IN_ONE_TURN.least, (began - ended) / 4)));
  };
  const step = (until: Millis): void => {
    waiting.shift()?.();
    // A tick that a microtask asks for comes after all microtasks, which is when the job waits again.
    queueMicrotask(() => process.nextTick(proceed, until));
  };
  const proceed = (until: Millis): void => {
    ended = now();
    running = waiting.length > 0;
    if (running && ended < until) step(until);
    else if (running) setImmediate(begin);
  };

  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (running) return;
      running = true;
      ended = now();
      setImmediate(begin);
    });
};
