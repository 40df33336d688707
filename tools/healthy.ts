/** Milliseconds between two requests to a `/health` that does not answer yet. */
const INTERVAL = 50;

/** Resolves once an origin is healthy. */
export const healthy = async (origin: string): Promise<void> => {
  const looks = () => fetch(`${origin}/health`, { signal: AbortSignal.timeout(2000) });
  while (
    !(await looks().then(
      (response) => response.ok,
      () => false,
    ))
  ) {
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  }
};
