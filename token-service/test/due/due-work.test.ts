import { MOST_ATTEMPTS } from '@service/billing/domain/due/backoff.ts';
import type { DueItem } from '@service/billing/domain/due/item.ts';
import type { DueKind } from '@service/billing/engine/due/kinds/kind.ts';
import { dueWork } from '@service/billing/engine/due/run-due-work.ts';
import type { Caller } from '@service/billing/ports/caller.ts';
import { dismissedWork, failedWork } from '@service/billing/queries/work/due.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { dismissFailedWork } from '@service/billing/usecases/due/dismiss-failed-work.ts';
import { retryFailedWork } from '@service/billing/usecases/due/retry-failed-work.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { expect, it } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { onBothEngines } from '../stories/engines.ts';

/** A kind of due work is one registry entry: these tests add one whose items are in memory. */
onBothEngines('due work', (service) => {
  type Reminder = Omit<DueItem, 'kind' | 'failures'>;

  const setting = async () => {
    const { site } = await service().openSite();
    const { storage } = service().service.opened;
    const world = openWorld(service().clock);
    const now = siteTime(site, world.clock);
    const caller: Caller = { site, at: now, actor: 'test', correlation: 'test' };
    let reminders: Reminder[] = [];
    const ran: string[] = [];
    const callers: Caller[] = [];
    let failing = new Set<string>();
    let busy = new Set<string>();

    const reminderKind: DueKind = {
      kind: 'reminder',
      async next(records, until, limit) {
        const failed = await records.due.failed(200);
        const waits = ({ id, at }: Reminder) =>
          failed.some(
            (one) =>
              one.id === id &&
              one.at === at &&
              !(one.status === 'waiting' && (one.retry_at_ms ?? 0) <= world.clock.now()),
          );
        const failures = ({ id, at }: Reminder) => failed.find((one) => one.id === id && one.at === at)?.failures ?? 0;
        return reminders
          .filter((one) => one.at <= until && !waits(one))
          .sort((a, b) => a.at - b.at)
          .slice(0, limit)
          .map((one) => ({ ...one, failures: failures(one) }));
      },
      async run(caller, { id }) {
        if (busy.has(id)) throw new Failure('simultaneous_request');
        if (failing.has(id)) throw new Error('The reminder with card 4111 1111 1111 1111 could not be sent.');
        // Another worker may have completed it.
        if (!reminders.some((one) => one.id === id)) return;
        ran.push(id);
        callers.push(caller);
        reminders = reminders.filter((one) => one.id !== id);
      },
    };
    const due = dueWork({ storage, world }, [reminderKind]);
    return {
      site,
      storage,
      world,
      caller,
      now,
      due,
      ran,
      callers,
      remind: (...more: Reminder[]) => {
        reminders.push(...more);
      },
      fail: (...ids: string[]) => {
        failing = new Set(ids);
      },
      occupy: (...ids: string[]) => {
        busy = new Set(ids);
      },
    };
  };

  it('runs each item as of its own due time, and the items of one account in order', async () => {
    const { due, site, remind, ran, callers, now } = await setting();
    remind(
      { id: 'second', subject: 'ada', at: now - 10 },
      { id: 'first', subject: 'ada', at: now - 20 },
      { id: 'other', subject: 'bob', at: now - 15 },
      { id: 'later', subject: 'ada', at: now + 60 },
    );
    expect(await due.round(site)).toEqual({ succeeded: 2, failed: 0 });
    expect(new Set(ran)).toEqual(new Set(['first', 'other']));
    expect(await due.drain(site)).toBe(1);
    expect(ran.at(-1)).toBe('second');
    expect(callers.find(({ at }) => at === now - 20)).toMatchObject({
      actor: 'worker',
      site: { id: site.id, clock_offset: site.clock_offset },
    });
    expect(await due.nextAt(site)).toBe((now + 60 - site.clock_offset) * 1000);
  });

  it('that fails does not stop other items, is retried with exponential backoff, and is finally parked', async () => {
    const { due, site, storage, remind, fail, ran, now } = await setting();
    remind({ id: 'broken', subject: 'ada', at: now - 20 }, { id: 'fine', subject: 'ada', at: now - 10 });
    remind({ id: 'neighbour', subject: 'bob', at: now - 5 });
    fail('broken');

    expect(await due.drain(site)).toBe(2);
    expect(new Set(ran)).toEqual(new Set(['fine', 'neighbour']));
    for (let failures = 1; failures < MOST_ATTEMPTS; failures += 1) {
      const [item] = await failedWork({ storage })(site);
      expect(item).toMatchObject({ id: 'broken', failures, status: 'waiting' });
      // 30 seconds, doubled each time.
      expect((item?.retry_at_ms ?? 0) - (item?.failed_at_ms ?? 0)).toBe(30_000 * 2 ** (failures - 1));
      expect(await due.round(site)).toEqual({ succeeded: 0, failed: 0 });
      service().clock.advance({ seconds: 30 * 2 ** (failures - 1) });
      expect(await due.round(site)).toEqual({ succeeded: 0, failed: 1 });
    }
    const [parked] = await failedWork({ storage })(site);
    expect(parked).toMatchObject({ id: 'broken', failures: MOST_ATTEMPTS, status: 'parked', retry_at_ms: null });
    expect(parked?.error).toBe('Error: The reminder with card [digits] could not be sent.');
    service().clock.advance({ hours: 48 });
    expect(await due.drain(site)).toBe(0);
  });

  it('whose account has another payment under way is tried again every 30 seconds, as often as it takes', async () => {
    const { due, site, storage, remind, occupy, ran, now } = await setting();
    remind({ id: 'waiting', subject: 'ada', at: now - 20 });
    occupy('waiting');
    for (let attempts = 0; attempts <= MOST_ATTEMPTS; attempts += 1) {
      expect(await due.round(site)).toEqual({ succeeded: 0, failed: 1 });
      expect(await failedWork({ storage })(site)).toMatchObject([{ failures: 1, status: 'waiting' }]);
      service().clock.advance({ seconds: 30 });
    }
    occupy();
    expect(await due.round(site)).toEqual({ succeeded: 1, failed: 0 });
    expect(ran).toEqual(['waiting']);
    expect(await failedWork({ storage })(site)).toEqual([]);
  });

  it('that is parked runs once an operator retries it, and never after it is dismissed', async () => {
    const { due, site, storage, world, caller, remind, fail, ran, now } = await setting();
    remind({ id: 'one', subject: 'ada', at: now }, { id: 'two', subject: 'bob', at: now });
    fail('one', 'two');
    expect(await due.round(site)).toEqual({ succeeded: 0, failed: 2 });
    fail();
    await dismissFailedWork({ storage, world })(caller, 'reminder', 'two');
    await retryFailedWork({ storage, world })(caller, 'reminder', 'one');
    expect(await due.drain(site)).toBe(1);
    expect(ran).toEqual(['one']);
    service().clock.advance({ hours: 2 });
    expect(await due.drain(site)).toBe(0);
    expect(await failedWork({ storage })(site)).toEqual([]);
    expect(await dismissedWork({ storage })(site)).toMatchObject([{ id: 'two', status: 'dismissed' }]);
    await expect(retryFailedWork({ storage, world })(caller, 'reminder', 'none')).rejects.toMatchObject({
      symbol: 'not_found',
    });
  });

  it('that makes no progress counts as failed instead of running forever', async () => {
    const { site, storage, world, now } = await setting();
    let runs = 0;
    const stuck: DueKind = {
      kind: 'stuck',
      async next(records, until) {
        const waits = (await records.due.failed(9)).length > 0;
        return now <= until && !waits ? [{ id: 'stuck', subject: 'ada', at: now, failures: 0 }] : [];
      },
      async run() {
        runs += 1;
      },
    };
    expect(await dueWork({ storage, world }, [stuck]).drain(site)).toBe(1);
    expect(runs).toBe(1);
    expect(await failedWork({ storage })(site)).toMatchObject([{ id: 'stuck', status: 'waiting' }]);
  });

  it('is done once by two workers, however their work interleaves', async () => {
    const { due, site, remind, ran, now } = await setting();
    const ids = Array.from({ length: 60 }, (_, index) => `item-${index}`);
    remind(...ids.map((id, index) => ({ id, subject: `account-${index % 20}`, at: now - index })));
    await Promise.all([due.drain(site), due.drain(site)]);
    expect(ran.toSorted()).toEqual(ids.toSorted());
  });
});
