import type { Lookup, OutcomeUnknown } from '@service/billing/domain/payments/gateway-result.ts';
import { intentsOf } from '@service/billing/engine/due/intent-kinds.ts';
import { withEvents } from '@service/billing/engine/recording/events/with-events.ts';
import type { Attempts } from '@service/billing/ports/attempts.ts';
import type { FollowUpRequest, Gateways } from '@service/billing/ports/gateway.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { terminateSubscription } from '@service/billing/usecases/subscriptions/terminate-subscription.ts';
import { expect, it } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { fresh, textOf, within } from '../service.ts';
import { type EndingShop, openEndingShop, pauseFor, setupFee } from './ending-shop.ts';
import { onBothEngines } from './engines.ts';
import { listed, type Xml } from './refund-shop.ts';
import { cardInfo } from './subscription-shop.ts';

/** Its refunds are declined. */
const KEEPS_MONEY = '4000000000002024';

/** No answer of a gateway. */
const SILENCE: OutcomeUnknown = {
  outcome: 'unknown',
  error_code: 'gateway_timeout',
  gateway_error_code: null,
  reference: null,
  message: null,
  cvv: null,
  avs: null,
  avs_street: null,
  avs_postal: null,
  amount_in_cents: 0,
  gateway_type: 'test',
  test: true,
};

