import { expect, it, vi } from 'vitest';
import { textOf, within } from '../service.ts';
import { FAILING, openDunningShop } from './dunning-shop.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo } from './subscription-shop.ts';

// A day at a gateway that does not answer is seventeen attempts for each invoice.
vi.setConfig({ testTimeout: 120_000 });

const GOOD = '4111111111111111';
const NAMES = ['state', 'recovery_reason', 'attempt_next_collection_at'] as const;

onBothEngines('dunning of a renewal', (service) => {
  const shop = () => openDunningShop(service());

  it('that a bank declines softly retries on days 3, 8, 15 and 22, and ends on day 28', async () => {
    const { failingRenewals, travel, latest, failures, events, show, invoices, api } = await shop();
    const { code, uuid } = await failingRenewals(FAILING.soft);
    await travel('2027-03-01T00:00:00Z');
    expect(await latest(code, ...NAMES)).toEqual(['past_due', '', '2027-03-04T00:00:00Z']);
    expect((await events(code)).slice(-5)).toEqual([
      '2027-03-01 renewed_subscription',
      '2027-03-01 new_charge_invoice',
      '2027-03-01 failed_payment',
      '2027-03-01 past_due_charge_invoice',
      '2027-03-01 new_dunning_event 1',
    ]);
    const account = await api('GET', `/v2/accounts/${code}`);
    expect(textOf(account.xml, 'has_past_due_invoice')).toBe('true');

    await travel('2027-03-28T23:59:59Z');
    expect(await failures(code)).toEqual(['2027-03-01', '2027-03-04', '2027-03-09', '2027-03-16', '2027-03-23']);
    expect(await events(code, ['new_dunning_event'])).toEqual([
      '2027-03-01 new_dunning_event 1',
      '2027-03-04 new_dunning_event 2',
      '2027-03-08 new_dunning_event 3',
      '2027-03-15 new_dunning_event 4',
      '2027-03-22 new_dunning_event 5',
    ]);
    // The next attempt, on day 29, would come after the end.
    expect(await latest(code, ...NAMES)).toEqual(['past_due', '', '']);
    expect(await show(uuid, 'state')).toEqual(['active']);

    await travel('2027-03-29T00:00:00Z');
    expect(await latest(code, ...NAMES)).toEqual(['failed', '', '']);
    expect(await show(uuid, 'state', 'expires_at', 'canceled_at')).toEqual(['expired', '2027-03-29T00:00:00Z', '']);
    expect((await events(code)).slice(-6)).toEqual([
      '2027-03-29 new_dunning_event 6 final',
      '2027-03-29 failed_charge_invoice',
      '2027-03-29 new_credit_invoice',
      '2027-03-29 new_credit_payment',
      '2027-03-29 closed_credit_invoice',
      '2027-03-29 expired_subscription',
    ]);
    const end = await invoices(code);
    await travel('2027-06-01T00:00:00Z');
    expect(await invoices(code)).toEqual(end);
    // 30.00 of the first period were paid; 30.00 of the second were written off.
    expect(end).toEqual([
      '2027-02-01T00:00:00Z purchase paid 3000',
      '2027-03-01T00:00:00Z renewal failed 3000',
      '2027-03-29T00:00:00Z write_off closed -3000',
    ]);
    expect(await failures(code)).toHaveLength(5);
  });

  it('ends with the payment that a new card makes, and says why', async () => {
    const { failingRenewals, travel, pays, latest, events, show } = await shop();
    const { code, uuid } = await failingRenewals(FAILING.soft);
    await travel('2027-03-06T12:00:00Z');
    await pays(code, GOOD);
    expect(await latest(code, ...NAMES)).toEqual(['paid', 'billing_info_updated', '']);
    await travel('2027-03-31T00:00:00Z');
    expect(await events(code, ['new_dunning_event', 'paid_charge_invoice'])).toEqual([
      '2027-02-01 paid_charge_invoice',
      '2027-03-01 new_dunning_event 1',
      '2027-03-04 new_dunning_event 2',
      '2027-03-06 paid_charge_invoice',
    ]);
    expect(await show(uuid, 'state')).toEqual(['active']);
  });

  it.each([
    ['a hard decline', FAILING.hard],
    ['the advice of the card network never to retry', FAILING.neverAgain],
  ])('waits for new billing info after %s, and then follows the soft schedule', async (_, card) => {
    const { failingRenewals, travel, pays, latest, failures, dunningEvents } = await shop();
    const { code } = await failingRenewals(card);
    await travel('2027-03-10T00:00:00Z');
    expect(await latest(code, ...NAMES)).toEqual(['past_due', '', '']);
    expect(await failures(code)).toEqual(['2027-03-01']);
    await pays(code, FAILING.soft);
    expect(await failures(code)).toEqual(['2027-03-01', '2027-03-10']);
    const next = card === FAILING.hard ? '2027-03-13T00:00:00Z' : '2027-03-15T00:00:00Z';
    expect(await latest(code, ...NAMES)).toEqual(['past_due', '', next]);
    const event = (await dunningEvents(code)).at(-1)?.event;
    expect(event).toMatchObject({
      transaction: { status: 'failed', amount_in_cents: 3000 },
      subscriptions: [{ state: 'active' }],
    });
  });

  it('retries through the first day of trouble at the gateway, and then every second day', async () => {
    const { failingRenewals, travel, failures } = await shop();
    const { code } = await failingRenewals(FAILING.trouble);
    await travel('2027-03-09T00:00:00Z');
    const attempts = await failures(code);
    // At 0, 5, 10, 20, 40 and 80 minutes, then every two hours from 2:40 to 22:40.
    expect(attempts.slice(0, 17)).toEqual(Array.from({ length: 17 }, () => '2027-03-01'));
    // The invoice is past due on 2 March, and its retries are counted from there.
    expect(attempts.slice(17)).toEqual(['2027-03-04', '2027-03-06', '2027-03-08']);
  });

  it('is retried at once when the account adds a subscription, unless it waits for new billing info', async () => {
    const { failingRenewals, travel, failures, plan, subscribe } = await shop();
    const manual = '<collection_method>manual</collection_method>';
    const [soft, hard] = [await failingRenewals(FAILING.soft), await failingRenewals(FAILING.hard)];
    await travel('2027-03-02T00:00:00Z');
    for (const { code } of [soft, hard]) await subscribe(code, await plan(), manual);
    await service().dueWork();
    expect(await failures(soft.code)).toEqual(['2027-03-01', '2027-03-02']);
    expect(await failures(hard.code)).toEqual(['2027-03-01']);
    // Five days after the second soft decline.
    await travel('2027-03-07T00:00:00Z');
    expect(await failures(soft.code)).toHaveLength(3);
  });

  it('ends before the next renewal that is due at the same moment', async () => {
    const { failingRenewals, plan, travel, invoices, show } = await shop();
    const fourWeeks = '<plan_interval_length>28</plan_interval_length><plan_interval_unit>days</plan_interval_unit>';
    const { code, uuid } = await failingRenewals(FAILING.soft, await plan(fourWeeks));
    await travel('2027-06-01T00:00:00Z');
    expect(await show(uuid, 'state', 'expires_at')).toEqual(['expired', '2027-03-29T00:00:00Z']);
    expect(await invoices(code)).toEqual([
      '2027-02-01T00:00:00Z purchase paid 3000',
      '2027-03-01T00:00:00Z renewal failed 3000',
      '2027-03-29T00:00:00Z write_off closed -3000',
    ]);
  });

  it('ends with an invoice for the usage that was not billed yet', async () => {
    const { plan, account, subscribe, pays, travel, invoices, latestLines, show, api } = await shop();
    const unit = '<measured_unit><name>megabyte</name><display_name>Megabytes</display_name></measured_unit>';
    const measured = textOf((await api('POST', '/v2/measured_units', unit)).xml, 'id');
    const code = await plan();
    const addOn =
      `<add_on><add_on_code>traffic</add_on_code><name>Traffic</name><add_on_type>usage</add_on_type><usage_type>price</usage_type>` +
      `<measured_unit_id>${measured}</measured_unit_id><unit_amount_in_cents><USD>10</USD></unit_amount_in_cents></add_on>`;
    const added = await api('POST', `/v2/plans/${code}/add_ons`, addOn);
    expect(added.status, added.text).toBe(201);
    const buyer = await account();
    const taken =
      '<subscription_add_ons><subscription_add_on><add_on_code>traffic</add_on_code></subscription_add_on></subscription_add_ons>';
    const uuid = await subscribe(buyer, code, taken);
    await pays(buyer, FAILING.soft);
    await travel('2027-03-05T00:00:00Z');
    const used = await api(
      'POST',
      `/v2/subscriptions/${uuid}/add_ons/traffic/usage`,
      '<usage><amount>7</amount></usage>',
    );
    expect(used.status, used.text).toBe(201);
    await travel('2027-03-29T00:00:00Z');
    expect(await show(uuid, 'state')).toEqual(['expired']);
    // 7 megabytes at 0.10 in the second period.
    expect(await latestLines(buyer)).toEqual(['add_on 10 x 7']);
    expect(await invoices(buyer)).toEqual([
      '2027-02-01T00:00:00Z purchase paid 3000',
      '2027-03-01T00:00:00Z renewal failed 3000',
      '2027-03-29T00:00:00Z termination past_due 70',
      '2027-03-29T00:00:00Z write_off closed -3000',
    ]);
  });

  it('is the same whether the clock moves in one jump or in steps of 211 hours', async () => {
    const END = Date.parse('2027-04-20T00:00:00Z');
    const lived = async (step: number) => {
      const { failingRenewals, travel, invoices, events, failures } = await shop();
      const accounts = [];
      for (const card of Object.values(FAILING)) accounts.push((await failingRenewals(card)).code);
      for (let at = Date.parse('2027-02-01T00:00:00Z'); at < END; ) {
        at = Math.min(at + step, END);
        await travel(new Date(at).toISOString().replace('.000', ''));
      }
      const books = [];
      for (const code of accounts) books.push([await invoices(code), await failures(code), await events(code)]);
      return books;
    };
    const jumped = await lived(Number.POSITIVE_INFINITY);
    expect(jumped[0]?.[1]).toHaveLength(5);
    expect(await lived(211 * 3_600_000)).toEqual(jumped);
  });

  it('goes on for a canceled subscription, which is not renewed again', async () => {
    const { failingRenewals, travel, pays, latest, show, api, invoices } = await shop();
    const { code, uuid } = await failingRenewals(FAILING.soft);
    await travel('2027-03-02T00:00:00Z');
    const canceled = await api('PUT', `/v2/subscriptions/${uuid}/cancel`);
    expect(canceled.status, canceled.text).toBe(200);
    await travel('2027-03-16T00:00:00Z');
    expect(await latest(code, 'state')).toEqual(['past_due']);
    await pays(code, GOOD);
    expect(await latest(code, ...NAMES)).toEqual(['paid', 'billing_info_updated', '']);
    await travel('2027-05-01T00:00:00Z');
    expect(await show(uuid, 'state')).toEqual(['expired']);
    expect(await invoices(code)).toHaveLength(2);
  });

  it('stops when the merchant marks the invoice paid or failed', async () => {
    const { failingRenewals, travel, number, api, events, latest, show } = await shop();
    for (const [action, state] of [
      ['mark_successful', 'paid'],
      ['mark_failed', 'failed'],
    ] as const) {
      const { code, uuid } = await failingRenewals(FAILING.soft);
      const from = (await show(uuid, 'current_period_ends_at'))[0] ?? '';
      await travel(from);
      expect((await api('PUT', `/v2/invoices/${await number(code)}/${action}`)).status).toBe(200);
      await travel(from.replace('-01T', '-25T'));
      expect(await latest(code, 'state', 'attempt_next_collection_at')).toEqual([state, '']);
      expect(await events(code, ['new_dunning_event'])).toHaveLength(1);
      expect(await show(uuid, 'state')).toEqual(['active']);
    }
  });
});

