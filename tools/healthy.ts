/** Milliseconds between two requests to a `/health` that does not answer yet. */
const INTERVAL = 50;
/** Milliseconds for one answer: on a busy machine, a service that works takes seconds. */
const ANSWER = 10_000;

/**
 * Resolves once an origin is healthy. Rejects once the signal is aborted, with its reason and what `/health` answered
 * last.
 */
export const healthy = async (origin: string, given?: AbortSignal): Promise<void> => {
  let last = 'nothing';
  const looks = async (): Promise<boolean> => {
    try {
      const response = await fetch(`${origin}/health`, { signal: AbortSignal.timeout(ANSWER) });
      last = `${response.status} ${(await response.text()).slice(0, 500)}`;
      return response.ok;
    } catch (error) {
      last = String((error as Error).cause ?? error);
      return false;
    }
  };
  while (!(await looks())) {
    if (given?.aborted) throw new Error(`${(given.reason as Error).message} /health: ${last}`);
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  }
};
