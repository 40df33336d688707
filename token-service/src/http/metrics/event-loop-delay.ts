import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds between two samples. */
const RESOLUTION = 5;

/** Quantiles that are reported; 1 is the longest delay. */
export const QUANTILES = [0.5, 0.9, 0.99, 1] as const;

/** The delays of the event loop since they were last taken. */
export interface EventLoopDelay {
  /** Seconds for each of `QUANTILES`; then measuring starts anew. */
  take(): readonly { readonly quantile: number; readonly seconds: number }[];
  stop(): void;
}

export const eventLoopDelay = (): EventLoopDelay => {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  histogram.enable();
  return {
    take() {
      // A sample is the time since the one before it, which is the resolution where nothing held the loop.
      const measured = QUANTILES.map((quantile) => ({
        quantile,
        seconds:
          histogram.count === 0 ? 0 : Math.max(0, histogram.percentile(quantile * 100) / 1e9 - RESOLUTION / 1000),
      }));
      histogram.reset();
      return measured;
    },
    stop: () => void histogram.disable(),
  };
};
