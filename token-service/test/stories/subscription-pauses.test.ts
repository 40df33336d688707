import { beginPause } from '@service/billing/subscriptions/begin-pause.ts';
import { expect, it } from 'vitest';
import { findings, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { actionsOf } from './refund-shop.ts';
import { pauseFor, subscribing } from './subscribing.ts';

const NAMES = ['state', 'paused_at', 'remaining_pause_cycles', 'next_bill_date'] as const;
const NOT_PAUSED = { state: 'active', paused_at: null, remaining_pause_cycles: null };

onBothEngines('paused subscriptions', (service) => {
  const shop = subscribing(service);
  const pause = (uuid: string, cycles: number) => shop.done(uuid, 'pause', pauseFor(cycles));
  const sold = async () => {
    const { uuid, account_code, xml } = await shop.subscribe(await shop.plan());
    return { uuid, account_code, ends: textOf(xml, 'current_period_ends_at') ?? '' };
  };
  /** A subscription whose pause of so many cycles has begun. */
  const paused = async (cycles: number) => {
    const found = await sold();
    await pause(found.uuid, cycles);
    await shop.put(found.uuid, (record) => beginPause(record, record.current_period_ends_at ?? 0).subscription!);
    return found;
  };

  it('are scheduled for the next bill date, changed and dropped before', async () => {
    const { uuid, account_code, ends } = await sold();
    const scheduled = { state: 'active', paused_at: ends, next_bill_date: ends };
    const events = await shop.eventsOf(async () => {
      expect(shop.fields(await pause(uuid, 2), ...NAMES)).toEqual({ ...scheduled, remaining_pause_cycles: '2' });
      expect(shop.fields(await pause(uuid, 5), ...NAMES)).toEqual({ ...scheduled, remaining_pause_cycles: '5' });
      expect(actionsOf(await shop.look(uuid))).toEqual(['cancel', 'terminate', 'postpone', 'notes']);
      expect(shop.fields(await pause(uuid, 0), ...NAMES)).toEqual({ ...NOT_PAUSED, next_bill_date: ends });
    });
    expect(events).toEqual([
      'scheduled_subscription_pause',
      'subscription_pause_modified',
      'subscription_pause_canceled',
    ]);
    expect(await shop.invoicesOf(account_code)).toHaveLength(1);
  });

  it('can be made longer and shorter while the pause runs', async () => {
    const { uuid, ends } = await paused(2);
    const { state, remaining_pause_cycles, paused_at } = shop.fields(await pause(uuid, 6), ...NAMES);
    expect([state, remaining_pause_cycles, paused_at]).toEqual(['paused', '6', ends]);
    const shorter = await pause(uuid, 0);
    expect(shop.fields(shorter, 'state', 'remaining_pause_cycles')).toEqual({
      state: 'paused',
      remaining_pause_cycles: '0',
    });
    // It resumes at the end of the period that it skips.
    expect(textOf(shorter, 'next_bill_date')).toBe(textOf(shorter, 'current_period_ends_at'));
    expect(actionsOf(shorter)).toEqual(['terminate', 'notes']);
  });

  it('are shown as active before 2.11, without the fields of the pause', async () => {
    const { uuid } = await paused(2);
    const old = await shop.api('GET', `/v2/subscriptions/${uuid}`, undefined, { 'X-Api-Version': '2.10' });
    expect(textOf(old.xml, 'state')).toBe('active');
    for (const name of ['paused_at', 'remaining_pause_cycles']) expect(within(old.xml, name), name).toBeUndefined();
    expect(textOf(await shop.look(uuid), 'state')).toBe('paused');
    expect((await shop.act(uuid, 'pause', pauseFor(1), '2.10')).status).toBe(404);
  });

  it('need a length', async () => {
    const { uuid } = await sold();
    const refused = async (inner: string) =>
      findings((await shop.act(uuid, 'pause', `<subscription>${inner}</subscription>`)).xml);
    const field = 'subscription.remaining_pause_cycles';
    const cycles = (text: string) => `<remaining_pause_cycles>${text}</remaining_pause_cycles>`;
    expect(await refused('')).toEqual([`${field} blank`]);
    expect(await refused(cycles('-1'))).toEqual([`${field} greater_than_or_equal_to`]);
    expect(await refused(cycles('1.5'))).toEqual([`${field} not_an_integer`]);
    expect(await refused(cycles('soon'))).toEqual([`${field} not_a_number`]);
    expect((await shop.act(uuid, 'pause', '<subscription><quantity>2</quantity></subscription>')).status).toBe(400);
    expect((await shop.act(uuid, 'pause')).status).toBe(415);
    expect(shop.fields(await shop.look(uuid), 'state', 'paused_at')).toEqual({ state: 'active', paused_at: null });
  });

  it('must be able to end before the year 10000', async () => {
    const year = '<plan_interval_unit>months</plan_interval_unit><plan_interval_length>12</plan_interval_length>';
    const price = '<unit_amount_in_cents><USD>3000</USD></unit_amount_in_cents>';
    const { uuid } = await shop.subscribe(await shop.plan(`${price}${year}`));
    const refused = await shop.act(uuid, 'pause', pauseFor(9999));
    expect(findings(refused.xml)).toEqual(['subscription.remaining_pause_cycles less_than_or_equal_to']);
    const most = Number(/less than or equal to (\d+)/.exec(refused.text)?.[1]);
    expect(textOf(await pause(uuid, most), 'remaining_pause_cycles')).toBe(String(most));
  });

  it('are refused while the account has a past-due invoice', async () => {
    const { uuid, account_code } = await sold();
    const [invoice] = await shop.invoicesOf(account_code);
    const { invoices } = await shop.records();
    const charge = await invoices.find(textOf(invoice, 'uuid') ?? '');
    if (!charge) throw new Error('The first invoice is stored');
    await invoices.save({ ...charge, state: 'past_due' });
    const late = await shop.act(uuid, 'pause', pauseFor(1));
    expect([late.status, textOf(late.xml, 'symbol')]).toEqual([422, 'subscription_not_pausable']);
  });

  it('expire at once when their account is closed', async () => {
    const { uuid, account_code } = await paused(2);
    expect(
      await shop.eventsOf(async () => {
        expect((await shop.api('DELETE', `/v2/accounts/${account_code}`)).status).toBe(204);
      }),
    ).toEqual(['expired_subscription', 'canceled_account']);
    expect(shop.fields(await shop.look(uuid), 'state', 'canceled_at', 'expires_at', 'paused_at')).toEqual({
      state: 'expired',
      canceled_at: null,
      expires_at: await shop.now(),
      paused_at: null,
    });
  });
});
