import { expect, it } from 'vitest';
import { fresh, textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { pauseFor } from './subscribing.ts';
import { cardInfo, openShop, type SubscriptionShop } from './subscription-shop.ts';

/** Can be stored; every later charge is declined. */
const DECLINING = '4000000000000341';
const DATES = ['state', 'current_period_started_at', 'current_period_ends_at', 'remaining_pause_cycles'] as const;

onBothEngines('a pause', (service) => {
  /** A shop that has sold a plan of 30.00 a month on the tenth of January. */
  const sold = async (inner = '', plan = '') => {
    const shop = await openShop(service());
    await shop.travel('2027-01-10T00:00:00Z');
    const code = await shop.account();
    return { shop, code, uuid: await shop.subscribe(code, await shop.plan(plan), inner) };
  };
  const put = async ({ api }: SubscriptionShop, uuid: string, action: string, body?: string) => {
    const answer = await api('PUT', `/v2/subscriptions/${uuid}/${action}`, body);
    expect(answer.status, answer.text).toBe(200);
    return answer.xml;
  };
  const eventsSince = async ({ records }: SubscriptionShop, operation: () => Promise<unknown>) => {
    const all = async () => (await records().events.after(undefined, 10_000)) ?? [];
    const before = (await all()).length;
    await operation();
    return (await all()).slice(before).map(({ type }) => type);
  };

  it('of two periods bills neither, counts down, and resumes at the third boundary', async () => {
    const { shop, code, uuid } = await sold();
    await put(shop, uuid, 'pause', pauseFor(2));
    const seen: unknown[] = [];
    for (const date of ['2027-02-10', '2027-03-10', '2027-04-10']) {
      const events = await eventsSince(shop, () => shop.travel(`${date}T00:00:00Z`));
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
    const { shop, uuid } = await sold('', '<total_billing_cycles>3</total_billing_cycles>');
    const term = () => shop.show(uuid, 'current_term_ends_at', 'remaining_billing_cycles');
    await put(shop, uuid, 'pause', pauseFor(2));
    await shop.travel('2027-03-20T00:00:00Z');
    expect(await term()).toEqual(['2027-04-10T00:00:00Z', '2']);
    await shop.travel('2027-04-20T00:00:00Z');
    // Two periods were skipped; the third boundary bills the second cycle.
    expect(await term()).toEqual(['2027-06-10T00:00:00Z', '1']);
  });

  it('is ended by resuming: a period that starts now is billed, and later ones are computed from it', async () => {
    const { shop, code, uuid } = await sold();
    await put(shop, uuid, 'pause', pauseFor(6));
    await shop.travel('2027-02-25T00:00:00Z');
    const events = await eventsSince(shop, () => put(shop, uuid, 'resume'));
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
    const shop = await openShop(service());
    await shop.travel('2027-01-10T00:00:00Z');
    const gifter = `<gifter_account><account_code>${fresh('gifter')}</account_code>${cardInfo()}</gifter_account>`;
    const price = '<product_code>tideline</product_code><unit_amount_in_cents>5000</unit_amount_in_cents>';
    const delivery = '<delivery><method>email</method><email_address>ada@example.com</email_address></delivery>';
    const card = `<gift_card>${gifter}${price}<currency>USD</currency>${delivery}</gift_card>`;
    const bought = await shop.api('POST', '/v2/gift_cards', card);
    expect(bought.status, bought.text).toBe(201);
    const code = await shop.account();
    const gift = `<gift_card><redemption_code>${textOf(bought.xml, 'redemption_code')}</redemption_code></gift_card>`;
    const uuid = await shop.subscribe(
      code,
      await shop.plan('<unit_amount_in_cents><USD>5000</USD></unit_amount_in_cents>'),
      gift,
    );
    const conversion = () => shop.show(uuid, 'started_with_gift', 'converted_at');
    expect(await conversion()).toEqual(['true', '']);
    const refused = await shop.api('PUT', `/v2/subscriptions/${uuid}/pause`, pauseFor(1));
    expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([422, 'subscription_not_pausable']);
    await shop.travel('2027-02-10T00:00:00Z');
    expect((await shop.invoices(code)).at(-1)).toBe('2027-02-10T00:00:00Z renewal paid 5000');
    expect(await conversion()).toEqual(['true', '2027-02-10T00:00:00Z']);
    await put(shop, uuid, 'pause', pauseFor(1));
    await shop.travel('2027-05-10T00:00:00Z');
    expect(await conversion()).toEqual(['true', '2027-02-10T00:00:00Z']);
  });

  it('with 0 cycles resumes at the next boundary', async () => {
    const { shop, code, uuid } = await sold();
    await put(shop, uuid, 'pause', pauseFor(6));
    await shop.travel('2027-02-25T00:00:00Z');
    await put(shop, uuid, 'pause', pauseFor(0));
    expect(await shop.show(uuid, 'state', 'next_bill_date')).toEqual(['paused', '2027-03-10T00:00:00Z']);
    await shop.travel('2027-03-10T00:00:00Z');
    expect((await shop.invoices(code)).slice(1)).toEqual(['2027-03-10T00:00:00Z renewal paid 3000']);
  });

  it('that is resumed with a declined payment leaves the invoice past due and the subscription active', async () => {
    const { shop, code, uuid } = await sold();
    await put(shop, uuid, 'pause', pauseFor(6));
    await shop.travel('2027-02-25T00:00:00Z');
    const card = await shop.api('PUT', `/v2/accounts/${code}/billing_info`, cardInfo(DECLINING));
    expect(card.status, card.text).toBe(200);
    expect(textOf(await put(shop, uuid, 'resume'), 'state')).toBe('active');
    expect((await shop.invoices(code)).slice(1)).toEqual(['2027-02-25T00:00:00Z renewal past_due 3000']);
  });

  it('applies the pending change before it bills the resumed period', async () => {
    const { shop, code, uuid } = await sold();
    const dearer = '<unit_amount_in_cents>4500</unit_amount_in_cents>';
    const change = `<subscription><timeframe>bill_date</timeframe>${dearer}</subscription>`;
    const waiting = await shop.api('PUT', `/v2/subscriptions/${uuid}`, change);
    expect(waiting.status, waiting.text).toBe(200);
    await put(shop, uuid, 'pause', pauseFor(3));
    await shop.travel('2027-02-25T00:00:00Z');
    const events = await eventsSince(shop, () => put(shop, uuid, 'resume'));
    expect(events.slice(0, 2)).toEqual(['updated_subscription', 'subscription_resumed']);
    expect((await shop.invoices(code)).slice(1)).toEqual(['2027-02-25T00:00:00Z renewal paid 4500']);
  });

  it('is canceled by an immediate change while it is scheduled', async () => {
    const { shop, uuid } = await sold();
    await put(shop, uuid, 'pause', pauseFor(3));
    const change = '<subscription><quantity>2</quantity></subscription>';
    const events = await eventsSince(shop, async () => {
      expect((await shop.api('PUT', `/v2/subscriptions/${uuid}`, change)).status).toBe(200);
    });
    expect(events.slice(0, 2)).toEqual(['subscription_pause_canceled', 'updated_subscription']);
    expect(await shop.show(uuid, 'paused_at', 'remaining_pause_cycles')).toEqual(['', '']);
  });
});
