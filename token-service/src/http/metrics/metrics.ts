import { Gauge, Registry } from 'prom-client';
import { type EventLoopDelay, eventLoopDelay } from './event-loop-delay.ts';

export interface Metrics {
  /** The media type of the text. */
  readonly type: string;
  /** All metrics of this process in Prometheus text. */
  text(): Promise<string>;
  stop(): void;
}

export const openMetrics = (delay: EventLoopDelay = eventLoopDelay()): Metrics => {
  const registry = new Registry();
  new Gauge({
    name: 'event_loop_delay_seconds',
    help: 'How long the event loop was held since the last scrape; quantile 1 is the longest delay.',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const { quantile, seconds } of delay.take()) this.set({ quantile }, seconds);
    },
  });
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of the process.',
    registers: [registry],
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  return { type: registry.contentType, text: () => registry.metrics(), stop: delay.stop };
};
