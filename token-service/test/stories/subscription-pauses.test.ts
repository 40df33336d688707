import { expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { cycles, DECLINING, fields, openEndingShop, pauseFor, price } from './ending-shop.ts';
import { onBothEngines } from './engines.ts';
import { actionsOf } from './refund-shop.ts';
import { cardInfo } from './subscription-shop.ts';

const NAMES = ['state', 'paused_at', 'remaining_pause_cycles', 'next_bill_date'] as const;
const DATES = ['state', 'current_period_started_at', 'current_period_ends_at', 'remaining_pause_cycles'] as const;

onBothEngines('a pause', (service) => {
  /** A shop on the tenth of January. */
  const open = async () => {
    const shop = await openEndingShop(service());
    await shop.travel('2027-01-10T00:00:00Z');
    return shop;
  };

  it('is scheduled for the next bill date, changed and dropped before', async () => {
    const shop = await open();
    const { uuid, code } = await shop.sell();
    const scheduled = { state: 'active', paused_at: '2027-02-10T00:00:00Z', next_bill_date: '2027-02-10T00:00:00Z' };
    const pause = async (count: number) => fields(await shop.done(uuid, 'pause', pauseFor(count)), ...NAMES);
    const events = await shop.announced(async () => {
      expect(await pause(2)).toEqual({ ...scheduled, remaining_pause_cycles: '2' });
      expect(await pause(5)).toEqual({ ...scheduled, remaining_pause_cycles: '5' });
      expect(actionsOf(await shop.subscription(uuid))).toEqual(['cancel', 'terminate', 'postpone', 'notes']);
      expect(await pause(0)).toEqual({ ...scheduled, paused_at: null, remaining_pause_cycles: null });
    });
    expect(events).toEqual([
      'scheduled_subscription_pause',
      'subscription_pause_modified',
      'subscription_pause_canceled',
    ]);
    await shop.travel('2027-02-10T00:00:00Z');
    expect((await shop.invoices(code)).slice(1)).toEqual(['2027-02-10T00:00:00Z renewal paid 3000']);
  });

  it('can be made longer and shorter while it runs', async () => {
    const shop = await open();
    const { uuid } = await shop.sell();
    await shop.done(uuid, 'pause', pauseFor(2));
    await shop.travel('2027-02-20T00:00:00Z');
    const running = { state: 'paused', paused_at: '2027-02-10T00:00:00Z' };
    const events = await shop.announced(async () => {
      expect(fields(await shop.done(uuid, 'pause', pauseFor(6)), ...NAMES)).toEqual({
        ...running,
        remaining_pause_cycles: '6',
        next_bill_date: '2027-08-10T00:00:00Z',
      });
      const shorter = await shop.done(uuid, 'pause', pauseFor(0));
      // It resumes at the end of the period that it skips.
      expect(fields(shorter, ...NAMES)).toEqual({
        ...running,
        remaining_pause_cycles: '0',
        next_bill_date: '2027-03-10T00:00:00Z',
      });
      expect(actionsOf(shorter)).toEqual(['terminate', 'notes']);
    });
    expect(events).toEqual(['subscription_pause_modified', 'subscription_pause_modified']);
  });

  it('is shown as active before 2.11, without its fields', async () => {
    const shop = await open();
    const { uuid, code } = await shop.sell();
    await shop.done(uuid, 'pause', pauseFor(2));
    await shop.travel('2027-02-20T00:00:00Z');
    const old = await shop.api('GET', `/v2/subscriptions/${uuid}`, undefined, { 'X-Api-Version': '2.10' });
    expect(textOf(old.xml, 'state')).toBe('active');
    for (const name of ['paused_at', 'remaining_pause_cycles']) expect(within(old.xml, name), name).toBeUndefined();
    expect(await shop.show(uuid, 'state')).toEqual(['paused']);
    const account = (await shop.api('GET', `/v2/accounts/${code}`)).xml;
    const flags = ['live', 'active', 'paused'].map((name) => textOf(account, `has_${name}_subscription`));
    expect(flags).toEqual(['true', 'false', 'true']);
    for (const action of ['pause', 'resume']) {
      expect((await shop.act(uuid, action, pauseFor(1), '2.10')).status).toBe(400);
    }
  });

  it('needs a length', async () => {
    const shop = await open();
    const { uuid } = await shop.sell();
    const refused = async (inner: string) =>
      findings((await shop.act(uuid, 'pause', `<subscription>${inner}</subscription>`)).xml);
    const field = 'subscription.remaining_pause_cycles';
    const length = (text: string) => `<remaining_pause_cycles>${text}</remaining_pause_cycles>`;
    expect(await refused('')).toEqual([`${field} blank`]);
    expect(await refused(length('-1'))).toEqual([`${field} greater_than_or_equal_to`]);
    expect(await refused(length('1.5'))).toEqual([`${field} not_an_integer`]);
    expect(await refused(length('soon'))).toEqual([`${field} not_a_number`]);
    expect(await refused('<quantity>2</quantity>')).toEqual([`${field} blank`]);
    expect((await shop.act(uuid, 'pause')).status).toBe(415);
    expect(await shop.show(uuid, 'state', 'paused_at')).toEqual(['active', '']);
  });

  it('must be able to end before the year 10000', async () => {
    const shop = await open();
    const year = '<plan_interval_unit>months</plan_interval_unit><plan_interval_length>12</plan_interval_length>';
    const { uuid } = await shop.sell('', year);
    const refused = await shop.act(uuid, 'pause', pauseFor(9999));
    expect(findings(refused.xml)).toEqual(['subscription.remaining_pause_cycles less_than_or_equal_to']);
    const most = /less than or equal to (\d+)/.exec(refused.text)?.[1] ?? '';
    const longest = await shop.done(uuid, 'pause', pauseFor(Number(most)));
    expect(textOf(longest, 'remaining_pause_cycles')).toBe(most);
  });

  it('is refused while the account has a past-due invoice', async () => {
    const shop = await open();
    const { uuid, code } = await shop.sell();
    expect((await shop.api('DELETE', `/v2/accounts/${code}/billing_info`)).status).toBe(204);
    await shop.travel('2027-02-10T00:00:00Z');
    expect((await shop.invoices(code)).at(-1)).toBe('2027-02-10T00:00:00Z renewal past_due 3000');
    expect(await shop.refused(uuid, 'pause', pauseFor(1))).toEqual([422, 'subscription_not_pausable']);
  });

  it('ends with the subscription when the account is closed', async () => {
    const shop = await open();
    const { uuid, code } = await shop.sell();
    await shop.done(uuid, 'pause', pauseFor(2));
    await shop.travel('2027-02-20T00:00:00Z');
    const events = await shop.announced(async () => {
      expect((await shop.api('DELETE', `/v2/accounts/${code}`)).status).toBe(204);
    });
    expect(events).toEqual(['expired_subscription', 'canceled_account']);
    expect(await shop.show(uuid, 'state', 'canceled_at', 'expires_at', 'paused_at')).toEqual([
      'expired',
      '',
      '2027-02-20T00:00:00Z',
      '',
    ]);
  });

  it('of two periods bills neither, counts down, and resumes at the third boundary', async () => {
    const shop = await open();
    const { code, uuid } = await shop.sell();
    await shop.done(uuid, 'pause', pauseFor(2));
    const seen: unknown[] = [];
    for (const date of ['2027-02-10', '2027-03-10', '2027-04-10']) {
      const events = await shop.announced(() => shop.travel(`${date}T00:00:00Z`));
      seen.push([await shop.show(uuid, ...DATES), events.filter((type) => type.includes('subscription'))]);
    }
    expect(seen).toEqual([
      [['paused', '2027-02-10T00:00:00Z', '2027-03-10T00:00:00Z', '2'], ['subscription_paused']],
      [['paused', '2027-03-10T00:00:00Z', '2027-04-10T00:00:00Z', '1'], ['paused_subscription_renewal']],
      [['active', '2027-04-10T00:00:00Z', '2027-05-10T00:00:00Z', ''], ['subscription_resumed']],
    ]);
    expect(await shop.invoices(code)).toEqual([
      '2027-01-10T00:00:00Z purchase paid 3000',
      '2027-04-10T00:00:00Z renewal paid 3000',
    ]);
    expect(await shop.show(uuid, 'paused_at')).toEqual(['']);
  });

  it('moves the term by the periods that it skips', async () => {
    const shop = await open();
    const { uuid } = await shop.sell('', cycles(3));
    const term = () => shop.show(uuid, 'current_term_ends_at', 'remaining_billing_cycles');
    await shop.done(uuid, 'pause', pauseFor(2));
    await shop.travel('2027-03-20T00:00:00Z');
    expect(await term()).toEqual(['2027-04-10T00:00:00Z', '2']);
    await shop.travel('2027-04-20T00:00:00Z');
    // Two periods were skipped; the third boundary bills the second cycle.
    expect(await term()).toEqual(['2027-06-10T00:00:00Z', '1']);
  });

  it('is ended by resuming: a period that starts now is billed, and later ones are computed from it', async () => {
    const shop = await open();
    const { code, uuid } = await shop.sell();
    await shop.done(uuid, 'pause', pauseFor(6));
    await shop.travel('2027-02-25T00:00:00Z');
    const events = await shop.announced(() => shop.done(uuid, 'resume'));
    expect(events).toEqual(['subscription_resumed', 'new_charge_invoice', 'successful_payment', 'paid_charge_invoice']);
    expect(await shop.show(uuid, ...DATES)).toEqual(['active', '2027-02-25T00:00:00Z', '2027-03-25T00:00:00Z', '']);
    await shop.travel('2027-03-25T00:00:00Z');
    expect(await shop.invoices(code)).toEqual([
      '2027-01-10T00:00:00Z purchase paid 3000',
      '2027-02-25T00:00:00Z renewal paid 3000',
      '2027-03-25T00:00:00Z renewal paid 3000',
    ]);
  });

  it('is refused for a gift until its first payment with money', async () => {
    const shop = await open();
    const gifter = `<gifter_account><account_code>${fresh('gifter')}</account_code>${cardInfo()}</gifter_account>`;
    const sold = '<product_code>tideline</product_code><unit_amount_in_cents>5000</unit_amount_in_cents>';
    const delivery = '<delivery><method>email</method><email_address>ada@example.com</email_address></delivery>';
    const card = `<gift_card>${gifter}${sold}<currency>USD</currency>${delivery}</gift_card>`;
    const bought = await shop.api('POST', '/v2/gift_cards', card);
    expect(bought.status, bought.text).toBe(201);
    const code = await shop.account();
    const gift = `<gift_card><redemption_code>${textOf(bought.xml, 'redemption_code')}</redemption_code></gift_card>`;
    const uuid = await shop.subscribe(code, await shop.plan(price(5000)), gift);
    const conversion = () => shop.show(uuid, 'started_with_gift', 'converted_at');
    expect(await conversion()).toEqual(['true', '']);
    const refused = await shop.api('PUT', `/v2/subscriptions/${uuid}/pause`, pauseFor(1));
    expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([422, 'subscription_not_pausable']);
    await shop.travel('2027-02-10T00:00:00Z');
    expect((await shop.invoices(code)).at(-1)).toBe('2027-02-10T00:00:00Z renewal paid 5000');
    expect(await conversion()).toEqual(['true', '2027-02-10T00:00:00Z']);
    await shop.done(uuid, 'pause', pauseFor(1));
    await shop.travel('2027-05-10T00:00:00Z');
    expect(await conversion()).toEqual(['true', '2027-02-10T00:00:00Z']);
  });

  it('with 0 cycles resumes at the next boundary', async () => {
    const shop = await open();
    const { code, uuid } = await shop.sell();
    await shop.done(uuid, 'pause', pauseFor(6));
    await shop.travel('2027-02-25T00:00:00Z');
    await shop.done(uuid, 'pause', pauseFor(0));
    expect(await shop.show(uuid, 'state', 'next_bill_date')).toEqual(['paused', '2027-03-10T00:00:00Z']);
    await shop.travel('2027-03-10T00:00:00Z');
    expect((await shop.invoices(code)).slice(1)).toEqual(['2027-03-10T00:00:00Z renewal paid 3000']);
  });

  it('that is resumed with a declined payment leaves the invoice past due and the subscription active', async () => {
    const shop = await open();
    const { code, uuid } = await shop.sell();
    await shop.done(uuid, 'pause', pauseFor(6));
    await shop.travel('2027-02-25T00:00:00Z');
    const card = await shop.api('PUT', `/v2/accounts/${code}/billing_info`, cardInfo(DECLINING));
    expect(card.status, card.text).toBe(200);
    expect(textOf(await shop.done(uuid, 'resume'), 'state')).toBe('active');
    expect((await shop.invoices(code)).slice(1)).toEqual(['2027-02-25T00:00:00Z renewal past_due 3000']);
  });

  it('applies the pending change before it bills the resumed period', async () => {
    const shop = await open();
    const { code, uuid } = await shop.sell();
    const dearer = '<unit_amount_in_cents>4500</unit_amount_in_cents>';
    const change = `<subscription><timeframe>bill_date</timeframe>${dearer}</subscription>`;
    const waiting = await shop.api('PUT', `/v2/subscriptions/${uuid}`, change);
    expect(waiting.status, waiting.text).toBe(200);
    await shop.done(uuid, 'pause', pauseFor(3));
    await shop.travel('2027-02-25T00:00:00Z');
    const events = await shop.announced(() => shop.done(uuid, 'resume'));
    expect(events.slice(0, 2)).toEqual(['updated_subscription', 'subscription_resumed']);
    expect((await shop.invoices(code)).slice(1)).toEqual(['2027-02-25T00:00:00Z renewal paid 4500']);
  });

  it('is canceled by an immediate change while it is scheduled', async () => {
    const shop = await open();
    const { uuid } = await shop.sell();
    await shop.done(uuid, 'pause', pauseFor(3));
    const change = '<subscription><quantity>2</quantity></subscription>';
    const events = await shop.announced(async () => {
      expect((await shop.api('PUT', `/v2/subscriptions/${uuid}`, change)).status).toBe(200);
    });
    expect(events.slice(0, 2)).toEqual(['subscription_pause_canceled', 'updated_subscription']);
    expect(await shop.show(uuid, 'paused_at', 'remaining_pause_cycles')).toEqual(['', '']);
  });
});
