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
  /** The commit that it was built from; empty where the build does not say it. */
  readonly commit: string;
  readonly serve: string;
  /** The version of the database's schema that it knows. */
  readonly schema: number;
}

const DELAYS = [0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];

/**
 * Opens the metrics of this process: those of the runtime under their usual names, the lag of its event loop, its age
 * and its version. A scrape changes nothing, so several monitors can read them.
 */
export const openMetrics = ({ version, commit, serve, schema }: Build): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Those of the event loop start anew with each scrape; the histogram does not.
  for (const { name } of registry.getMetricsAsArray()) {
    if (name.startsWith('nodejs_eventloop_lag')) registry.removeSingleMetric(name);
  }
  const delay = new Histogram({
    name: 'nodejs_eventloop_lag_seconds',
    help: 'How late the event loop runs a timer: how long other work held it.',
    buckets: DELAYS,
    registers: [registry],
  });
  new Gauge({
    name: 'billing_build_info',
    help: 'Always 1; the labels say which version this process is, and which part of the service it serves.',
    labelNames: ['version', 'commit', 'node', 'serve', 'schema'],
    registers: [registry],
  }).set({ version, commit, node: process.versions.node, serve, schema }, 1);
  const started = performance.now();
  new Gauge({
    name: 'billing_start_time_seconds',
    help: 'Seconds since this process was started.',
    registers: [registry],
    collect() {
      this.set((performance.now() - started) / 1000);
    },
  });
  const stop = watchEventLoop(delay);
  return {
    registry,
    type: registry.contentType,
    text: () => registry.metrics(),
    stop,
  };
};
