import { failedWork } from '@service/billing/queries/work/due.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { dismissFailedWork } from '@service/billing/usecases/due/dismiss-failed-work.ts';
import { retryFailedWork } from '@service/billing/usecases/due/retry-failed-work.ts';
import { expect, it } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { textOf } from '../service.ts';
import { onSqlite } from './engines.ts';
import { openShop } from './subscription-shop.ts';

const MANUAL = '<collection_method>manual</collection_method>';

/** No worker runs while the clock advances; `dueWork` is the restart. A production site's clock never travels. */
onSqlite('work that a production site missed', (service) => {
  const setting = async (mode: Site['mode'] = 'production') => {
    const shop = await openShop(service(), { mode });
    const { site, records } = shop;
    const world = openWorld(service().clock);
    const { storage, administration } = service().service.opened;
    const today = () => new Date(service().clock.now()).toISOString().slice(0, 10);
    return {
      ...shop,
      parked: () => failedWork({ storage })(site),
      operator: () => ({
        site,
        at: Math.floor(service().clock.now() / 1000),
        actor: 'command line',
        correlation: 'test',
      }),
      deps: { storage, world },
      change: (changes: Partial<Site>) =>
        administration.transaction(site.id, (inside) => inside.save({ ...site, ...changes })),
      async serve(days: number) {
        service().clock.advance({ days });
        await service().dueWork();
      },
      down: (days: number) => service().clock.advance({ days }),
      today,
      /** Dunning events of an account: how often it was reminded, on which day. */
      async reminders(code: string): Promise<string[]> {
        const account = await records().accounts.find(code);
        return (await records().events.after(undefined, 10_000)).flatMap(({ account_id, at, event }) =>
          account_id === account?.id && event.type === 'new_dunning_event'
            ? [`${new Date(at * 1000).toISOString().slice(0, 10)} ${event.invoice.dunning?.events_count}`]
            : [],
        );
      },
    };
  };

  const overdue = async ({ account, plan, subscribe, serve }: Awaited<ReturnType<typeof setting>>) => {
    const code = await account('');
    const yearly = '<plan_interval_length>24</plan_interval_length>';
    const uuid = await subscribe(code, await plan(yearly), MANUAL);
    await serve(1);
    return { code, uuid };
  };

  it('sends one reminder of those that were missed, and the others at their usual distance', async () => {
    const shop = await setting();
    const { code } = await overdue(shop);
    const first = shop.today();
    // Days 3, 7 and 14 pass.
    shop.down(16);
    await shop.serve(0);
    const back = shop.today();
    expect(await shop.reminders(code)).toEqual([`${first} 1`, `${back} 2`]);
    // Day 7 came four days after day 3.
    await shop.serve(3);
    expect(await shop.reminders(code)).toHaveLength(2);
    await shop.serve(1);
    expect(await shop.reminders(code)).toEqual([`${first} 1`, `${back} 2`, `${shop.today()} 3`]);
    expect(await shop.parked()).toEqual([]);
  });

  it('starts the dunning of an invoice that became past due meanwhile when it is noticed', async () => {
    const shop = await setting();
    const code = await shop.account('');
    await shop.subscribe(code, await shop.plan('<plan_interval_length>24</plan_interval_length>'), MANUAL);
    shop.down(40);
    await shop.serve(0);
    expect(await shop.reminders(code)).toEqual([`${shop.today()} 1`]);
    await shop.serve(3);
    expect(await shop.reminders(code)).toHaveLength(2);
    expect(await shop.parked()).toEqual([]);
  });

  it('asks an operator for a final action that was missed', async () => {
    const shop = await setting();
    const [written, kept] = [await overdue(shop), await overdue(shop)];
    // The second began a day later; both had their fifth reminder on day 21 at the latest.
    for (let day = 0; day < 21; day += 1) await shop.serve(1);
    expect(await shop.reminders(kept.code)).toHaveLength(5);
    shop.down(30);
    await shop.serve(0);
    const parked = await shop.parked();
    expect(parked.map(({ kind, status }) => `${kind} ${status}`)).toEqual(['dunning parked', 'dunning parked']);
    expect(parked[0]?.error).toMatch(
      /^Dunning of invoice \d+ was to end on [\d-]+, while no worker ran\. Retry to write off 30\.00 USD and expire 1 subscription\.$/,
    );
    const [retried = '', dismissed = ''] = parked.map(({ id }) => id);
    await retryFailedWork(shop.deps)(shop.operator(), 'dunning', retried);
    await dismissFailedWork(shop.deps)(shop.operator(), 'dunning', dismissed);
    await shop.serve(0);
    const states = async (code: string) => (await shop.invoices(code)).map((one) => one.replace(/^\S+ /, ''));
    expect(await states(written.code)).toEqual(['purchase failed 3000', 'write_off closed -3000']);
    expect(await shop.show(written.uuid, 'state')).toEqual(['expired']);
    expect((await shop.reminders(written.code)).at(-1)).toBe(`${shop.today()} 6`);
    expect(await states(kept.code)).toEqual(['purchase past_due 3000']);
    expect(await shop.show(kept.uuid, 'state')).toEqual(['active']);
  });

  it('takes a final action without asking where any number of missed periods is billed', async () => {
    const shop = await setting();
    const { code } = await overdue(shop);
    for (let day = 0; day < 21; day += 1) await shop.serve(1);
    await shop.change({ catch_up_periods: null });
    shop.down(30);
    await shop.serve(0);
    expect(await shop.parked()).toEqual([]);
    expect((await shop.reminders(code)).at(-1)).toBe(`${shop.today()} 6`);
  });

  it('attempts a missed payment once, and counts the next attempt and the reminders from then', async () => {
    const shop = await setting('sandbox');
    const code = await shop.account();
    const uuid = await shop.subscribe(code, await shop.plan());
    // A production site without a gateway account: for a day an attempt is repeated soon, then once a day.
    await shop.change({ mode: 'production' });
    const latest = async () => {
      const { xml } = await shop.api('GET', `/v2/accounts/${code}/invoices?sort=created_at&per_page=1`);
      const names = ['state', 'created_at', 'attempt_next_collection_at'];
      return names.map((name) => textOf(xml?.children[0], name)?.slice(0, 10));
    };
    const tomorrow = () => new Date(service().clock.now() + 86_400_000).toISOString().slice(0, 10);
    const [boundary = ''] = await shop.show(uuid, 'current_period_ends_at');
    shop.down(35);
    await shop.serve(0);
    expect(await latest()).toEqual(['pending', boundary.slice(0, 10), shop.today()]);
    expect(await shop.reminders(code)).toEqual([]);
    shop.down(10);
    await shop.serve(0);
    const noticed = shop.today();
    expect(await latest()).toEqual(['past_due', boundary.slice(0, 10), tomorrow()]);
    expect(await shop.reminders(code)).toEqual([`${noticed} 1`]);
    shop.down(10);
    await shop.serve(0);
    expect(await latest()).toEqual(['past_due', boundary.slice(0, 10), tomorrow()]);
    expect(await shop.reminders(code)).toEqual([`${noticed} 1`, `${shop.today()} 2`]);
  });
});
