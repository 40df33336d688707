import type { Round } from '@service/billing/engine/due/run-due-work.ts';
import type { Site } from '@service/billing/site.ts';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { openWorker } from './worker.ts';

describe('a worker', () => {
  const siteOf = (subdomain: string, gateways_version = 0) => ({ subdomain, gateways_version }) as Site;
  const NOTHING: Round = { succeeded: 0, failed: 0 };

  const setting = (backlog: Record<string, number>, nextAt: number | undefined = undefined) => {
    const rounds: string[] = [];
    const versions: number[] = [];
    const stored = { version: 0 };
    let woken = (): void => {};
    const worker = openWorker({
      sites: {
        all: async () => ['busy', 'calm'].map((subdomain) => siteOf(subdomain, stored.version)),
        find: async (subdomain) => siteOf(subdomain, stored.version),
      },
      due: {
        async round({ subdomain, gateways_version }) {
          rounds.push(subdomain);
          if (subdomain === 'busy') versions.push(gateways_version);
          stored.version += 1;
          const left = backlog[subdomain] ?? 0;
          backlog[subdomain] = Math.max(0, left - 1);
          return left > 0 ? { succeeded: 1, failed: 0 } : NOTHING;
        },
        nextAt: async () => nextAt,
      },
      clock: { now: () => 1_000 },
      listen(callback) {
        woken = callback;
        return () => {};
      },
      log: pino({ level: 'silent' }),
    });
    return {
      worker,
      rounds,
      versions,
      backlog,
      wake: () => woken(),
    };
  };

  it('gives each site one round in rotation, so that a backlog does not hold up other sites', async () => {
    const { worker, rounds } = setting({ busy: 3, calm: 1 });
    await worker.idle();
    expect(rounds.slice(0, 4)).toEqual(['busy', 'calm', 'busy', 'calm']);
    expect(rounds.filter((site) => site === 'busy').length).toBeGreaterThanOrEqual(4);
    await worker.close();
  });

  it('runs each round of a backlog on the site as it is then', async () => {
    const { worker, versions } = setting({ busy: 3 });
    await worker.idle();
    expect(versions.slice(0, 4)).toEqual([0, 2, 3, 4]);
    await worker.close();
  });

  it('sleeps until something is due, and wakes at a signal', async () => {
    const { worker, rounds, backlog, wake } = setting({}, 10_000_000);
    await worker.idle();
    const before = rounds.length;
    backlog.calm = 2;
    wake();
    await worker.idle();
    expect(backlog.calm).toBe(0);
    expect(rounds.length).toBeGreaterThan(before);
    await worker.close();
  });

  it('ends while it sleeps', async () => {
    const { worker } = setting({}, undefined);
    await worker.idle();
    await expect(worker.close()).resolves.toBeUndefined();
  });
});
