/** Calls one after the other. */
export interface CallQueue {
  /** Returns a function that waits for the earlier calls, and rejects if it fails itself. */
  inOrder<Args extends readonly unknown[]>(run: (...args: Args) => unknown): (...args: Args) => Promise<unknown>;
  /** Resolves once the calls so far have ended, however they did. */
  settled(): Promise<unknown>;
}

/** Returns an order without calls. */
export const createOrder = (): CallQueue => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    inOrder:
      (run) =>
      (...args) => {
        const done = last.then(() => run(...args));
        last = done.catch(() => {});
        return done;
      },
    settled: () => last,
  };
};