onBothEngines('terminated subscriptions', (service) => {
  /** A shop on the first of January, in a month of 31 days. */
  const inJanuary = (changes: Parameters<typeof openEndingShop>[1] = {}) => openEndingShop(service(), changes);
  /** Sells a plan of 30.00 with a setup fee of 5.00. */
  const sell = (shop: EndingShop, inner = '', info?: string) => shop.sell(inner, setupFee(500), info);
  const terminate = (shop: EndingShop, uuid: string, query = '') => shop.act(uuid, `terminate${query}`);
  const terminated = async (shop: EndingShop, uuid: string, query = ''): Promise<void> => {
    const answer = await terminate(shop, uuid, query);
    expect(answer.status, answer.text).toBe(200);
    expect(textOf(answer.xml, 'state')).toBe('expired');
    expect(answer.xml?.children.filter(({ name }) => name === 'a')).toEqual([]);
  };
  const invoicesOf = async ({ api }: EndingShop, code: string): Promise<readonly NonNullable<Xml>[]> =>
    (await api('GET', `/v2/accounts/${code}/invoices?order=asc`)).xml?.children ?? [];
  /** The credit invoices of an account: `termination closed -1548 (balance 0)`. */
  const creditsOf = async (shop: EndingShop, code: string) =>
    (await invoicesOf(shop, code))
      .filter((one) => textOf(one, 'type') === 'credit')
      .map((one) =>
        ['origin', 'state', 'total_in_cents', 'balance_in_cents'].map((name) => textOf(one, name)).join(' '),
      );
  /** The transactions of an account, oldest first: `purchase void 3500`. */
  const moneyOf = async ({ api }: EndingShop, code: string) =>
    ((await api('GET', `/v2/accounts/${code}/transactions?order=asc`)).xml?.children ?? [])
      .filter((one) => textOf(one, 'action') !== 'verify')
      .map((one) => ['action', 'status', 'amount_in_cents'].map((name) => textOf(one, name)).join(' '));
  it('end at once, and nothing is refunded by default', async () => {
    const shop = await inJanuary();
    const { code, uuid } = await sell(shop);
    await shop.travel('2027-01-16T00:00:00Z');
    expect(await shop.announced(() => terminated(shop, uuid))).toEqual(['expired_subscription']);
    expect(await shop.show(uuid, 'canceled_at', 'expires_at', 'next_bill_date')).toEqual([
      '2027-01-16T00:00:00Z',
      '2027-01-16T00:00:00Z',
      '',
    ]);
    await shop.travel('2027-03-01T00:00:00Z');
    expect(await shop.invoices(code)).toEqual(['2027-01-01T00:00:00Z purchase paid 3500']);
  });

  it('with a partial refund return the unused share of the period, without the setup fee', async () => {
    const shop = await inJanuary();
    const { code, uuid } = await sell(shop);
    await shop.travel('2027-01-16T00:00:00Z');
    // 16 of 31 days are left: 30.00 x 16 / 31 = 15.483…
    const events = await shop.announced(() => terminated(shop, uuid, '?refund=partial'));
    expect(events).toEqual([
      'expired_subscription',
      'new_credit_invoice',
      'successful_refund',
      'closed_credit_invoice',
    ]);
    expect(await creditsOf(shop, code)).toEqual(['termination closed -1548 0']);
    expect(await moneyOf(shop, code)).toEqual(['purchase success 3500', 'refund success 1548']);
    const [charge] = await invoicesOf(shop, code);
    expect(textOf(charge, 'refundable_total_in_cents')).toBe('1952');
  });

  it('with a full refund on the day of the sale have their payment voided', async () => {
    const shop = await inJanuary();
    const { code, uuid } = await sell(shop);
    await terminated(shop, uuid, '?refund_type=full');
    expect(await creditsOf(shop, code)).toEqual(['refund closed -3500 0']);
    expect(await moneyOf(shop, code)).toEqual(['purchase void 3500']);
  });

  it('with a full refund return the last invoice only', async () => {
    const shop = await inJanuary();
    const { code, uuid } = await sell(shop, '<total_billing_cycles>12</total_billing_cycles>');
    await shop.travel('2027-02-10T00:00:00Z');
    await terminated(shop, uuid, '?refund=full');
    expect(await creditsOf(shop, code)).toEqual(['refund closed -3000 0']);
    expect(await moneyOf(shop, code)).toEqual([
      'purchase success 3500',
      'purchase success 3000',
      'refund success 3000',
    ]);
    expect(await shop.show(uuid, 'state', 'expires_at')).toEqual(['expired', '2027-02-10T00:00:00Z']);
  });

  it('have discounts and taxes reversed in proportion', async () => {
    const shop = await inJanuary({ tax_registrations: ['US-CA'] });
    const coupon = fresh('tenth');
    const discount = '<discount_type>percent</discount_type><discount_percent>10</discount_percent>';
    await shop.api(
      'POST',
      '/v2/coupons',
      `<coupon><coupon_code>${coupon}</coupon_code><name>10%</name>${discount}</coupon>`,
    );
    const { code, uuid } = await sell(shop, `<coupon_code>${coupon}</coupon_code>`);
    const [charge] = await invoicesOf(shop, code);
    const plan = listed(charge, 'line_items').find((line) => textOf(line, 'origin') === 'plan');
    expect(textOf(plan, 'discount_in_cents')).toBe('300');
    const tax = Number(textOf(plan, 'tax_in_cents'));
    expect(tax).toBeGreaterThan(0);
    await shop.travel('2027-01-16T00:00:00Z');
    await terminated(shop, uuid, '?refund=partial');
    // 16 of 31 days: 15.48 of 30.00, 1.55 of the discount of 3.00, and that share of the tax.
    const taxBack = Math.round((tax * 16) / 31);
    expect(await creditsOf(shop, code)).toEqual([`termination closed -${1548 - 155 + taxBack} 0`]);
    const credit = (await invoicesOf(shop, code)).find((one) => textOf(one, 'type') === 'credit');
    expect(
      listed(credit, 'line_items').map((line) => [textOf(line, 'origin'), textOf(line, 'discount_in_cents')]),
    ).toEqual([['plan', '-155']]);
  });

  it('refund a short first period by what of it is left', async () => {
    const shop = await inJanuary();
    // 16 of 31 days are charged: 30.00 x 16 / 31 = 15.48.
    const { code, uuid } = await sell(shop, '<next_bill_date>2027-01-17T00:00:00Z</next_bill_date>');
    expect(await shop.invoices(code)).toEqual(['2027-01-01T00:00:00Z purchase paid 2048']);
    await shop.travel('2027-01-09T00:00:00Z');
    await terminated(shop, uuid, '?refund=partial');
    // Half of the 16 days are left: half of 15.48.
    expect(await creditsOf(shop, code)).toEqual(['termination closed -774 0']);
  });

  it('refund only what no earlier refund returned', async () => {
    const shop = await inJanuary();
    const { code, uuid } = await sell(shop);
    await shop.travel('2027-01-03T00:00:00Z');
    const [charge] = await invoicesOf(shop, code);
    const number = textOf(charge, 'invoice_number');
    const amount = '<invoice><amount_in_cents>2000</amount_in_cents></invoice>';
    expect((await shop.api('POST', `/v2/invoices/${number}/refund`, amount)).status).toBe(201);
    await terminated(shop, uuid, '?refund=full');
    expect(await creditsOf(shop, code)).toEqual(['refund closed -2000 0', 'refund closed -1500 0']);
    expect((await moneyOf(shop, code)).slice(1)).toEqual(['refund success 2000', 'refund success 1500']);
  });

  it('return an invoice that credit paid as credit', async () => {
    const shop = await inJanuary();
    const code = await shop.account();
    const credit =
      '<adjustment><unit_amount_in_cents>-9000</unit_amount_in_cents><currency>USD</currency></adjustment>';
    expect((await shop.api('POST', `/v2/accounts/${code}/adjustments`, credit)).status).toBe(201);
    expect((await shop.api('POST', `/v2/accounts/${code}/invoices`)).status).toBe(201);
    const uuid = await shop.subscribe(code, await shop.plan(setupFee(500)));
    expect(await moneyOf(shop, code)).toEqual([]);
    await terminated(shop, uuid, '?refund=full');
    expect(await creditsOf(shop, code)).toEqual(['credit open -9000 -5500', 'refund open -3500 -3500']);
    expect(await moneyOf(shop, code)).toEqual([]);
  });

  it('return what was paid by hand as credit', async () => {
    const shop = await inJanuary();
    const { code, uuid } = await sell(shop, '<collection_method>manual</collection_method>');
    const [charge] = await invoicesOf(shop, code);
    const check = '<transaction><payment_method>check</payment_method></transaction>';
    const path = `/v2/invoices/${textOf(charge, 'invoice_number')}/transactions`;
    expect((await shop.api('POST', path, check)).status).toBe(201);
    await terminated(shop, uuid, '?refund=full');
    expect(await creditsOf(shop, code)).toEqual(['refund open -3500 -3500']);
    expect(await moneyOf(shop, code)).toEqual(['purchase success 3500']);
  });

  it('leave their past-due invoices open', async () => {
    const shop = await inJanuary();
    const { code, uuid } = await sell(shop);
    expect((await shop.api('DELETE', `/v2/accounts/${code}/billing_info`)).status).toBe(204);
    await shop.travel('2027-02-01T00:00:00Z');
    await terminated(shop, uuid, '?refund=full');
    expect((await shop.invoices(code)).slice(1)).toEqual(['2027-02-01T00:00:00Z renewal past_due 3000']);
  });

  it('skip the refund of an invoice that is not paid, and of a trial', async () => {
    const shop = await inJanuary();
    const { code, uuid } = await sell(shop, '<collection_method>manual</collection_method>');
    await terminated(shop, uuid, '?refund=full');
    expect(await shop.invoices(code)).toEqual(['2027-01-01T00:00:00Z purchase pending 3500']);
    const trial = await sell(shop, '<trial_ends_at>2027-01-20T00:00:00Z</trial_ends_at>');
    await terminated(shop, trial.uuid, '?refund=partial');
    expect(await creditsOf(shop, trial.code)).toEqual([]);
  });

  it('may be canceled or paused before', async () => {
    const shop = await inJanuary();
    const canceled = await sell(shop);
    const paused = await sell(shop);
    await shop.done(canceled.uuid, 'cancel');
    await shop.done(paused.uuid, 'pause', pauseFor(3));
    await shop.travel('2027-01-16T00:00:00Z');
    await terminated(shop, canceled.uuid, '?refund=partial');
    expect(await creditsOf(shop, canceled.code)).toEqual(['termination closed -1548 0']);
    await shop.travel('2027-02-10T00:00:00Z');
    expect(await shop.show(paused.uuid, 'state')).toEqual(['paused']);
    // Nothing was billed for the period that is skipped.
    await terminated(shop, paused.uuid, '?refund=partial');
    expect(await creditsOf(shop, paused.code)).toEqual([]);
    expect(await shop.show(paused.uuid, 'paused_at', 'remaining_pause_cycles')).toEqual(['', '']);
  });

  it('stay as they were where the refund is declined, unless the site keeps it as credit', async () => {
    const shop = await inJanuary();
    const { code, uuid } = await sell(shop, '', cardInfo(KEEPS_MONEY));
    await shop.travel('2027-01-16T00:00:00Z');
    const before = await shop.stored(uuid);
    const events = await shop.announced(async () => {
      const declined = await terminate(shop, uuid, '?refund=partial');
      expect(declined.status).toBe(422);
      expect(textOf(within(declined.xml, 'transaction_error'), 'error_code')).toBe('transaction_cannot_be_refunded');
    });
    expect(events).toEqual([]);
    expect(await shop.stored(uuid)).toEqual(before);
    expect(await creditsOf(shop, code)).toEqual([]);
    expect(await moneyOf(shop, code)).toEqual(['purchase success 3500', 'refund failed 1548']);

    const lenient = await inJanuary({ declined_refunds: 'credit' });
    const kept = await sell(lenient, '', cardInfo(KEEPS_MONEY));
    await lenient.travel('2027-01-16T00:00:00Z');
    await terminated(lenient, kept.uuid, '?refund=partial');
    expect(await creditsOf(lenient, kept.code)).toEqual(['termination open -1548 -1548']);
  });

  it('are refunded once by a request that is repeated', async () => {
    const shop = await inJanuary();
    const { code, uuid } = await sell(shop);
    await shop.travel('2027-01-16T00:00:00Z');
    const answers = await Promise.all([1, 2, 3].map(() => terminate(shop, uuid, '?refund=partial')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    for (const { status, xml } of answers) {
      if (status === 422) expect(['simultaneous_request', 'subscription_expired']).toContain(textOf(xml, 'symbol'));
    }
    expect(textOf((await terminate(shop, uuid, '?refund=partial')).xml, 'symbol')).toBe('subscription_expired');
    expect(await creditsOf(shop, code)).toEqual(['termination closed -1548 0']);
  });

  it('whose refund the gateway does not answer end together with it, once', async () => {
    const shop = await inJanuary();
    const { code, uuid } = await sell(shop);
    await shop.travel('2027-01-16T00:00:00Z');
    const before = await shop.stored(uuid);
    const { opened } = service().service;
    const site = await opened.sites.find(shop.site.subdomain);
    if (!site) throw new Error('The site is stored');
    const world = openWorld(service().clock);
    const caller = { site, at: siteTime(site, world.clock), actor: 'key:trouble', correlation: 'trouble' };
    const refunded: string[] = [];
    const gateways = {
      async refund({ key, amount_in_cents }: FollowUpRequest) {
        refunded.push(key);
        return { ...SILENCE, amount_in_cents };
      },
      async lookup(): Promise<Lookup> {
        const { error_code: _, gateway_error_code: __, ...rest } = SILENCE;
        const result = { ...rest, outcome: 'succeeded', approval_code: 'OK', method_reference: '' } as const;
        return {
          outcome: 'found',
          result: { ...result, amount_in_cents: 1548, network_transaction_id: null },
          currency: 'USD',
          settlement: null,
        };
      },
    } as unknown as Gateways;
    const tax = { taxation: async () => ({ outcome: 'rates', rates: [] }) as const };
    const paying = { storage: withEvents(opened.storage, world), gateways, world };
    const deps = { ...paying, intents: intentsOf(paying), tax, attempts: {} as Attempts };
    const termination = { refund: 'partial', charge: true } as const;
    const terminated = await terminateSubscription(deps)(caller, uuid, termination);
    expect(terminated).toMatchObject({ outcome: 'declined', error_code: 'gateway_timeout' });
    expect(await shop.stored(uuid)).toEqual(before);
    expect(await creditsOf(shop, code)).toEqual([]);

    // The process that finds the intent learns that the gateway made the refund.
    service().clock.advance({ minutes: 1 });
    expect(await deps.intents.endAbandoned(caller)).toBe(1);
    expect(await shop.show(uuid, 'state', 'expires_at')).toEqual(['expired', '2027-01-16T00:00:00Z']);
    expect(await creditsOf(shop, code)).toEqual(['termination closed -1548 0']);
    expect(await deps.intents.endAbandoned(caller)).toBe(0);
    expect(refunded).toHaveLength(1);
  });

  it('name a refund that is not known', async () => {
    const shop = await inJanuary();
    const { uuid } = await sell(shop);
    expect((await terminate(shop, uuid, '?refund=half')).status).toBe(400);
    expect((await terminate(shop, uuid, '?charge=perhaps')).status).toBe(400);
    expect(await shop.show(uuid, 'state')).toEqual(['active']);
  });
});
