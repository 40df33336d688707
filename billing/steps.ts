/** Resolves when the caller may go on. */
export type Turn = () => Promise<void>;

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
