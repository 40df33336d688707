import { describe, expect, it } from 'vitest';
import { findings, textOf, within } from '../service.ts';
import { addOn, addOns, openChangingShop, plan, quantity, timeframe, unit, usd } from './changing.ts';
import { onBothEngines } from './engines.ts';
import { DECLINING } from './invoicing.ts';
import { cardInfo } from './subscription-shop.ts';

const price = (cents: number) => usd('unit_amount_in_cents', cents);

onBothEngines('trouble with a change', (service) => {
  const open = async (changes = {}) => {
    const shop = await openChangingShop(service(), changes);
    const account = await shop.account();
    const gold = await shop.plan(price(3000));
    const uuid = await shop.subscribe(account, gold);
    await shop.travel('2027-06-16T00:00:00Z');
    return {
      ...shop,
      account,
      gold,
      uuid,
      /** Everything of the account that a change writes. */
      books: async () => [
        await shop.subscription(uuid),
        await shop.invoices(account),
        await shop.balance(account),
        (
          await shop
            .records()
            .redemptions.active((await shop.records().accounts.identify(account))?.account_id ?? '', 0)
        ).length,
      ],
      replaceCard: async () => {
        const path = `/v2/accounts/${account}/billing_info`;
        expect((await shop.api('PUT', path, cardInfo(DECLINING))).status).toBe(200);
      },
    };
  };

  describe('a declined payment', () => {
    it('leaves the invoice past due, and the change stands', async () => {
      const shop = await open();
      await shop.replaceCard();
      const answer = await shop.changed(shop.uuid, quantity(3));
      expect(textOf(answer, 'quantity')).toBe('3');
      expect((await shop.invoices(shop.account)).at(-1)).toBe('2027-06-16T00:00:00Z immediate_change past_due 3000');
      expect(await shop.payments(shop.account)).toEqual(['success 3000', 'failed 3000']);
    });

    it('changes nothing where the site requires payment', async () => {
      const shop = await open({ upgrade_requires_payment: true });
      await shop.created(
        '/v2/coupons',
        '<coupon><coupon_code>tenth</coupon_code><name>Tenth</name><discount_type>percent</discount_type><discount_percent>10</discount_percent></coupon>',
      );
      await shop.replaceCard();
      const before = await shop.books();
      const address =
        '<shipping_address><first_name>A</first_name><last_name>B</last_name><address1>1 Pier</address1><city>Dover</city><state>DE</state><zip>19901</zip><country>US</country></shipping_address>';
      const inner = `${quantity(3)}<po_number>7</po_number><coupon_code>tenth</coupon_code>${address}`;
      const refused = await shop.change(shop.uuid, inner);
      expect([refused.status, textOf(refused.xml, 'transaction_error', 'error_code')]).toEqual([
        422,
        'declined_saveable',
      ]);
      expect(await shop.books()).toEqual(before);
      expect((await shop.api('GET', `/v2/accounts/${shop.account}/shipping_addresses`)).xml?.children).toEqual([]);
      expect((await shop.payments(shop.account)).at(-1)).toBe('failed 2700');

      expect((await shop.api('PUT', `/v2/accounts/${shop.account}/billing_info`, cardInfo())).status).toBe(200);
      const changed = await shop.changed(shop.uuid, inner);
      const shipped = new URL(within(changed, 'shipping_address')?.attributes.get('href') ?? '').pathname;
      expect([textOf(changed, 'quantity'), textOf((await shop.api('GET', shipped)).xml, 'address1')]).toEqual([
        '3',
        '1 Pier',
      ]);
      expect((await shop.invoices(shop.account)).at(-1)).toBe('2027-06-16T00:00:00Z immediate_change paid 2700');
    });

    it('is not asked for where credit pays, although the site requires payment', async () => {
      const shop = await open({ upgrade_requires_payment: true });
      await shop.replaceCard();
      expect(textOf(await shop.changed(shop.uuid, unit(1000)), 'unit_amount_in_cents')).toBe('1000');
      expect(await shop.balance(shop.account)).toBe(-1000);
      await shop.changed(shop.uuid, unit(2500));
      expect(await shop.balance(shop.account)).toBe(-250);
    });
  });

  it('of another one while it is paid is refused as simultaneous', async () => {
    const shop = await open();
    let other: Awaited<ReturnType<typeof shop.change>> | undefined;
    service().whileAsked(async () => {
      other ??= await shop.change(shop.uuid, quantity(3));
    });
    const first = await shop.change(shop.uuid, quantity(2));
    service().whileAsked(async () => {});
    expect([first.status, textOf(first.xml, 'quantity')]).toEqual([200, '2']);
    expect([other?.status, textOf(other?.xml, 'symbol')]).toEqual([422, 'simultaneous_request']);
    expect(await shop.show(shop.uuid, 'quantity')).toEqual(['2']);
    expect(await shop.invoices(shop.account)).toHaveLength(2);
  });

  it('is not repeated under an idempotency key', async () => {
    const shop = await open();
    const key = { 'Idempotency-Key': 'change-once' };
    const first = await shop.change(shop.uuid, quantity(2), key);
    const again = await shop.change(shop.uuid, quantity(2), key);
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect(await shop.payments(shop.account)).toEqual(['success 3000', 'success 1500']);
  });

  it.each([
    [plan('nowhere'), ['subscription.plan_code invalid']],
    ['<plan_code nil="nil"/>', ['subscription.plan_code blank']],
    [quantity(0), ['subscription.quantity greater_than_or_equal_to']],
    ['<quantity>2.5</quantity>', ['subscription.quantity not_an_integer']],
    [unit(10_000_001), ['subscription.unit_amount_in_cents less_than_or_equal_to']],
    [timeframe('tomorrow'), ['subscription.timeframe inclusion']],
    ['<currency>EUR</currency>', ['subscription.currency invalid_currency']],
    [addOns(addOn('nothing')), ['subscription.subscription_add_ons[add_on_code=nothing].add_on_code invalid']],
    ['<shipping_address_id>99</shipping_address_id>', ['subscription.shipping_address_id not_found']],
    ['<coupon_code>none</coupon_code><quantity>2</quantity>', ['subscription.coupon_code invalid']],
    [unit(10_000_000) + quantity(999_999_999), ['subscription.base invalid']],
    [
      '<custom_fields><custom_field><name>shoe</name><value>9</value></custom_field></custom_fields>',
      ['subscription.custom_fields[0].name invalid'],
    ],
    [
      timeframe('soon') + plan('nowhere') + quantity(-1),
      [
        'subscription.timeframe inclusion',
        'subscription.quantity greater_than_or_equal_to',
        'subscription.plan_code invalid',
      ],
    ],
  ])('in the request is reported at its field, and nothing changes: %s', async (inner, found) => {
    const shop = await open();
    const before = await shop.books();
    for (const answer of [await shop.change(shop.uuid, inner), await shop.preview(shop.uuid, inner)]) {
      expect([answer.status, findings(answer.xml)]).toEqual([422, found]);
    }
    expect(await shop.books()).toEqual(before);
  });

  it('is a plan whose term would end after the year 9999', async () => {
    const shop = await open();
    const endless = `${price(3000)}<plan_interval_length>24</plan_interval_length><total_billing_cycles>9000</total_billing_cycles>`;
    const answer = await shop.change(shop.uuid, plan(await shop.plan(endless)));
    expect([answer.status, findings(answer.xml)]).toEqual([422, ['subscription.plan_code invalid']]);
    const cycles = await shop.change(shop.uuid, '<remaining_billing_cycles>9999</remaining_billing_cycles>');
    expect(cycles.status).toBe(200);
  });

  it.each([
    ['trial_ends_at', '<trial_ends_at>2028-01-01T00:00:00Z</trial_ends_at>'],
    ['total_billing_cycles', '<total_billing_cycles>7</total_billing_cycles>'],
    ['starts_at', '<starts_at>2028-01-01T00:00:00Z</starts_at>'],
    ['next_bill_date', '<next_bill_date>2028-01-01T00:00:00Z</next_bill_date>'],
    ['first_renewal_date', '<first_renewal_date>2028-01-01T00:00:00Z</first_renewal_date>'],
    ['account.account_code', '<account><account_code>other</account_code></account>'],
  ])('is another value of what only a new subscription has: %s', async (field, inner) => {
    const shop = await open();
    const answer = await shop.change(shop.uuid, inner);
    expect([answer.status, findings(answer.xml)]).toEqual([422, [`subscription.${field} immutable`]]);
  });

  it.each([
    ['gift_card.redemption_code', '<gift_card><redemption_code>code</redemption_code></gift_card>'],
    ['billing_info.number', '<billing_info><number>4111111111111111</number></billing_info>'],
  ])('is %s, which a change would not use', async (field, inner) => {
    const shop = await open();
    const answer = await shop.change(shop.uuid, inner);
    expect([answer.status, findings(answer.xml)]).toEqual([422, [`subscription.${field} present`]]);
  });

  it('is none where a client sends the whole record back', async () => {
    const shop = await open();
    const billed = async () => [await shop.invoices(shop.account), await shop.payments(shop.account)];
    const before = await billed();
    const { xml } = await shop.api('GET', `/v2/subscriptions/${shop.uuid}`);
    const write = (one: NonNullable<typeof xml>): string =>
      `<${one.name}>${one.children.map(write).join('') || one.text.trim()}</${one.name}>`;
    const whole = (xml?.children ?? []).filter(({ name, attributes }) => name !== 'a' && !attributes.has('nil'));
    const answer = await shop.change(shop.uuid, `${whole.map(write).join('')}<bulk>true</bulk>`);
    expect(answer.status, answer.text).toBe(200);
    expect(await billed()).toEqual(before);
    const same = [
      'quantity',
      'unit_amount_in_cents',
      'next_bill_date',
      'current_term_ends_at',
      'remaining_billing_cycles',
    ];
    expect(same.map((name) => textOf(answer.xml, name))).toEqual(same.map((name) => textOf(xml, name)));
  });

  it('is none where a client repeats what is stored', async () => {
    const shop = await open();
    await shop.sells(shop.gold, 'seats', 600);
    await shop.changed(shop.uuid, addOns(addOn('seats', quantity(2))));
    const count = (await shop.invoices(shop.account)).length;
    const repeated = addOns(addOn('seats', `<add_on_type>fixed</add_on_type>${unit(600)}${quantity(2)}`));
    const answer = await shop.change(shop.uuid, plan(shop.gold) + unit(3000) + quantity(1) + repeated);
    expect(answer.status, answer.text).toBe(200);
    expect((await shop.api('DELETE', `/v2/plans/${shop.gold}`)).status).toBe(204);
    expect((await shop.change(shop.uuid, plan(shop.gold) + repeated)).status).toBe(200);
    expect(await shop.invoices(shop.account)).toHaveLength(count);
    const other = await shop.change(shop.uuid, addOns(addOn('seats', '<add_on_type>usage</add_on_type>')));
    expect(findings(other.xml)).toEqual(['subscription.subscription_add_ons[add_on_code=seats].add_on_type immutable']);
  });

  it('is an unknown subscription, or one of another site', async () => {
    const shop = await open();
    const other = await openChangingShop(service());
    for (const answer of [await shop.change('0'.repeat(32), quantity(2)), await other.change(shop.uuid, quantity(2))]) {
      expect([answer.status, textOf(answer.xml, 'symbol')]).toEqual([404, 'not_found']);
    }
  });
});
