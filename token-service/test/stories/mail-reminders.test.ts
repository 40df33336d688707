import { findMailContent } from '@service/billing/queries/messages/mail.ts';
import { LATEST } from '@service/billing/resources/version.ts';
import { expect, it } from 'vitest';
import { fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo, openShop, type SubscriptionShop } from './subscription-shop.ts';

onBothEngines('mail that a sandbox without a mail server keeps', (service) => {
  const customer = async ({ api }: SubscriptionShop, info = cardInfo()) => {
    const code = fresh('reader');
    const body = `<account><account_code>${code}</account_code><email>${code}@example.com</email>${info}</account>`;
    expect((await api('POST', '/v2/accounts', body)).status).toBe(201);
    return code;
  };
  /** The kinds of mail of a site, oldest first, with some of their facts. */
  const kept = async ({ records }: SubscriptionShop, ...facts: readonly string[]) => {
    await service().service.mail?.idle();
    const messages = await records().outbox.list({ status: 'kept' }, 100);
    return messages
      .toReversed()
      .map(({ kind, payload }) =>
        [kind, ...facts.map((name) => (payload as Record<string, unknown>)[name])]
          .filter((one) => one !== undefined)
          .join(' '),
      );
  };

  /** The events ahead of a boundary, oldest first. */
  const notices = async ({ records }: SubscriptionShop) =>
    (await records().events.after(undefined, 1_000)).flatMap(({ event }) =>
      event.type === 'prerenewal' ? [`${event.notification_type} ${event.subscription.uuid}`] : [],
    );

  it('shows a customer’s mail in the sandbox, links included, while its record has no secret', async () => {
    const shop = await openShop(service());
    const code = await customer(shop);
    await shop.subscribe(code, await shop.plan());
    const { xml, status } = await shop.api('GET', `/v2/sandbox/mailboxes/${code}`);
    expect(status).toBe(200);
    const mails = within(xml, 'mails')?.children ?? [];
    expect(mails.map((mail) => textOf(mail, 'kind'))).toEqual(['receipt', 'order_confirmation']);
    expect(textOf(mails[0], 'to')).toBe(`${code}@example.com`);
    const token = textOf((await shop.api('GET', `/v2/accounts/${code}`)).xml, 'hosted_login_token') ?? '';
    for (const form of ['text', 'html']) expect(textOf(mails[0], form)).toMatch(/\/account\/[\w-]{70}\b/);
    expect(textOf(mails[0], 'text')).not.toContain(token);
    const records = JSON.stringify(await shop.records().outbox.list({}, 100));
    for (const secret of [token, '4111111111111111', '123']) expect(records).not.toContain(`"${secret}"`);
    expect(records).not.toContain(token);
    expect((await shop.api('GET', '/v2/sandbox/mailboxes/unknown')).status).toBe(404);
    const live = await service().openSite({ mode: 'production' });
    expect((await live.api('GET', `/v2/sandbox/mailboxes/${code}`)).status).toBe(404);
  });

  it('sends a gift card’s code to its recipient, and keeps it out of the record', async () => {
    const shop = await openShop(service());
    const body =
      `<gift_card><gifter_account><account_code>${fresh('gifter')}</account_code><email>giver@example.com</email>${cardInfo()}</gifter_account>` +
      '<product_code>tideline</product_code><unit_amount_in_cents>5000</unit_amount_in_cents><currency>USD</currency>' +
      '<delivery><method>email</method><email_address>friend@example.com</email_address><gifter_name>Gerda</gifter_name></delivery></gift_card>';
    const bought = await shop.api('POST', '/v2/gift_cards', body);
    expect(bought.status, bought.text).toBe(201);
    const code = textOf(bought.xml, 'redemption_code') ?? '';
    expect(await kept(shop)).toEqual(expect.arrayContaining(['gift_card_delivery', 'order_confirmation', 'receipt']));
    const all = await shop.records().outbox.list({}, 100);
    expect(JSON.stringify(all)).not.toContain(code);
    const delivery = all.find(({ kind }) => kind === 'gift_card_delivery');
    if (!delivery) throw new Error('The card was not delivered.');
    const content = await findMailContent({
      storage: service().service.opened.storage,
      world: { clock: service().clock },
    })(shop.site, delivery);
    expect(content).toMatchObject({ recipient: 'friend@example.com', copies: [], giftCard: { redemption_code: code } });
  });

  it('tells of the end of a trial three days ahead, with the amount of the first invoice', async () => {
    const shop = await openShop(service());
    const plan = await shop.plan(
      '<trial_interval_length>7</trial_interval_length><trial_interval_unit>days</trial_interval_unit>',
    );
    const code = await customer(shop);
    const uuid = await shop.subscribe(code, plan);
    const [ends = ''] = await shop.show(uuid, 'trial_ends_at');
    await shop.travel(new Date(Date.parse(ends) - 3 * 86_400_000 - 60_000).toISOString());
    expect(await kept(shop)).toEqual(['order_confirmation']);
    await shop.travel(new Date(Date.parse(ends) - 3 * 86_400_000).toISOString());
    expect(await kept(shop, 'amount_in_cents')).toEqual(['order_confirmation', 'trial_ending 3000']);
    expect(await notices(shop)).toEqual([`subscription_trial_expiring ${uuid}`]);
    await shop.travel(new Date(Date.parse(ends) + 60_000).toISOString());
    expect(await kept(shop)).toEqual(['order_confirmation', 'trial_ending', 'receipt']);
    // The site's clock dates each of them, while the system clock stood still.
    const { xml } = await shop.api('GET', `/v2/sandbox/mailboxes/${code}`);
    const [receipt, reminder] = (within(xml, 'mails')?.children ?? []).map((mail) => textOf(mail, 'queued_at') ?? '');
    expect(Date.parse(reminder ?? '')).toBe(Date.parse(ends) - 3 * 86_400_000);
    expect(Date.parse(receipt ?? '')).toBe(Date.parse(ends));
    const [message] = await shop.records().outbox.list({}, 1);
    if (!message) throw new Error('There is no receipt.');
    const content = await findMailContent({
      storage: service().service.opened.storage,
      world: { clock: service().clock },
    })(shop.site, message);
    expect(content?.date).toBe(Date.parse(ends) / 1000);
  });

  it('tells of a renewal of a year 30 days ahead, once for each year, and of none after a cancellation', async () => {
    const shop = await openShop(service());
    const plan = await shop.plan(
      '<plan_interval_length>12</plan_interval_length><plan_interval_unit>months</plan_interval_unit>',
    );
    const uuid = await shop.subscribe(await customer(shop), plan);
    const [ends = ''] = await shop.show(uuid, 'current_period_ends_at');
    const year = Number(ends.slice(0, 4));
    await shop.travel(`${year + 1}-01-31T00:00:00Z`);
    const reminders = async () =>
      (await kept(shop, 'amount_in_cents')).filter((one) => one.startsWith('renewal_ahead'));
    expect(await reminders()).toEqual(['renewal_ahead 3000']);
    expect(await notices(shop)).toEqual([`annual_subscription_reminder ${uuid}`]);
    await shop.api('PUT', `/v2/subscriptions/${uuid}/cancel`);
    await shop.travel(`${year + 3}-01-01T00:00:00Z`);
    expect(await reminders()).toEqual(['renewal_ahead 3000']);
    expect((await kept(shop)).slice(-2)).toEqual(['subscription_canceled', 'subscription_expired']);
    expect(await notices(shop)).toHaveLength(1);
  });

  it('tells of another price of a ramp seven days ahead, once, and of none that a change has taken away', async () => {
    const shop = await openShop(service(), {}, '2.29');
    const code = fresh('ramp');
    const interval = (from: number, cents: string | number) =>
      `<ramp_interval><starting_billing_cycle>${from}</starting_billing_cycle><unit_amount_in_cents>${cents}</unit_amount_in_cents></ramp_interval>`;
    const ramp = (inner: string) => `<ramp_intervals type="array">${inner}</ramp_intervals>`;
    const created = await shop.api(
      'POST',
      '/v2/plans',
      `<plan><plan_code>${code}</plan_code><name>Ramp</name><pricing_model>ramp</pricing_model>${ramp(
        interval(1, '<USD>500</USD>') + interval(2, '<USD>900</USD>') + interval(3, '<USD>1200</USD>'),
      )}</plan>`,
    );
    expect(created.status, created.text).toBe(201);
    await shop.travel('2027-06-01T00:00:00Z');
    const uuid = await shop.subscribe(await customer(shop), code, '<quantity>2</quantity>');
    const reminders = async () =>
      (await kept(shop, 'amount_in_cents', 'new_price_in_cents')).filter((one) => one.startsWith('renewal_ahead'));
    await shop.travel('2027-06-23T23:59:00Z');
    expect(await reminders()).toEqual([]);
    await shop.travel('2027-06-30T00:00:00Z');
    expect(await reminders()).toEqual(['renewal_ahead 1800 1800']);
    await shop.travel('2027-07-10T00:00:00Z');
    const kept900 = ramp(interval(1, 500) + interval(2, 900));
    const changed = await shop.api('PUT', `/v2/subscriptions/${uuid}`, `<subscription>${kept900}</subscription>`);
    expect(changed.status, changed.text).toBe(200);
    await shop.travel('2027-09-10T00:00:00Z');
    expect(await reminders()).toEqual(['renewal_ahead 1800 1800']);
    expect(await notices(shop)).toEqual([]);
  });

  it('is not needed for the events ahead of a boundary', async () => {
    const shop = await openShop(service());
    const plan = await shop.plan('<trial_interval_length>7</trial_interval_length>');
    const code = fresh('without-address');
    await shop.api('POST', '/v2/accounts', `<account><account_code>${code}</account_code>${cardInfo()}</account>`);
    const uuid = await shop.subscribe(code, plan);
    const [ends = ''] = await shop.show(uuid, 'trial_ends_at');
    await shop.travel(new Date(Date.parse(ends) - 3 * 86_400_000).toISOString());
    expect(await kept(shop)).toEqual([]);
    expect(await notices(shop)).toEqual([`subscription_trial_expiring ${uuid}`]);
  });

  it('asks for a new card 30 days before the old one expires, if it will be charged', async () => {
    const shop = await openShop(service());
    const plan = await shop.plan();
    const expiring = cardInfo().replace('<month>12</month><year>2040</year>', '<month>1</month><year>2027</year>');
    await customer(shop, expiring);
    const code = await customer(shop, expiring);
    await shop.subscribe(code, plan);
    // It is valid to the end of 31 January 2027; 30 days before are 2 January.
    await shop.travel('2027-01-01T23:59:59Z');
    expect(await kept(shop)).not.toContain('card_expiring');
    await shop.travel('2027-01-02T00:00:00Z');
    expect((await kept(shop, 'year', 'month', 'last_four')).filter((one) => one.startsWith('card'))).toEqual([
      'card_expiring 2027 1 1111',
    ]);
    // The mail leads to the form that replaces this card.
    const { xml } = await shop.api('GET', `/v2/accounts/${code}/billing_infos`, undefined, { 'X-Api-Version': LATEST });
    const uuid = textOf(xml?.children[0], 'uuid');
    expect(await kept(shop, 'billing_info_uuid')).toContain(`card_expiring ${uuid}`);
  });

  it('sends one mail for each step of dunning, and one when the subscription ends', async () => {
    const shop = await openShop(service());
    const plan = await shop.plan();
    const code = await customer(shop);
    const uuid = await shop.subscribe(code, plan);
    const failing = cardInfo('4000000000000341').replace(/<first_name>.*?<\/last_name>/, '');
    await shop.api('PUT', `/v2/accounts/${code}/billing_info`, failing);
    const [ends = ''] = await shop.show(uuid, 'current_period_ends_at');
    await shop.travel(new Date(Date.parse(ends) + 29 * 86_400_000).toISOString());
    const after = (await kept(shop, 'final', 'written_off', 'amount_in_cents')).slice(3);
    // Days 0, 3, 7, 14 and 21, and the final action on day 28.
    expect(after).toEqual([
      ...Array(5).fill('payment_failed false false 3000'),
      'payment_failed true true 3000',
      'subscription_expired',
    ]);
    // The mail about the end names the invoice that was not paid.
    const [failed = ''] = (await kept(shop, 'invoice_number')).filter((one) => one.startsWith('payment_failed'));
    expect((await kept(shop, 'unpaid_invoice_number')).at(-1)).toBe(
      failed.replace('payment_failed', 'subscription_expired'),
    );
  });

  it('does not say that a subscription ends which has ended already', async () => {
    const shop = await openShop(service());
    const code = await customer(shop);
    const uuid = await shop.subscribe(code, await shop.plan());
    const failing = cardInfo('4000000000000341').replace(/<first_name>.*?<\/last_name>/, '');
    await shop.api('PUT', `/v2/accounts/${code}/billing_info`, failing);
    const [ends = ''] = await shop.show(uuid, 'current_period_ends_at');
    const day = (days: number) => new Date(Date.parse(ends) + days * 86_400_000).toISOString();
    await shop.travel(day(4));
    await shop.api('PUT', `/v2/subscriptions/${uuid}/terminate?refund=none`);
    await shop.travel(day(8));
    const end = Date.parse(day(28)) / 1000;
    expect((await kept(shop, 'ends_at', 'unpaid_invoice_number')).slice(3)).toEqual([
      `payment_failed ${end}`,
      `payment_failed ${end}`,
      'subscription_expired ',
      'payment_failed ',
    ]);
  });
});
