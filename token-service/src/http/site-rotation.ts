import type { Millis } from '@service/billing/values/time.ts';

/** Resolves when a request of the site may be processed. */
export type SiteTurn = (siteId: string) => Promise<void>;

/** Milliseconds of requests that begin in one turn of the event loop. */
export const REQUEST_TIME_IN_ONE_TURN = 5;

/**
 * Shares the event loop between sites. Requests that arrived together begin site by site in rotation, those of a site
 * in their order, and a few milliseconds of them in one turn of the event loop. So a burst of one site makes those of
 * another wait for one of its requests, not for all. `now`: milliseconds.
 */
export const siteRotation = (now: () => Millis = () => performance.now()): SiteTurn => {
  /** Waiting requests by site, the next site first. */
  const waiting = new Map<string, (() => void)[]>();
  let running = false;

  const begin = (): void => next(now() + REQUEST_TIME_IN_ONE_TURN);
  const next = (until: Millis): void => {
    for (const [siteId, requests] of waiting) {
      requests.shift()?.();
      waiting.delete(siteId);
      if (requests.length > 0) waiting.set(siteId, requests);
      break;
    }
    // A tick that a microtask asks for comes after all microtasks, which is when the request waits for something.
    queueMicrotask(() => process.nextTick(proceed, until));
  };
  const proceed = (until: Millis): void => {
    running = waiting.size > 0;
    if (running && now() < until) next(until);
    else if (running) setImmediate(begin);
  };

  return (siteId) =>
    new Promise((resolve) => {
      const requests = waiting.get(siteId);
      if (requests) requests.push(resolve);
      else waiting.set(siteId, [resolve]);
      if (running) return;
      running = true;
      setImmediate(begin);
    });
};
