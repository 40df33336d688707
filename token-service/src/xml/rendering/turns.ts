/** Resolves at the caller's next turn of the event loop. */
export type Turn = () => Promise<void>;

/**
 * Shares the event loop between long jobs and everything else: of all jobs that wait, one goes on in each turn, first come, first served.
 * However many there are, a short request waits for one step of one job at a time.
 */
export const turns = (): Turn => {
  const waiting: (() => void)[] = [];
  const next = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(next);
  };
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(next);
    });
};
