import { expect, it } from 'vitest';
import { type ApiResponse, findings, fresh, type TestService, textOf, within } from '../service.ts';
import { addOn, addOns, openChangingShop, plan, quantity, timeframe, unit, usd } from './changing.ts';
import { onBothEngines } from './engines.ts';

type Xml = ApiResponse['xml'];

const ALLOWED = '<allow_any_item_on_subscriptions>true</allow_any_item_on_subscriptions>';

/** An item that a subscription sells at a price of its own. */
const item = (code: string, inner: string) => addOn(code, `<add_on_source>item</add_on_source>${inner}`);

/** A shop on 1 June 2027 whose plan allows items, besides an add-on of it that sells the item `mug`. */
const openItemShop = async (service: TestService) => {
  const shop = await openChangingShop(service, {}, '2.29');
  const made = async (path: string, body: string): Promise<Xml> => {
    const answer = await shop.api('POST', path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.xml;
  };
  const put = async (path: string, body?: string): Promise<Xml> => {
    const answer = await shop.api('PUT', path, body);
    expect(answer.status, answer.text).toBe(200);
    return answer.xml;
  };
  const mug = fresh('mug');
  await made(
    '/v2/items',
    `<item><item_code>${mug}</item_code><name>Mug</name><external_sku>M-1</external_sku><accounting_code>mugs</accounting_code></item>`,
  );
  const gold = await shop.plan(ALLOWED);
  await made(
    `/v2/plans/${gold}/add_ons`,
    `<add_on><item_code>${mug}</item_code>${usd('unit_amount_in_cents', 200)}</add_on>`,
  );
  const invoices = async (account: string) =>
    (await shop.api('GET', `/v2/accounts/${account}/invoices?sort=created_at&order=asc`)).xml?.children ?? [];
  return {
    ...shop,
    made,
    put,
    gold,
    mug,
    async cup() {
      const code = fresh('cup');
      await made('/v2/items', `<item><item_code>${code}</item_code><name>Cup</name></item>`);
      return code;
    },
    sold: (account: string, planCode: string, inner: string, path = '/v2/subscriptions') =>
      shop.api(
        'POST',
        path,
        `<subscription>${plan(planCode)}<currency>USD</currency><account><account_code>${account}</account_code></account>${inner}</subscription>`,
      ),
    /** The lines of the latest invoice of a type: origin, product, item, gross, discount. */
    async latest(account: string, type = 'charge') {
      const invoice = (await invoices(account)).findLast((one) => textOf(one, 'type') === type);
      return (within(invoice, 'line_items')?.children ?? []).map((line) =>
        [
          ...['origin', 'product_code', 'item_code'].map((name) => textOf(line, name)),
          Number(textOf(line, 'unit_amount_in_cents')) * Number(textOf(line, 'quantity')),
          textOf(line, 'discount_in_cents'),
        ].join(' '),
      );
    },
  };
};

/** The add-ons of a subscription: source, code, unit amount, quantity. */
const addOnsOf = (xml: Xml) =>
  (within(xml, 'subscription_add_ons')?.children ?? []).map((one) =>
    ['add_on_source', 'add_on_code', 'unit_amount_in_cents', 'quantity'].map((name) => textOf(one, name)).join(' '),
  );

onBothEngines('items on subscriptions', (service) => {
  it('are sold beside an add-on of the same code, at a price of their own, and renew', async () => {
    const shop = await openItemShop(service());
    const { mug, gold } = shop;
    const account = await shop.account();
    const wanted = addOns(addOn(mug), item(mug, unit(500) + quantity(2)));
    // 30.00, 2.00 for the add-on, and twice 5.00.
    const seen = await shop.sold(account, gold, wanted, '/v2/subscriptions/preview');
    expect(seen.status, seen.text).toBe(200);
    const sold = await shop.sold(account, gold, wanted);
    expect(sold.status, sold.text).toBe(201);
    for (const { xml } of [seen, sold]) {
      expect(addOnsOf(xml)).toEqual([`plan_add_on ${mug} 200 1`, `item ${mug} 500 2`]);
      const second = within(xml, 'subscription_add_ons')?.children[1];
      expect(['name', 'external_sku', 'item_state', 'add_on_type', 'tier_type'].map((n) => textOf(second, n))).toEqual([
        'Mug',
        'M-1',
        'active',
        'fixed',
        'flat',
      ]);
      expect(within(second, 'item')?.attributes.get('href')).toMatch(new RegExp(`/v2/items/${mug}$`));
    }
    expect(textOf(seen.xml, 'cost_in_cents')).toBe('4200');
    expect(textOf(sold.xml, 'total_amount_in_cents')).toBe('4200');
    const lines = [`plan ${gold}  3000 0`, `add_on ${mug} ${mug} 200 0`, `add_on ${mug} ${mug} 1000 0`];
    expect(await shop.latest(account)).toEqual(lines);
    await shop.travel('2027-07-01T00:00:00Z');
    expect(await shop.latest(account)).toEqual(lines);

    const early = await shop.api('GET', `/v2/subscriptions/${textOf(sold.xml, 'uuid')}`, undefined, {
      'X-Api-Version': '2.26',
    });
    expect(early.text).not.toContain('add_on_source');
    expect((await shop.api('GET', `/v2/plans/${gold}`)).text).toContain('allow_any_item_on_subscriptions');
  });

  it('are sold in purchases, and discounted by coupons for the item', async () => {
    const shop = await openItemShop(service());
    const { mug, gold } = shop;
    const coupon = fresh('mugs');
    await shop.made(
      '/v2/coupons',
      `<coupon><coupon_code>${coupon}</coupon_code><name>Mugs</name><discount_type>percent</discount_type><discount_percent>50</discount_percent><applies_to_all_plans>false</applies_to_all_plans><item_codes><item_code>${mug}</item_code></item_codes></coupon>`,
    );
    const account = await shop.account();
    const body = `<purchase><currency>USD</currency><account><account_code>${account}</account_code></account><coupon_codes><coupon_code>${coupon}</coupon_code></coupon_codes><subscriptions><subscription>${plan(gold)}${addOns(item(mug, unit(500)))}</subscription></subscriptions></purchase>`;
    for (const path of ['/v2/purchases/preview', '/v2/purchases']) {
      const answer = await shop.api('POST', path, body);
      expect(answer.status, answer.text).toBe(200);
      expect(textOf(within(answer.xml, 'charge_invoice'), 'total_in_cents'), path).toBe('3250');
    }
    const lines = [`plan ${gold}  3000 0`, `add_on ${mug} ${mug} 500 250`];
    expect(await shop.latest(account)).toEqual(lines);

    // The coupon and the subscription follow another code of the item; what was sold keeps its own.
    const cup = fresh('cup');
    await shop.put(`/v2/items/${mug}`, `<item><item_code>${cup}</item_code></item>`);
    await shop.travel('2027-07-01T00:00:00Z');
    expect(await shop.latest(account)).toEqual([`plan ${gold}  3000 0`, `add_on ${mug} ${cup} 500 250`]);
    const { xml } = await shop.api('GET', `/v2/accounts/${account}/subscriptions`);
    const [held] = within(xml?.children[0], 'subscription_add_ons')?.children ?? [];
    expect(within(held, 'item')?.attributes.get('href')).toMatch(new RegExp(`/v2/items/${cup}$`));
    // It is found by either code.
    for (const [code, count] of [
      [cup, 2],
      [mug, 3],
    ] as const) {
      const answer = await shop.change(textOf(xml?.children[0], 'uuid') ?? '', addOns(item(code, quantity(count))));
      expect(addOnsOf(answer.xml), answer.text).toEqual([`item ${mug} 500 ${count}`]);
    }
  });

  it('are prorated by changes, each source against its own charges, and change at the next bill', async () => {
    const shop = await openItemShop(service());
    const { mug, gold } = shop;
    const account = await shop.account();
    const uuid = await shop.subscribe(account, gold, addOns(addOn(mug), item(mug, unit(500) + quantity(2))));
    await shop.travel('2027-06-16T00:00:00Z');
    // Half of the month is left: one of two items ends, with 2.50 of its 5.00.
    await shop.changed(uuid, addOns(addOn(mug), item(mug, quantity(1))));
    expect(await shop.latest(account, 'credit')).toEqual([`add_on ${mug} ${mug} -250 0`]);
    // The add-on of the plan ends with 1.00 of its 2.00, and the item stays.
    await shop.changed(uuid, addOns(item(mug, '')));
    expect(await shop.latest(account, 'credit')).toEqual([`add_on ${mug} ${mug} -100 0`]);
    // Another item of 7.00 costs 3.50 for the rest of the month.
    const cup = await shop.cup();
    const wanted = addOns(item(mug, ''), item(cup, unit(700)));
    const seen = await shop.preview(uuid, wanted);
    expect(textOf(within(seen.xml, 'invoice_collection', 'charge_invoice'), 'subtotal_before_discount_in_cents')).toBe(
      '350',
    );
    await shop.changed(uuid, wanted);
    expect(await shop.latest(account)).toEqual([`add_on ${cup} ${cup} 350 0`]);

    const changed = await shop.changed(uuid, timeframe('bill_date') + addOns(item(cup, unit(900))));
    expect(addOnsOf(within(changed, 'pending_subscription'))).toEqual([`item ${cup} 900 1`]);
    await shop.travel('2027-07-01T00:00:00Z');
    expect(await shop.latest(account)).toEqual([`plan ${gold}  3000 0`, `add_on ${cup} ${cup} 900 0`]);
    // The unused half of 39.00 is returned.
    await shop.travel('2027-07-16T12:00:00Z');
    await shop.put(`/v2/subscriptions/${uuid}/terminate?refund=partial`);
    expect((await shop.latest(account, 'credit')).toSorted()).toEqual([
      `add_on ${cup} ${cup} -450 0`,
      `plan ${gold}  -1500 0`,
    ]);
  });

  it('rest with a pause, are refunded, and have the labels of their item', async () => {
    const shop = await openItemShop(service());
    const { mug, gold } = shop;
    const ledger = await shop.made(
      '/v2/general_ledger_accounts',
      '<general_ledger_account><account_type>revenue</account_type><code>4200</code></general_ledger_account>',
    );
    const revenue = `<revenue_gl_account_id>${textOf(ledger, 'id')}</revenue_gl_account_id>`;
    await shop.put(`/v2/items/${mug}`, `<item>${revenue}</item>`);
    const account = await shop.account();
    const uuid = await shop.subscribe(account, gold, addOns(addOn(mug), item(mug, unit(500) + quantity(2))));
    const { xml } = await shop.api('GET', `/v2/accounts/${account}/invoices`);
    const lines = within(xml?.children[0], 'line_items')?.children ?? [];
    // The add-on of the plan has labels of its own: none.
    expect(lines.map((line) => textOf(line, 'revenue_gl_account_code'))).toEqual(['', '', '4200']);
    const refund = await shop.api(
      'POST',
      `/v2/invoices/${textOf(xml?.children[0], 'invoice_number')}/refund`,
      `<invoice><line_items><adjustment><uuid>${textOf(lines[2], 'uuid')}</uuid><quantity>1</quantity></adjustment></line_items></invoice>`,
    );
    expect(refund.status, refund.text).toBe(201);
    expect(await shop.latest(account, 'credit')).toEqual([`add_on ${mug} ${mug} -500 0`]);
    await shop.put(
      `/v2/subscriptions/${uuid}/pause`,
      '<subscription><remaining_pause_cycles>1</remaining_pause_cycles></subscription>',
    );
    await shop.travel('2027-07-01T00:00:00Z');
    expect(await shop.invoices(account)).toHaveLength(2);
    await shop.travel('2027-08-01T00:00:00Z');
    expect(await shop.latest(account)).toEqual([
      `plan ${gold}  3000 0`,
      `add_on ${mug} ${mug} 200 0`,
      `add_on ${mug} ${mug} 1000 0`,
    ]);
  });

  it('stay with a plan that allows them, and end with one that does not', async () => {
    const shop = await openItemShop(service());
    const { mug, gold } = shop;
    const [open, closed] = [await shop.plan(ALLOWED), await shop.plan()];
    const account = await shop.account();
    const uuid = await shop.subscribe(account, gold, addOns(addOn(mug), item(mug, unit(500))));
    await shop.put(`/v2/items/${mug}`, '<item><name>Beaker</name></item>');
    await shop.api('DELETE', `/v2/items/${mug}`);
    await shop.put(
      `/v2/plans/${gold}`,
      '<plan><allow_any_item_on_subscriptions>false</allow_any_item_on_subscriptions></plan>',
    );
    // What is held stays as it was sold, although it could not be sold any more.
    const more = await shop.changed(uuid, addOns(item(mug, quantity(2))));
    expect(addOnsOf(more)).toEqual([`item ${mug} 500 2`]);
    const [held] = within(more, 'subscription_add_ons')?.children ?? [];
    expect(['name', 'item_state'].map((name) => textOf(held, name))).toEqual(['Mug', 'inactive']);
    expect(addOnsOf(await shop.changed(uuid, plan(open)))).toEqual([`item ${mug} 500 2`]);

    const refused = await shop.change(uuid, plan(closed) + addOns(item(mug, '')));
    expect([refused.status, findings(refused.xml)]).toEqual([
      422,
      [`subscription.subscription_add_ons[add_on_code=${mug}].add_on_source invalid`],
    ]);
    expect(addOnsOf(await shop.changed(uuid, plan(closed)))).toEqual([]);
  });

  it('are refused where the item becomes inactive after the preview', async () => {
    const shop = await openItemShop(service());
    const { mug, gold } = shop;
    const [code, uuid] = [await shop.account(), await shop.subscribe(await shop.account(), gold)];
    const cart = (path: string) =>
      shop.api(
        'POST',
        path,
        `<subscription><plan_code>${gold}</plan_code><currency>USD</currency><account><account_code>${code}</account_code></account>${addOns(item(mug, unit(500)))}</subscription>`,
      );
    const preview = () =>
      shop.api(
        'POST',
        `/v2/subscriptions/${uuid}/preview`,
        `<subscription>${addOns(item(mug, unit(500)))}</subscription>`,
      );
    expect((await cart('/v2/subscriptions/preview')).status).toBe(200);
    expect((await preview()).status).toBe(200);
    await shop.api('DELETE', `/v2/items/${mug}`);
    const issue = [`subscription.subscription_add_ons[add_on_code=${mug}].add_on_code invalid`];
    for (const path of ['/v2/subscriptions/preview', '/v2/subscriptions']) {
      const refused = await cart(path);
      expect([refused.status, findings(refused.xml)]).toEqual([422, issue]);
    }
    for (const refused of [await preview(), await shop.change(uuid, addOns(item(mug, unit(500))))])
      expect([refused.status, findings(refused.xml)]).toEqual([422, issue]);
    expect((await shop.api('GET', `/v2/accounts/${code}/invoices`)).xml?.children).toEqual([]);
  });

  it('are refused without a price, with tiers, twice, inactive, unknown, and by a plan without the flag', async () => {
    const shop = await openItemShop(service());
    const { mug, gold } = shop;
    const gone = await shop.cup();
    await shop.api('DELETE', `/v2/items/${gone}`);
    const [account, plain, cup] = [await shop.account(), await shop.plan(), await shop.cup()];
    const tiers = '<tiers><tier><unit_amount_in_cents>100</unit_amount_in_cents></tier></tiers>';
    const at = (code: string) => `subscription.subscription_add_ons[add_on_code=${code}]`;
    const wrong: [string, string, string[]][] = [
      [gold, addOns(item(mug, '')), [`${at(mug)}.unit_amount_in_cents blank`]],
      [gold, addOns(item(mug, unit(500) + tiers)), [`${at(mug)}.tiers present`]],
      [
        gold,
        addOns(item(mug, `${unit(500)}<usage_percentage>5</usage_percentage>`)),
        [`${at(mug)}.usage_percentage present`],
      ],
      [
        gold,
        addOns(item(mug, `${unit(500)}<usage_timeframe>subscription_term</usage_timeframe>`)),
        [`${at(mug)}.usage_timeframe present`],
      ],
      [gold, addOns(item(mug, unit(500)), item(mug, unit(500))), [`${at(mug)}.add_on_code taken`]],
      [gold, addOns(item(gone, unit(500))), [`${at(gone)}.add_on_code invalid`]],
      [gold, addOns(item('unknown', unit(500))), [`${at('unknown')}.add_on_code not_found`]],
      [plain, addOns(item(mug, unit(500))), [`${at(mug)}.add_on_source invalid`]],
      // Without a source, it would be an add-on of the plan.
      [gold, addOns(addOn(cup, unit(500))), [`${at(cup)}.add_on_source invalid`]],
      [gold, addOns(addOn('unknown', unit(500))), [`${at('unknown')}.add_on_code invalid`]],
    ];
    for (const [planCode, inner, expected] of wrong) {
      const answer = await shop.sold(account, planCode, inner);
      expect([answer.status, findings(answer.xml)], inner).toEqual([422, expected]);
    }
    const uuid = await shop.subscribe(account, plain);
    expect(findings((await shop.change(uuid, addOns(item(mug, unit(500))))).xml)).toEqual([
      `${at(mug)}.add_on_source invalid`,
    ]);
    for (const [path, body] of [
      ['/v2/subscriptions/preview', `<subscription>${plan(gold)}${addOns(item(mug, unit(500)))}</subscription>`],
      ['/v2/plans', `<plan><plan_code>x</plan_code><name>x</name>${ALLOWED}</plan>`],
    ] as const) {
      expect((await shop.api('POST', path, body, { 'X-Api-Version': '2.26' })).status, path).toBe(400);
    }
  });
});
