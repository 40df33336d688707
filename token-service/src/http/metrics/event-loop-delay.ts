import type { Histogram } from 'prom-client';

/** Milliseconds between two samples. */
const EVERY = 20;

/**
 * Samples how late the event loop runs a timer, in seconds of real time. Returns a function that stops sampling.
 */
export const watchEventLoop = (delay: Pick<Histogram, 'observe'>): (() => void) => {
  let expected = performance.now() + EVERY;
  const timer = setInterval(() => {
    const now = performance.now();
    delay.observe(Math.max(0, now - expected) / 1000);
    expected = now + EVERY;
  }, EVERY);
  timer.unref();
  return () => clearInterval(timer);
};
