/** Resolves when the caller may go on. */
export type Turn = () => Promise<void>;

/** Records that are looked up, one after the other, in one turn of the event loop: a few milliseconds of work. */
export const LOOK_UPS_PER_TURN = 50;

/**
 * Returns a function that a loop calls for each item. Every `each`th call awaits a turn. Only for reads outside
 * transactions: those of SQLite yield by themselves, and fail when they wait for anything but their queries.
 */
export const turnEvery = (each: number, turn: Turn) => {
  let calls = 0;
  return async (): Promise<void> => {
    calls += 1;
    if (calls % each === 0) await turn();
  };
};

/** Long work that stops after each step, so that other work of the process can go on. */
export type Steps<T> = Generator<void, T, void>;

/** Does all steps at once, and returns the result. */
export const atOnce = <T>(steps: Steps<T>): T => {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};

/** Does one step after the other, each in a turn of its own, and returns the result. */
export const inTurns = async <T>(steps: Steps<T>, turn: Turn): Promise<T> => {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await turn();
  }
};