onBothEngines('dunning', (service) => {
  const shop = () => openDunningShop(service());

  it('of an invoice paid by hand starts a day after its due date, and makes no attempt', async () => {
    const { account, travel, api, latest, events, failures } = await shop();
    const code = await account('');
    const charge = '<adjustment><unit_amount_in_cents>4000</unit_amount_in_cents><currency>USD</currency></adjustment>';
    expect((await api('POST', `/v2/accounts/${code}/adjustments`, charge)).status).toBe(201);
    const terms = '<invoice><collection_method>manual</collection_method><net_terms>10</net_terms></invoice>';
    expect((await api('POST', `/v2/accounts/${code}/invoices`, terms)).status).toBe(201);
    await travel('2027-02-11T23:59:59Z');
    expect(await latest(code, 'state')).toEqual(['pending']);
    await travel('2027-02-12T00:00:00Z');
    expect(await latest(code, ...NAMES)).toEqual(['past_due', '', '']);
    await travel('2027-03-12T00:00:00Z');
    expect(await events(code, ['past_due_charge_invoice', 'new_dunning_event', 'failed_charge_invoice'])).toEqual([
      '2027-02-12 past_due_charge_invoice',
      '2027-02-12 new_dunning_event 1',
      '2027-02-15 new_dunning_event 2',
      '2027-02-19 new_dunning_event 3',
      '2027-02-26 new_dunning_event 4',
      '2027-03-05 new_dunning_event 5',
      '2027-03-12 new_dunning_event 6 final',
      '2027-03-12 failed_charge_invoice',
    ]);
    expect(await failures(code)).toEqual([]);
  });

  it('of an overdue invoice ends when later terms make it wait, and starts anew when they have passed', async () => {
    const { account, travel, api, latest, number, events } = await shop();
    const code = await account('');
    const charge = '<adjustment><unit_amount_in_cents>4000</unit_amount_in_cents><currency>USD</currency></adjustment>';
    await api('POST', `/v2/accounts/${code}/adjustments`, charge);
    await api(
      'POST',
      `/v2/accounts/${code}/invoices`,
      '<invoice><collection_method>manual</collection_method></invoice>',
    );
    await travel('2027-02-03T00:00:00Z');
    expect(await latest(code, 'state')).toEqual(['past_due']);
    const edited = '<invoice><net_terms>20</net_terms></invoice>';
    expect((await api('PUT', `/v2/invoices/${await number(code)}`, edited)).status).toBe(200);
    await travel('2027-02-25T00:00:00Z');
    expect(await events(code, ['new_dunning_event'])).toEqual([
      '2027-02-02 new_dunning_event 1',
      '2027-02-22 new_dunning_event 1',
      '2027-02-25 new_dunning_event 2',
    ]);
  });

  it('of posted charges without billing info waits for it', async () => {
    const { account, travel, api, latest, pays } = await shop();
    const code = await account('');
    const charge = '<adjustment><unit_amount_in_cents>900</unit_amount_in_cents><currency>USD</currency></adjustment>';
    await api('POST', `/v2/accounts/${code}/adjustments`, charge);
    await api('POST', `/v2/accounts/${code}/invoices`);
    expect(await latest(code, ...NAMES)).toEqual(['past_due', '', '']);
    await travel('2027-02-05T00:00:00Z');
    expect((await api('POST', `/v2/accounts/${code}/billing_info`, cardInfo())).status).toBe(201);
    await service().dueWork();
    expect(await latest(code, ...NAMES)).toEqual(['paid', 'billing_info_updated', '']);
    await pays(code, GOOD);
  });

  it('of a debit that the bank returned goes on after each return, and retries twice', async () => {
    const { account, travel, api, latest, events } = await shop();
    const bank =
      '<billing_info><name_on_account>Ada Lovelace</name_on_account><routing_number>123456780</routing_number>' +
      '<account_number>111111112</account_number><account_type>checking</account_type></billing_info>';
    const code = await account(bank);
    const charge = '<adjustment><unit_amount_in_cents>900</unit_amount_in_cents><currency>USD</currency></adjustment>';
    await api('POST', `/v2/accounts/${code}/adjustments`, charge);
    await api('POST', `/v2/accounts/${code}/invoices`);
    expect(await latest(code, 'state')).toEqual(['processing']);
    // Sent on the first, returned on the fourth; tried again a day later, and again a day after that returned.
    await travel('2027-02-04T00:00:00Z');
    expect(await latest(code, ...NAMES)).toEqual(['past_due', '', '2027-02-05T00:00:00Z']);
    await travel('2027-02-05T00:00:00Z');
    expect(await latest(code, 'state')).toEqual(['processing']);
    await travel('2027-02-28T00:00:00Z');
    expect(await latest(code, ...NAMES)).toEqual(['past_due', '', '']);
    const payments = (await api('GET', `/v2/accounts/${code}/transactions?order=asc`)).xml?.children ?? [];
    const debits = payments.filter((one) => textOf(one, 'action') === 'purchase');
    expect(debits.map((one) => (textOf(one, 'created_at') ?? '').slice(0, 10))).toEqual([
      '2027-02-01',
      '2027-02-05',
      '2027-02-09',
    ]);
    // Past due since the fourth. The step of the seventh fell into the second debit and is left out.
    expect(await events(code, ['new_dunning_event'])).toEqual([
      '2027-02-04 new_dunning_event 1',
      '2027-02-18 new_dunning_event 2',
      '2027-02-25 new_dunning_event 3',
    ]);
    await travel('2027-03-04T00:00:00Z');
    expect(await latest(code, 'state')).toEqual(['failed']);
    const balance = await api('GET', `/v2/accounts/${code}/balance`);
    expect(textOf(within(balance.xml, 'balance_in_cents', 'USD'))).toBe('0');
  });
});
