import { expect, it } from 'vitest';
import { textOf } from '../service.ts';
import { openChangingShop, plan, quantity, timeframe, unit, usd } from './changing.ts';
import { onBothEngines } from './engines.ts';

const price = (cents: number) => usd('unit_amount_in_cents', cents);
const trial = (days: number) =>
  `<trial_interval_length>${days}</trial_interval_length><trial_interval_unit>days</trial_interval_unit>`;

/** Immediate changes in each state, of subscriptions sold on 1 June. */
onBothEngines('a change of a subscription', (service) => {
  const open = async (inner = '', of = '') => {
    const shop = await openChangingShop(service());
    const account = await shop.account();
    const gold = await shop.plan(price(3000) + of);
    return { ...shop, account, gold, uuid: await shop.subscribe(account, gold, inner) };
  };
  const pause = '<subscription><remaining_pause_cycles>2</remaining_pause_cycles></subscription>';

  it('in its trial applies without an invoice, and the trial keeps its end', async () => {
    const shop = await open('', trial(10));
    await shop.changed(shop.uuid, plan(await shop.plan(price(6000) + trial(30))));
    expect(await shop.show(shop.uuid, 'trial_ends_at', 'unit_amount_in_cents')).toEqual([
      '2027-06-11T00:00:00Z',
      '6000',
    ]);
    expect(await shop.invoices(shop.account)).toEqual(['2027-06-01T00:00:00Z purchase paid 0']);
    await shop.travel('2027-06-11T00:00:00Z');
    expect((await shop.invoices(shop.account)).at(-1)).toBe('2027-06-11T00:00:00Z renewal paid 6000');
  });

  it('to a plan with a trial gets none', async () => {
    const shop = await open();
    await shop.travel('2027-06-16T00:00:00Z');
    await shop.changed(shop.uuid, plan(await shop.plan(price(6000) + trial(30))));
    expect(await shop.show(shop.uuid, 'trial_ends_at', 'current_period_ends_at')).toEqual(['', '2027-07-01T00:00:00Z']);
    expect(await shop.invoices(shop.account)).toContain('2027-06-16T00:00:00Z immediate_change paid 3000');
  });

  it('marks an imported trial, in the trial alone', async () => {
    const shop = await open('', trial(10));
    const imported = '<imported_trial>true</imported_trial>';
    expect(textOf(await shop.changed(shop.uuid, imported), 'imported_trial')).toBe('true');
    await shop.travel('2027-06-12T00:00:00Z');
    expect((await shop.change(shop.uuid, imported)).status).toBe(200);
    const refused = await shop.change(shop.uuid, '<imported_trial>false</imported_trial>');
    expect(refused.text).toContain('field="subscription.imported_trial" symbol="invalid"');
  });

  it.each(['now', 'bill_date'])('that has not started replaces what it starts with, timeframe %s', async (when) => {
    const shop = await open('<starts_at>2027-06-20T00:00:00Z</starts_at>');
    const answer = await shop.changed(shop.uuid, timeframe(when) + plan(await shop.plan(price(6000))) + quantity(2));
    expect([textOf(answer, 'state'), textOf(answer, 'unit_amount_in_cents')]).toEqual(['future', '6000']);
    expect(await shop.invoices(shop.account)).toEqual([]);
    await shop.travel('2027-06-20T00:00:00Z');
    expect(await shop.invoices(shop.account)).toEqual(['2027-06-20T00:00:00Z purchase paid 12000']);
  });

  it('that was canceled applies, and it stays canceled', async () => {
    const shop = await open();
    expect((await shop.api('PUT', `/v2/subscriptions/${shop.uuid}/cancel`)).status).toBe(200);
    await shop.travel('2027-06-16T00:00:00Z');
    const answer = await shop.changed(shop.uuid, quantity(2));
    expect([textOf(answer, 'state'), textOf(answer, 'expires_at')]).toEqual(['canceled', '2027-07-01T00:00:00Z']);
    expect((await shop.invoices(shop.account)).at(-1)).toBe('2027-06-16T00:00:00Z immediate_change paid 1500');
  });

  it('that is paused resumes it on the new terms, with a period that starts now', async () => {
    const shop = await open();
    expect((await shop.api('PUT', `/v2/subscriptions/${shop.uuid}/pause`, pause)).status).toBe(200);
    await shop.travel('2027-07-10T00:00:00Z');
    expect(await shop.show(shop.uuid, 'state')).toEqual(['paused']);
    const answer = await shop.changed(shop.uuid, unit(4000));
    expect([textOf(answer, 'state'), textOf(answer, 'current_period_started_at'), textOf(answer, 'paused_at')]).toEqual(
      ['active', '2027-07-10T00:00:00Z', ''],
    );
    expect((await shop.invoices(shop.account)).at(-1)).toBe('2027-07-10T00:00:00Z immediate_change paid 4000');
  });

  it('with a scheduled pause cancels the pause', async () => {
    const shop = await open();
    expect((await shop.api('PUT', `/v2/subscriptions/${shop.uuid}/pause`, pause)).status).toBe(200);
    const before = (await shop.events()).length;
    const answer = await shop.changed(shop.uuid, unit(4000));
    expect([textOf(answer, 'paused_at'), textOf(answer, 'remaining_pause_cycles')]).toEqual(['', '']);
    const events = (await shop.events()).slice(before).filter((type) => type.includes('subscription'));
    expect(events).toEqual(['subscription_pause_canceled', 'updated_subscription']);
  });

  it('that has expired is refused, also a preview and its notes', async () => {
    const shop = await open('<total_billing_cycles>1</total_billing_cycles><auto_renew>false</auto_renew>');
    await shop.travel('2027-07-02T00:00:00Z');
    const path = `/v2/subscriptions/${shop.uuid}`;
    const notes = '<subscription><customer_notes>Bye</customer_notes></subscription>';
    for (const answer of [
      await shop.change(shop.uuid, quantity(2)),
      await shop.change(shop.uuid, timeframe('bill_date') + quantity(2)),
      await shop.change(shop.uuid, '<po_number>7</po_number>'),
      await shop.preview(shop.uuid, quantity(2)),
      await shop.api('PUT', `${path}/notes`, notes),
    ]) {
      expect([answer.status, textOf(answer.xml, 'symbol')]).toEqual([422, 'subscription_expired']);
    }
    expect(await shop.show(shop.uuid, 'quantity', 'po_number', 'customer_notes')).toEqual(['1', '', '']);
  });
});
