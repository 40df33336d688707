/**
 * Defers tasks until all requests of this turn of the event loop were processed, then runs them in order. Responses
 * that are sent together wake the receiver, often a proxy on the same machine, only once, and use the processor's
 * caches better. If there was only one request, nothing is deferred.
 */
export const together = (): ((act: () => void) => void) => {
  let waiting: (() => void)[] = [];
  const act = (): void => {
    const all = waiting;
    waiting = [];
    for (const each of all) each();
  };
  return (each) => {
    if (waiting.push(each) === 1) setImmediate(act);
  };
};
