import type { RequestState, Step } from './request.ts';

/**
 * Runs steps as nested middleware. A step that awaits nothing is not an `async` function, because promises are a
 * measurable part of the cost of a token.
 */
export const inOrder = <State extends RequestState>(steps: readonly Step<State>[]): Step<State> =>
  steps.reduceRight<Step<State>>(
    (following, step) => (ctx, next) => step(ctx, () => following(ctx, next)),
    (_, next) => next(),
  );
