import { expect, it } from 'vitest';
import { findings, textOf } from '../service.ts';
import { cycles, fields, openEndingShop, pauseFor, trialOf } from './ending-shop.ts';
import { onBothEngines } from './engines.ts';

const DATES = [
  'current_period_ends_at',
  'next_bill_date',
  'current_term_ends_at',
  'trial_ends_at',
  'paused_at',
] as const;

onBothEngines('postponed subscriptions', (service) => {
  /** A shop on the tenth of January. */
  const open = async () => {
    const shop = await openEndingShop(service());
    await shop.travel('2027-01-10T00:00:00Z');
    return shop;
  };

  it.each([
    ['later', '2027-04-15T00:00:00Z', ['2027-04-15T00:00:00Z', '2027-05-15T00:00:00Z']],
    ['earlier', '2027-01-20T00:00:00Z', ['2027-01-20T00:00:00Z', '2027-02-20T00:00:00Z', '2027-03-20T00:00:00Z']],
  ])('are billed from an %s date on', async (_, date, boundaries) => {
    const shop = await open();
    const { code, uuid } = await shop.sell();
    await shop.done(uuid, `postpone?next_bill_date=${date}`);
    await shop.travel(boundaries.at(-1) ?? '');
    expect((await shop.invoices(code)).slice(1)).toEqual(boundaries.map((at) => `${at} renewal paid 3000`));
  });

  it('show the date at once, and nothing is billed for it', async () => {
    const shop = await open();
    const { uuid, code } = await shop.sell();
    const date = '2027-04-15T00:00:00Z';
    const moved = { current_period_ends_at: date, next_bill_date: date, current_term_ends_at: date };
    const events = await shop.announced(async () => {
      const postponed = await shop.done(uuid, `postpone?next_bill_date=${date}&bulk=`);
      expect(fields(postponed, ...DATES)).toEqual({ ...moved, trial_ends_at: null, paused_at: null });
    });
    expect(events).toEqual(['updated_subscription']);
    expect(fields(await shop.subscription(uuid), ...DATES)).toMatchObject(moved);
    expect(await shop.invoices(code)).toHaveLength(1);
  });

  it('move the end of their trial and a scheduled pause', async () => {
    const shop = await open();
    const date = '2027-03-01T00:00:00Z';
    const trial = await shop.sell('', trialOf(14));
    // The older name of the parameter.
    const longer = await shop.done(trial.uuid, `postpone?next_renewal_date=${date}`);
    expect(fields(longer, ...DATES)).toMatchObject({ trial_ends_at: date, current_period_ends_at: date });
    const { uuid } = await shop.sell();
    await shop.done(uuid, 'pause', pauseFor(1));
    expect(textOf(await shop.done(uuid, `postpone?next_bill_date=${date}`), 'paused_at')).toBe(date);
  });

  it('are not postponed again within a minute, unless that is asked for', async () => {
    const shop = await open();
    const { uuid } = await shop.sell();
    const [first, second] = ['2027-03-01T00:00:00Z', '2027-03-02T00:00:00Z'];
    await shop.done(uuid, `postpone?next_bill_date=${first}`);
    const again = await shop.act(uuid, `postpone?next_bill_date=${second}`);
    expect([again.status, textOf(again.xml, 'symbol')]).toEqual([422, 'subscription_not_postponable']);
    expect(textOf(again.xml, 'description')).toContain('less than 60 seconds ago');
    expect(await shop.show(uuid, 'next_bill_date')).toEqual([first]);
    for (const bulk of ['1', 'true']) await shop.done(uuid, `postpone?next_bill_date=${second}&bulk=${bulk}`);
    await shop.travel('2027-01-10T00:00:59Z');
    expect((await shop.act(uuid, `postpone?next_bill_date=${first}&bulk=false`)).status).toBe(422);
    await shop.travel('2027-01-10T00:01:00Z');
    await shop.done(uuid, `postpone?next_bill_date=${first}&bulk=0`);
  });

  it('understand an offset whose plus sign arrives as a blank', async () => {
    const shop = await open();
    const { uuid } = await shop.sell();
    const postponed = await shop.done(uuid, 'postpone?next_bill_date=2027-03-01T12:00:00+02:00');
    expect(textOf(postponed, 'next_bill_date')).toBe('2027-03-01T10:00:00Z');
  });

  it('need a date within the next hundred years', async () => {
    const shop = await open();
    const { uuid } = await shop.sell('', cycles(24));
    const refused = async (query: string) => findings((await shop.act(uuid, `postpone${query}`)).xml);
    const field = 'subscription.next_bill_date';
    expect(await refused('')).toEqual([`${field} blank`]);
    expect(await refused('?next_bill_date=soon')).toEqual([`${field} invalid`]);
    expect(await refused('?next_bill_date=2027-01-10')).toEqual([`${field} in_past`]);
    expect(await refused('?next_bill_date=2127-01-11')).toEqual([`${field} invalid`]);
    expect((await shop.act(uuid, 'postpone?next_bill_date=2027-03-01&bulk=maybe')).status).toBe(400);
    expect((await shop.act('0'.repeat(32), 'postpone')).status).toBe(404);
    await shop.done(uuid, 'postpone?next_bill_date=2127-01-09');
  });
});
