import type { Round } from '@service/billing/engine/due/run-due-work.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { Failure } from '@service/billing/values/failure.ts';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { openWorker } from './worker.ts';

describe('a worker', () => {
  const siteOf = (subdomain: string, gateways_version = 0) => ({ id: subdomain, subdomain, gateways_version }) as Site;
  const NOTHING: Round = { succeeded: 0, failed: 0 };

  const setting = (backlog: Record<string, number>, nextAt: number | undefined = undefined) => {
    let now = 1_000;
    const rounds: string[] = [];
    const logged: Record<string, unknown>[] = [];
    /** Errors by site, or of everything. */
    const errors = new Map<string, Error>();
    const fail = (name: string): void => {
      const error = errors.get(name);
      if (error) throw error;
    };
    const versions: number[] = [];
    const stored = { version: 0 };
    let woken = (_siteId?: string): void => {};
    const worker = openWorker({
      sites: {
        async all() {
          fail('all');
          return ['busy', 'calm'].map((subdomain) => siteOf(subdomain, stored.version));
        },
        find: async (subdomain) => siteOf(subdomain, stored.version),
      },
      due: {
        async round({ subdomain, gateways_version }) {
          rounds.push(subdomain);
          fail(subdomain);
          if (subdomain === 'busy') versions.push(gateways_version);
          stored.version += 1;
          const left = backlog[subdomain] ?? 0;
          backlog[subdomain] = Math.max(0, left - 1);
          return left > 0 ? { succeeded: 1, failed: 0 } : NOTHING;
        },
        nextAt: async () => nextAt,
      },
      clock: { now: () => now },
      listen(callback) {
        woken = callback;
        return () => {};
      },
      log: pino(
        { base: null, timestamp: false, formatters: { level: (level) => ({ level }) } },
        { write: (line: string) => void logged.push(JSON.parse(line)) },
      ),
    });
    return {
      worker,
      errors,
      problems: () => logged.filter(({ msg }) => msg !== 'ran due work'),
      rounds,
      versions,
      backlog,
      wake: (siteId?: string) => woken(siteId),
      /** Moves the clock, and lets the worker look at it. */
      async pass(milliseconds: number) {
        now += milliseconds;
        await worker.idle(siteOf('another'));
      },
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
    // Each round sees the changes of all rounds before it.
    expect(versions.slice(0, 3)).toEqual([0, 2, 4]);
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

  it('checks only the site that a signal names, and every site once a minute', async () => {
    const { worker, rounds, wake, pass } = setting({});
    await worker.idle();
    rounds.length = 0;
    wake('calm');
    await pass(1);
    expect(rounds).toEqual(['calm']);
    await pass(30_000);
    expect(rounds).toEqual(['calm']);
    await pass(30_000);
    expect(rounds).toEqual(['calm', 'busy', 'calm']);
    await worker.close();
  });

  it('checks a site when its next moment has come', async () => {
    const { worker, rounds, pass } = setting({}, 6_000);
    await worker.idle();
    rounds.length = 0;
    await pass(4_999);
    expect(rounds).toEqual([]);
    await pass(1);
    expect(rounds).toEqual(['busy', 'calm']);
    await worker.close();
  });

  it('does not keep a site that is woken waiting for the backlog of another', async () => {
    const { worker, rounds, backlog, wake } = setting({ busy: 4 });
    backlog.calm = 0;
    const done = worker.idle();
    while (rounds.length < 3) await new Promise(setImmediate);
    backlog.calm = 1;
    const before = rounds.length;
    wake('calm');
    await done;
    expect(rounds.slice(before).indexOf('calm')).toBeLessThanOrEqual(2);
    await worker.close();
  });

  it('answers for a site that has nothing due, while the backlog of another goes on', async () => {
    const { worker, backlog } = setting({ busy: 1_000, calm: 2 });
    const everything = worker.idle();
    await worker.idle(siteOf('calm'));
    expect(backlog.calm).toBe(0);
    expect(backlog.busy).toBeGreaterThan(900);
    await everything;
    expect(backlog.busy).toBe(0);
    await worker.close();
  });

  it('lets a site whose work cannot be read rest, logs that once, and goes on with the others', async () => {
    const { worker, rounds, errors, problems, wake, pass } = setting({});
    await worker.idle();
    errors.set('busy', new Error('broken'));
    rounds.length = 0;
    await worker.idle();
    expect(rounds).toEqual(['busy', 'calm']);
    expect(worker.isReadable()).toBe(false);
    wake('busy');
    wake('calm');
    await pass(4_999);
    expect(rounds).toEqual(['busy', 'calm', 'calm']);
    for (let times = 0; times < 3; times += 1) await pass(5_000);
    expect(rounds.slice(3)).toEqual(['busy', 'busy', 'busy']);
    const unreadable = { site: 'busy', error: 'broken', level: 'error', msg: 'the worker could not read due work' };
    expect(problems()).toEqual([unreadable]);

    errors.clear();
    for (let times = 0; times < 2; times += 1) await pass(5_000);
    expect(worker.isReadable()).toBe(true);
    expect(problems().slice(1)).toEqual([{ site: 'busy', level: 'info', msg: 'the worker reads due work again' }]);
    await worker.close();
  });

  it('logs once that the database does not answer, and runs what was due once it does', async () => {
    const { worker, rounds, backlog, errors, problems, wake } = setting({});
    await worker.idle();
    errors.set('all', new Error('down'));
    backlog.calm = 1;
    rounds.length = 0;
    const done = worker.idle();
    for (let times = 0; times < 5; times += 1) {
      wake();
      await new Promise(setImmediate);
    }
    expect(worker.isReadable()).toBe(false);
    errors.clear();
    errors.set('busy', new Failure('service_unavailable'));
    for (let times = 0; times < 5; times += 1) {
      wake();
      await new Promise(setImmediate);
    }
    expect(rounds).not.toContain('calm');
    errors.clear();
    wake();
    await done;
    expect(rounds).toContain('calm');
    expect(problems().map(({ level, site, msg }) => [level, site, msg])).toEqual([
      ['error', undefined, 'the worker could not read due work'],
      ['info', undefined, 'the worker reads due work again'],
    ]);
    await worker.close();
  });

  describe('with a round that takes long', () => {
    const NAMES = ['slow', 'calm'];
    /** A worker whose rounds at the site `slow` end when the test says so, with as much work as it says. */
    const slowSetting = (beside = 16) => {
      const rounds: string[] = [];
      const ends: ((found: Round | Error) => void)[] = [];
      const logged: unknown[] = [];
      let woken = (_siteId?: string): void => {};
      const worker = openWorker({
        sites: { all: async () => NAMES.map((name) => siteOf(name)), find: async (name) => siteOf(name) },
        due: {
          round({ subdomain }) {
            rounds.push(subdomain);
            if (subdomain !== 'slow') return Promise.resolve(NOTHING);
            return new Promise((resolve, reject) => {
              ends.push((found) => (found instanceof Error ? reject(found) : resolve(found)));
            });
          },
          nextAt: async () => undefined,
        },
        clock: { now: () => 1_000 },
        listen(callback) {
          woken = callback;
          return () => {};
        },
        log: pino({ base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
        patience: 0,
        beside,
      });
      const end = (found: Round | Error): void => ends.shift()?.(found);
      return { worker, rounds, end, logged, wake: (siteId?: string) => woken(siteId) };
    };
    const began = (rounds: readonly string[], count: number) =>
      expect.poll(() => rounds.filter((name) => name === 'slow')).toHaveLength(count);

    it('goes on with other sites meanwhile, and never begins a second one at that site', async () => {
      const { worker, rounds, end, wake } = slowSetting();
      await worker.idle(siteOf('calm'));
      await worker.idle(siteOf('calm'));
      wake('slow');
      await worker.idle(siteOf('calm'));
      expect(rounds.filter((name) => name === 'calm').length).toBeGreaterThanOrEqual(3);
      expect(rounds.filter((name) => name === 'slow')).toHaveLength(1);
      end(NOTHING);
      // The signal came during the round.
      await began(rounds, 2);
      end(NOTHING);
      await worker.close();
    });

    it('waits for it where no round may go on beside the rotation, and so does a caller of that site', async () => {
      const { worker, rounds, end } = slowSetting(0);
      const calm = worker.idle(siteOf('calm'));
      await began(rounds, 1);
      await new Promise(setImmediate);
      expect(rounds).toEqual(['slow']);
      end(NOTHING);
      await calm;
      expect(rounds).toContain('calm');
      await Promise.all([worker.close(), end(NOTHING)]);
    });

    it('has a caller that came during the round wait for another one, although that found nothing', async () => {
      const { worker, rounds, end } = slowSetting();
      await worker.idle(siteOf('calm'));
      let isIdle = false;
      const idle = worker.idle().then(() => {
        isIdle = true;
      });
      end(NOTHING);
      await began(rounds, 2);
      expect(isIdle).toBe(false);
      end(NOTHING);
      await idle;
      await worker.close();
    });

    it('comes back to the site for as long as its rounds find work, and answers for it then', async () => {
      const { worker, rounds, end } = slowSetting();
      await worker.idle(siteOf('calm'));
      end({ succeeded: 1, failed: 0 });
      await began(rounds, 2);
      let isIdle = false;
      const idle = worker.idle(siteOf('slow')).then(() => {
        isIdle = true;
      });
      await worker.idle(siteOf('calm'));
      expect(isIdle).toBe(false);
      end(NOTHING);
      // The call came during the round.
      await began(rounds, 3);
      end(NOTHING);
      await idle;
      await worker.idle(siteOf('calm'));
      expect(rounds.filter((name) => name === 'slow')).toHaveLength(3);
      await worker.close();
    });

    it('ends after that round', async () => {
      const { worker, end } = slowSetting();
      await worker.idle(siteOf('calm'));
      let isClosed = false;
      const closed = worker.close().then(() => {
        isClosed = true;
      });
      await new Promise(setImmediate);
      expect(isClosed).toBe(false);
      end(NOTHING);
      await closed;
    });

    it('checks the site again when the database was gone in that round', async () => {
      const { worker, rounds, end, logged } = slowSetting();
      await worker.idle(siteOf('calm'));
      end(new Failure('service_unavailable'));
      await began(rounds, 2);
      expect(logged).toContainEqual(expect.objectContaining({ msg: 'the worker could not read due work' }));
      end(NOTHING);
      await worker.close();
    });
  });

  it('ends while it sleeps', async () => {
    const { worker } = setting({}, undefined);
    await worker.idle();
    await expect(worker.close()).resolves.toBeUndefined();
  });
});
