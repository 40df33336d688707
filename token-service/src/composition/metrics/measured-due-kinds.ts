import type { DueKind } from '@service/billing/engine/due/kinds/kind.ts';
import type { MonotonicClock } from '@service/billing/values/time.ts';
import { Counter, Histogram, type Registry } from 'prom-client';

const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60];

/** Returns the same kinds of due work, measured: how long each item runs, and whether it succeeded. */
export const measuredDueKinds = (
  kinds: readonly DueKind[],
  { registry, clock }: { readonly registry: Registry; readonly clock: Pick<MonotonicClock, 'elapsed'> },
): readonly DueKind[] => {
  const registers = [registry];
  const runs = new Counter({
    name: 'billing_due_run_total',
    help: 'Items of due work that were run, by their kind: succeeded, or failed.',
    labelNames: ['kind', 'result'],
    registers,
  });
  const duration = new Histogram({
    name: 'billing_due_run_duration_seconds',
    help: 'Time that an item of due work ran, by its kind.',
    labelNames: ['kind'],
    buckets: SECONDS,
    registers,
  });
  return kinds.map((each) => ({
    ...each,
    async run(caller, item) {
      const started = clock.elapsed();
      let result = 'failed';
      try {
        await each.run(caller, item);
        result = 'succeeded';
      } finally {
        runs.inc({ kind: each.kind, result });
        duration.observe({ kind: each.kind }, (clock.elapsed() - started) / 1000);
      }
    },
  }));
};
