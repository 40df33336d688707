import { expect, it } from 'vitest';
import { findings, textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { pauseFor, price, subscribing, trialOf } from './subscribing.ts';

const DATES = ['current_period_ends_at', 'next_bill_date', 'trial_ends_at', 'paused_at'] as const;

onBothEngines('postponed subscriptions', (service) => {
  const shop = subscribing(service);

  it.each([10, 100])('are billed next on the given date, %i days ahead, and nothing now', async (days) => {
    const { uuid, account_code } = await shop.subscribe(await shop.plan());
    const date = await shop.inDays(days);
    let postponed = await shop.look(uuid);
    expect(
      await shop.eventsOf(async () => {
        postponed = await shop.done(uuid, `postpone?next_bill_date=${date}&bulk=`);
      }),
    ).toEqual(['updated_subscription']);
    expect(shop.fields(postponed, ...DATES)).toEqual({
      current_period_ends_at: date,
      next_bill_date: date,
      trial_ends_at: null,
      paused_at: null,
    });
    expect(textOf(postponed, 'current_term_ends_at')).toBe(date);
    expect(textOf(await shop.look(uuid), 'next_bill_date')).toBe(date);
    expect(await shop.invoicesOf(account_code)).toHaveLength(1);
  });

  it('move the end of their trial and a scheduled pause', async () => {
    const date = await shop.inDays(45);
    const trial = await shop.subscribe(await shop.plan(`${price(3000)}${trialOf(14)}`));
    // The older name of the parameter.
    const longer = await shop.done(trial.uuid, `postpone?next_renewal_date=${date}`);
    expect(shop.fields(longer, ...DATES)).toMatchObject({ trial_ends_at: date, current_period_ends_at: date });
    const { uuid } = await shop.subscribe(await shop.plan());
    await shop.done(uuid, 'pause', pauseFor(1));
    expect(textOf(await shop.done(uuid, `postpone?next_bill_date=${date}`), 'paused_at')).toBe(date);
  });

  it('are not postponed again within a minute, unless that is asked for', async () => {
    const { uuid } = await shop.subscribe(await shop.plan());
    const [first, second] = [await shop.inDays(40), await shop.inDays(50)];
    await shop.done(uuid, `postpone?next_bill_date=${first}`);
    const again = await shop.act(uuid, `postpone?next_bill_date=${second}`);
    expect([again.status, textOf(again.xml, 'symbol')]).toEqual([422, 'subscription_not_postponable']);
    expect(textOf(again.xml, 'description')).toContain('less than 60 seconds ago');
    expect(textOf(await shop.look(uuid), 'next_bill_date')).toBe(first);
    for (const bulk of ['1', 'true']) await shop.done(uuid, `postpone?next_bill_date=${second}&bulk=${bulk}`);
    service().clock.advance({ seconds: 59 });
    expect((await shop.act(uuid, `postpone?next_bill_date=${first}&bulk=false`)).status).toBe(422);
    service().clock.advance({ seconds: 1 });
    await shop.done(uuid, `postpone?next_bill_date=${first}&bulk=0`);
  });

  it('understand an offset whose plus sign arrives as a blank', async () => {
    const { uuid } = await shop.subscribe(await shop.plan());
    const day = (await shop.inDays(40)).slice(0, 10);
    const postponed = await shop.done(uuid, `postpone?next_bill_date=${day}T12:00:00+02:00`);
    expect(textOf(postponed, 'next_bill_date')).toBe(`${day}T10:00:00Z`);
  });

  it('need a date ahead of them, in a year of four digits', async () => {
    const { uuid } = await shop.subscribe(
      await shop.plan(`${price(3000)}<total_billing_cycles>24</total_billing_cycles>`),
    );
    const refused = async (query: string) => findings((await shop.act(uuid, `postpone${query}`)).xml);
    const field = 'subscription.next_bill_date';
    expect(await refused('')).toEqual([`${field} blank`]);
    expect(await refused('?next_bill_date=soon')).toEqual([`${field} invalid`]);
    expect(await refused(`?next_bill_date=${await shop.now()}`)).toEqual([`${field} in_past`]);
    expect(await refused('?next_bill_date=9998-06-01')).toEqual([`${field} invalid`]);
    expect((await shop.act(uuid, `postpone?next_bill_date=${await shop.inDays(9)}&bulk=maybe`)).status).toBe(400);
    expect((await shop.act('0'.repeat(32), 'postpone')).status).toBe(404);
    await shop.done(uuid, 'postpone?next_bill_date=9997-01-01');
  });
});
