import { Gauge, type Registry } from 'prom-client';
import type { PoolState } from '../../adapters/storage/database.ts';
import type { HealthCheck } from '../../http/health-check.ts';

export interface Stores {
  readonly registry: Registry;
  readonly pool: () => PoolState | undefined;
  /** Whether the process was asked to stop. */
  readonly draining: () => boolean;
  /** Returns the number of tokens that are alive. */
  readonly tokens: () => Promise<number>;
  readonly health: HealthCheck;
  /** Returns the number of invoices that wait to be rendered as PDF, and of those that are being rendered. */
  readonly printing: () => { readonly waiting: number; readonly running: number };
  /** Whether the process uses Redis. */
  readonly hasRedis: boolean;
}

/** Registers gauges of what this process depends on: its health, the database, Redis and tokens. */
export const storeGauges = ({ registry, pool, tokens, draining, health, printing, hasRedis }: Stores): void => {
  const gauge = <L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    collect: (this: Gauge<L>) => Promise<void> | void,
  ) => new Gauge<L>({ name: `billing_${name}`, help, labelNames: [...labelNames], registers: [registry], collect });

  gauge(
    'health',
    'Whether a part works, by its name in /health; `serving`: requests are answered.',
    ['part'],
    async function () {
      const { status } = await health.finding();
      this.reset();
      for (const [part, works] of health.states()) this.set({ part }, works ? 1 : 0);
      this.set({ part: 'serving' }, status === 'unavailable' ? 0 : 1);
    },
  );
  gauge('db_pool', 'Connections to PostgreSQL, and callers that wait for one.', ['state'], function () {
    const found = pool();
    if (!found) return;
    this.set({ state: 'used' }, found.busy);
    this.set({ state: 'idle' }, found.idle);
    this.set({ state: 'waiting' }, found.waiting);
  });
  gauge('pdf_queue', 'Invoices to be rendered as PDF: waiting, or running.', ['state'], function () {
    const { waiting, running } = printing();
    this.set({ state: 'waiting' }, waiting);
    this.set({ state: 'running' }, running);
  });
  gauge('draining', 'Whether this process was asked to stop.', [], function () {
    this.set(draining() ? 1 : 0);
  });
  gauge('tokens_live', 'Tokens that are alive.', [], async function () {
    const count = await tokens().catch(() => undefined);
    if (count === undefined) this.reset();
    else this.set(count);
  });
  if (!hasRedis) return;
  gauge('redis_up', 'Whether Redis answers and can be written to.', [], async function () {
    await health.finding();
    this.set(health.states().get('rate_limits') ? 1 : 0);
  });
};
