import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { watchEventLoop } from './event-loop-delay.ts';

export interface Metrics {
  /** The registry in which the parts of the service measure; their names begin with `billing_`. */
  readonly registry: Registry;
  /** The media type of the text. */
  readonly type: string;
  /** All metrics of this process in Prometheus text. */
  text(): Promise<string>;
  stop(): void;
}

/** The part of this process that `billing_build_info` names. */
export interface Build {
  readonly version: string;
  readonly serve: string;
}

const DELAYS = [0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

/**
 * Opens the metrics of this process: those of the runtime under their usual names, the delay of its event loop, and its
 * version. A scrape changes nothing, so several monitors can read them.
 */
export const openMetrics = ({ version, serve }: Build): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Those of the event loop start anew with each scrape; `billing_event_loop_delay_seconds` does not.
  for (const { name } of registry.getMetricsAsArray()) {
    if (name.startsWith('nodejs_eventloop_lag')) registry.removeSingleMetric(name);
  }
  const delay = new Histogram({
    name: 'billing_event_loop_delay_seconds',
    help: 'How late the event loop runs a timer: how long other work held it.',
    buckets: DELAYS,
    registers: [registry],
  });
  new Gauge({
    name: 'billing_build_info',
    help: 'Always 1; the labels say which version this process is, and which part of the service it serves.',
    labelNames: ['version', 'serve'],
    registers: [registry],
  }).set({ version, serve }, 1);
  const stop = watchEventLoop(delay);
  return {
    registry,
    type: registry.contentType,
    text: () => registry.metrics(),
    stop,
  };
};
