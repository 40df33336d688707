import type { Millis } from '@service/billing/values/time.ts';
import { Gauge, type Registry } from 'prom-client';
import type { PoolState } from '../../adapters/storage/database.ts';
import type { HealthCheck } from '../../http/health-check.ts';

export interface Stores {
  readonly registry: Registry;
  readonly pool: () => PoolState | undefined;
  /** Returns the number of tokens that are alive. */
  readonly tokens: () => Promise<number>;
  /** Milliseconds by which the clock of this machine is ahead of each server's. */
  readonly clockDifferences: () => ReadonlyMap<string, Millis>;
  readonly health: HealthCheck;
  /** Whether the process uses Redis. */
  readonly hasRedis: boolean;
}

/** Registers gauges of what this process depends on: its health, the database, Redis, tokens and clocks. */
export const storeGauges = ({ registry, pool, tokens, clockDifferences, health, hasRedis }: Stores): void => {
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
    for (const [state, count] of Object.entries(pool() ?? {})) this.set({ state }, count);
  });
  gauge('tokens', 'Tokens that are alive.', [], async function () {
    const count = await tokens().catch(() => undefined);
    if (count === undefined) this.reset();
    else this.set(count);
  });
  gauge(
    'clock_difference_seconds',
    'By how much the clock of this machine is ahead of that of a server, as last compared.',
    ['server'],
    async function () {
      await health.finding();
      this.reset();
      for (const [server, difference] of clockDifferences()) this.set({ server }, difference / 1000);
    },
  );
  if (!hasRedis) return;
  gauge('redis_up', 'Whether Redis answers and can be written to.', [], async function () {
    await health.finding();
    this.set(health.states().get('rate_limits') ? 1 : 0);
  });
};
