import { describe, expect, it } from 'vitest';
import { findings, fresh, type TestService, textOf, within } from '../service.ts';
import { expectBooksToClose } from './books.ts';
import { addOn, addOns, openChangingShop, plan, quantity, timeframe, unit } from './changing.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo, openShop } from './subscription-shop.ts';

/** Requests as programs that were written for other services of this API make them. */
onBothEngines('a program with a client library', (service) => {
  const api: TestService['api'] = (...asked) => service().api(...asked);
  const NO_ADD_ONS = '<subscription_add_ons type="array"></subscription_add_ons>';
  const PRICE = '<unit_amount_in_cents><USD>900</USD></unit_amount_in_cents>';

  describe('that removes all add-ons with an empty list', () => {
    const open = async () => {
      const shop = await openChangingShop(service());
      const account = await shop.account();
      const gold = await shop.plan();
      await shop.sells(gold, 'seats', 600);
      await shop.sells(gold, 'support', 1000);
      const uuid = await shop.subscribe(account, gold, addOns(addOn('seats', quantity(2)), addOn('support')));
      await shop.travel('2027-06-16T00:00:00Z');
      return { ...shop, buyer: account, uuid };
    };

    it('credits what is left of their period, and charges them no more', async () => {
      const shop = await open();
      const seen = await shop.preview(shop.uuid, NO_ADD_ONS);
      expect(seen.status, seen.text).toBe(200);
      expect(within(seen.xml, 'subscription_add_ons')?.children).toEqual([]);
      expect(textOf(seen.xml, 'cost_in_cents')).toBe('3000');
      const changed = await shop.changed(shop.uuid, NO_ADD_ONS);
      expect(within(changed, 'subscription_add_ons')?.children).toEqual([]);
      // Half a month of 2 x 6.00 and of 10.00.
      expect((await shop.linesOf(shop.buyer, 'credit')).sort()).toEqual(['add_on -500', 'add_on -600']);
      const credited = within(seen.xml, 'invoice_collection', 'credit_invoices')?.children[0];
      expect(textOf(credited, 'total_in_cents')).toBe('-1100');
      await shop.travel('2027-07-01T00:00:01Z');
      expect(await shop.latestLines(shop.buyer)).toEqual(['plan 3000 x 1']);
      expect(await shop.balance(shop.buyer)).toBe(0);
    });

    it('does so at the next bill date', async () => {
      const shop = await open();
      await shop.changed(shop.uuid, timeframe('renewal') + NO_ADD_ONS);
      expect(await shop.linesOf(shop.buyer, 'credit')).toEqual([]);
      await shop.travel('2027-07-01T00:00:01Z');
      expect(await shop.latestLines(shop.buyer)).toEqual(['plan 3000 x 1']);
    });

    it('keeps them where it says nothing of them, and where it subscribes', async () => {
      const shop = await open();
      const kept = within(await shop.changed(shop.uuid, quantity(2)), 'subscription_add_ons');
      expect(kept?.children).toHaveLength(2);
      const uuid = await shop.subscribe(await shop.account(), await shop.plan(), NO_ADD_ONS);
      expect(await shop.show(uuid, 'state')).toEqual(['active']);
    });
  });

  it('reads what the terms of a preview cost in a period, not what is charged now', async () => {
    const shop = await openChangingShop(service());
    const gold = await shop.plan('<setup_fee_in_cents><USD>500</USD></setup_fee_in_cents>');
    await shop.sells(gold, 'seats', 600);
    const costs = (answer: Awaited<ReturnType<typeof api>>) => textOf(answer.xml, 'cost_in_cents');
    const order = `${plan(gold)}<currency>USD</currency><account><account_code>${fresh('new')}</account_code></account>`;
    const subscribing = (inner: string) =>
      shop.api('POST', '/v2/subscriptions/preview', `<subscription>${order}${inner}</subscription>`);
    expect(costs(await subscribing(quantity(5) + addOns(addOn('seats', quantity(2)))))).toBe('16200');
    expect(costs(await subscribing('<trial_ends_at>2027-07-09T00:00:00Z</trial_ends_at>'))).toBe('3000');
    const uuid = await shop.subscribe(await shop.account(), gold);
    await shop.travel('2027-06-16T00:00:00Z');
    expect(costs(await shop.preview(uuid, unit(1000) + quantity(5)))).toBe('5000');
    expect(costs(await shop.preview(uuid, unit(1000) + timeframe('renewal')))).toBe('1000');
    expect(costs(await shop.preview(uuid, '<po_number>7</po_number>'))).toBe('3000');
  });

  it('may say how many cycles the first term has', async () => {
    const shop = await openShop(service());
    await shop.travel('2027-06-01T00:00:00Z');
    const code = await shop.plan('<total_billing_cycles>12</total_billing_cycles>');
    const account = await shop.account();
    const cycles = '<remaining_billing_cycles>3</remaining_billing_cycles>';
    const order = `${plan(code)}<currency>USD</currency><account><account_code>${account}</account_code></account>${cycles}`;
    const seen = await shop.api('POST', '/v2/subscriptions/preview', `<subscription>${order}</subscription>`);
    const term = ['total_billing_cycles', 'remaining_billing_cycles', 'current_term_ends_at'];
    const first = ['12', '2', '2027-09-01T00:00:00Z'];
    expect(term.map((name) => textOf(seen.xml, name))).toEqual(first);
    const uuid = await shop.subscribe(account, code, cycles);
    expect(await shop.show(uuid, ...term)).toEqual(first);
    await shop.travel('2027-09-01T00:00:01Z');
    expect(await shop.show(uuid, ...term)).toEqual(['12', '11', '2028-09-01T00:00:00Z']);
    const bought = await shop.api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${await shop.account()}</account_code></account><currency>USD</currency><subscriptions><subscription>${plan(code)}${cycles}</subscription></subscriptions></purchase>`,
    );
    const path = new URL(within(bought.xml, 'charge_invoice', 'subscriptions')?.attributes.get('href') ?? '').pathname;
    expect(textOf((await shop.api('GET', path)).xml?.children[0], 'remaining_billing_cycles')).toBe('2');
  });

  it('follows the link to the shipping address of a subscription', async () => {
    const shop = await openShop(service());
    const [account, code] = [await shop.account(), await shop.plan()];
    const address =
      '<shipping_address><first_name>A</first_name><last_name>B</last_name><street1>1 Pier</street1><city>Dover</city><state>DE</state><zip>19901</zip><country>US</country></shipping_address>';
    const uuid = await shop.subscribe(account, code, address);
    const at = async (version: string) =>
      within(
        (await shop.api('GET', `/v2/subscriptions/${uuid}`, undefined, { 'X-Api-Version': version })).xml,
        'shipping_address',
      );
    expect(await at('2.10')).toBeUndefined();
    const link = await at('2.11');
    expect([link?.children, link?.text.trim()]).toEqual([[], '']);
    const { xml } = await shop.api('GET', new URL(link?.attributes.get('href') ?? '').pathname);
    expect(textOf(xml, 'address1')).toBe('1 Pier');
    const list = await shop.api('GET', `/v2/accounts/${account}/subscriptions`);
    expect(within(list.xml?.children[0], 'shipping_address')?.attributes.get('href')).toBe(
      link?.attributes.get('href'),
    );
  });

  it.each([
    ['transactions', '<transaction>', '<amount_in_cents>500</amount_in_cents></transaction>'],
    ['subscriptions', '<subscription>', '<plan_code>tideline</plan_code></subscription>'],
  ])('creates where it lists: %s of an account', async (list, start, end) => {
    const code = fresh('pager');
    await api('POST', '/v2/accounts', `<account><account_code>${code}</account_code>${cardInfo()}</account>`);
    const post = (path: string, account = '') => api('POST', path, `${start}${account}<currency>USD</currency>${end}`);
    const made = await post(`/v2/accounts/${code}/${list}`);
    expect(made.status, made.text).toBe(201);
    const shown = (await api('GET', `/v2/accounts/${code}/${list}`)).xml?.children ?? [];
    expect(shown.map((one) => textOf(one, 'uuid'))).toContain(textOf(made.xml, 'uuid'));
    const root = list.slice(0, -1);
    const other = await post(`/v2/accounts/${code}/${list}`, '<account><account_code>x</account_code></account>');
    expect([other.status, findings(other.xml)]).toEqual([422, [`${root}.account.account_code immutable`]]);
    expect((await post(`/v2/accounts/${fresh('unknown')}/${list}`)).status).toBe(404);
    await expectBooksToClose(service(), code);
  });

  it('sends whole records to actions, which use what they need', async () => {
    const shop = await openShop(service());
    const code = await shop.account();
    const uuid = await shop.subscribe(code, await shop.plan());
    const write = (one: NonNullable<Awaited<ReturnType<typeof shop.subscription>>>): string =>
      `<${one.name}>${one.children.map(write).join('') || one.text.trim()}</${one.name}>`;
    const record = (xml: Parameters<typeof write>[0], name: string, more = '') =>
      `<${name}>${xml.children
        .filter((one) => one.name !== 'a')
        .map(write)
        .join('')}${more}</${name}>`;
    const one = `/v2/subscriptions/${uuid}`;
    const whole = async (more = '') => {
      const shown = await shop.subscription(uuid);
      const kept = shown.children.filter(({ name }) => name !== 'remaining_pause_cycles' && name !== 'customer_notes');
      return record({ ...shown, children: kept }, 'subscription', more);
    };
    const statuses = [
      await shop.api('PUT', `${one}/notes`, await whole('<customer_notes>Hello</customer_notes>')),
      await shop.api('PUT', `${one}/pause`, await whole('<remaining_pause_cycles>1</remaining_pause_cycles>')),
      await shop.api('PUT', `${one}/cancel`, await whole()),
      await shop.api('PUT', `${one}/reactivate`, await whole()),
      await shop.api('PUT', `${one}/terminate`, await whole()),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect(await shop.show(uuid, 'customer_notes')).toEqual(['Hello']);

    const { xml } = await shop.api('GET', `/v2/accounts/${code}/invoices`);
    const invoice = xml?.children[0];
    if (!invoice) throw new Error('no invoice');
    const number = textOf(invoice, 'invoice_number');
    const edited = await shop.api('PUT', `/v2/invoices/${number}`, record(invoice, 'invoice'));
    expect(edited.status, edited.text).toBe(200);
    const refunded = await shop.api(
      'POST',
      `/v2/invoices/${number}/refund`,
      record(
        { ...invoice, children: invoice.children.filter(({ name }) => name !== 'line_items') },
        'invoice',
        '<amount_in_cents>100</amount_in_cents>',
      ),
    );
    expect(refunded.status, refunded.text).toBe(201);
  });

  it('names whom an address is addressed to, which its invoices follow', async () => {
    const code = fresh('addressed');
    const names = '<first_name>Grace</first_name><last_name>Hopper</last_name><company>Navy</company>';
    const address = `<address>${names}<name_on_account>G. Hopper</name_on_account><address1>1 Quay</address1></address>`;
    const made = await api(
      'POST',
      '/v2/accounts',
      `<account><account_code>${code}</account_code><first_name>Ada</first_name>${address}</account>`,
    );
    expect(made.status, made.text).toBe(201);
    const shown = within(made.xml, 'address');
    const parts = ['first_name', 'last_name', 'company', 'name_on_account', 'address1'];
    expect(parts.map((name) => textOf(shown, name))).toEqual(['Grace', 'Hopper', 'Navy', 'G. Hopper', '1 Quay']);
    const posted = await api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${code}</account_code></account><currency>USD</currency><collection_method>manual</collection_method><adjustments><adjustment><unit_amount_in_cents>500</unit_amount_in_cents></adjustment></adjustments></purchase>`,
    );
    const billed = within(posted.xml, 'charge_invoice', 'address');
    expect(
      parts.map((name) => textOf(billed, name)),
      posted.text,
    ).toEqual(['Grace', 'Hopper', 'Navy', 'G. Hopper', '1 Quay']);
    const cleared = await api('PUT', `/v2/accounts/${code}`, '<account><address><city>Cork</city></address></account>');
    expect(within(cleared.xml, 'address')?.children.map(({ name }) => name)).not.toContain('first_name');
  });

  it('may spell codes of plans and add-ons with capitals, but not twice', async () => {
    const code = fresh('Gold');
    const sell = (plan_code: string) =>
      api('POST', '/v2/plans', `<plan><plan_code>${plan_code}</plan_code><name>Gold</name>${PRICE}</plan>`);
    const sold = await sell(code);
    expect([sold.status, textOf(sold.xml, 'plan_code')], sold.text).toEqual([201, code]);
    const other = await sell(code.toLowerCase());
    expect([other.status, findings(other.xml)]).toEqual([422, ['plan.plan_code taken']]);
    expect((await api('GET', `/v2/plans/${code}`)).status).toBe(200);
    expect((await api('GET', `/v2/plans/${code.toLowerCase()}`)).status).toBe(404);
    const extend = (add_on_code: string) =>
      api(
        'POST',
        `/v2/plans/${code}/add_ons`,
        `<add_on><add_on_code>${add_on_code}</add_on_code><name>Rope</name>${PRICE}</add_on>`,
      );
    expect((await extend('Rope')).status).toBe(201);
    expect(findings((await extend('ROPE')).xml)).toEqual(['add_on.add_on_code taken']);
    const renamed = code.toUpperCase();
    const change = (path: string, inner: string) => api('PUT', `/v2/plans/${path}`, `<plan>${inner}</plan>`);
    expect((await change(code, `<plan_code>${renamed}</plan_code>`)).status).toBe(200);
    expect((await api('DELETE', `/v2/plans/${renamed}`)).status).toBe(204);
    expect((await sell(code.toLowerCase())).status).toBe(201);
  });

  it('may give a charge any accounting code that a plan takes', async () => {
    const code = fresh('charged');
    await api('POST', '/v2/accounts', `<account><account_code>${code}</account_code></account>`);
    const made = await api(
      'POST',
      `/v2/accounts/${code}/adjustments`,
      '<adjustment><currency>USD</currency><unit_amount_in_cents>5</unit_amount_in_cents><accounting_code>Sales/4000 A</accounting_code></adjustment>',
    );
    expect([made.status, textOf(made.xml, 'accounting_code')], made.text).toEqual([201, 'Sales/4000 A']);
  });

  describe('that makes coupons', () => {
    const create = (inner: string) =>
      api('POST', '/v2/coupons', `<coupon><coupon_code>${fresh('c')}</coupon_code><name>C</name>${inner}</coupon>`);

    it('learns the form of a template', async () => {
      const bulk = (template: string) =>
        create(
          `<discount_type>percent</discount_type><discount_percent>5</discount_percent><coupon_type>bulk</coupon_type><unique_code_template>${template}</unique_code_template>`,
        );
      const refused = await bulk("'spring-'9999");
      expect([refused.status, findings(refused.xml)]).toEqual([422, ['coupon.unique_code_template invalid']]);
      expect(refused.xml?.children[0]?.text).toMatch(/^is invalid: fixed text in single quotes, .* five places: 9 /);
      expect((await bulk("'spring-'99999")).status).toBe(201);
    });

    it('may send a discount along with a free trial, which has none', async () => {
      const trial =
        '<discount_type>free_trial</discount_type><free_trial_amount>2</free_trial_amount><free_trial_unit>week</free_trial_unit>';
      for (const along of [
        '<discount_percent>0</discount_percent>',
        '<discount_percent>10</discount_percent><discount_in_cents><USD>5</USD></discount_in_cents>',
        '<discount_in_cents><BRL>-1</BRL></discount_in_cents>',
      ]) {
        const made = await create(trial + along);
        expect(made.status, made.text).toBe(201);
        expect(within(made.xml, 'discount_percent')).toBeUndefined();
        expect(within(made.xml, 'discount_in_cents')).toBeUndefined();
      }
    });

    it('finds generated codes at the address without its order', async () => {
      const made = await create(
        "<discount_type>percent</discount_type><discount_percent>5</discount_percent><coupon_type>bulk</coupon_type><unique_code_template>'a'99999</unique_code_template>",
      );
      const path = `/v2/coupons/${textOf(made.xml, 'coupon_code')}/generate`;
      const generate = () => api('POST', path, '<coupon><number_of_unique_codes>3</number_of_unique_codes></coupon>');
      await generate();
      const location = new URL((await generate()).headers.get('location') ?? '');
      const codes = async (url: URL) =>
        (await api('GET', `${url.pathname}${url.search}`)).xml?.children.map((one) => textOf(one, 'coupon_code'));
      const expected = await codes(location);
      const bare = new URL(location);
      for (const name of [...bare.searchParams.keys()])
        if (!['cursor', 'per_page'].includes(name)) bare.searchParams.delete(name);
      expect(expected).toHaveLength(3);
      expect(await codes(bare)).toEqual(expected);
    });
  });

  it('records how its customer was acquired from 2.4 on', async () => {
    const code = fresh('acquired');
    const acquisition = '<account_acquisition><channel>blog</channel></account_acquisition>';
    const make = (version: string, name: string) =>
      api('POST', '/v2/accounts', `<account><account_code>${name}</account_code>${acquisition}</account>`, {
        'X-Api-Version': version,
      });
    expect((await make('2.3', fresh('early'))).status).toBe(400);
    expect((await make('2.4', code)).status).toBe(201);
    const at = (version: string) =>
      api('GET', `/v2/accounts/${code}/acquisition`, undefined, { 'X-Api-Version': version });
    expect(textOf((await at('2.4')).xml, 'channel')).toBe('blog');
    expect((await at('2.3')).status).toBe(400);
  });

  it.each(['2.9', '2.19'])('sees in version %s that a canceled authorization was not paid', async (version) => {
    const buyer = `<account><account_code>${fresh('authorized')}</account_code><email>a@example.com</email>${cardInfo()}</account>`;
    const authorized = await api(
      'POST',
      '/v2/purchases/authorize',
      `<purchase>${buyer}<currency>USD</currency><adjustments><adjustment><unit_amount_in_cents>500</unit_amount_in_cents></adjustment></adjustments></purchase>`,
    );
    expect(authorized.status, authorized.text).toBe(200);
    const transaction = within(authorized.xml, 'charge_invoice', 'transactions')?.children[0];
    const path = `/v2/purchases/transaction-uuid-${textOf(transaction, 'uuid')}/cancel`;
    const canceled = await api('POST', path, undefined, { 'X-Api-Version': version });
    const charge = within(canceled.xml, 'charge_invoice');
    expect([canceled.status, textOf(charge, 'state')]).toEqual([200, 'failed']);
    expect(charge?.children.filter(({ name }) => name === 'a')).toEqual([]);
    const figure = version === '2.9' ? 'amount_remaining_in_cents' : 'balance_in_cents';
    expect(textOf(charge, figure)).toBe('0');
  });

  it('recognizes the check of a card by its origin', async () => {
    const code = fresh('checked');
    await api('POST', '/v2/accounts', `<account><account_code>${code}</account_code>${cardInfo()}</account>`);
    const checks = (await api('GET', `/v2/accounts/${code}/transactions`)).xml?.children ?? [];
    expect(checks.map((one) => [textOf(one, 'action'), textOf(one, 'origin')])).toEqual([
      ['verify', 'api_verify_card'],
    ]);
  });

  it('may repeat what a purchase says in its subscriptions, and not contradict it', async () => {
    const buy = (inner: string) =>
      api(
        'POST',
        '/v2/purchases/preview',
        `<purchase><account><account_code>${fresh('repeating')}</account_code></account><currency>USD</currency><subscriptions><subscription><plan_code>tideline</plan_code>${inner}</subscription></subscriptions></purchase>`,
      );
    expect((await buy('<currency>USD</currency><bulk>true</bulk>')).status).toBe(200);
    expect(findings((await buy('<currency>EUR</currency><coupon_code>x</coupon_code>')).xml)).toEqual([
      'purchase.subscriptions[0].currency invalid',
      'purchase.subscriptions[0].coupon_codes invalid',
    ]);
  });

  it.each([
    'amazon_billing_agreement_id',
    'amazon_region',
    'roku_billing_agreement_id',
    'braintree_payment_nonce',
    'online_banking_payment_type',
    'username',
    'tax_identifier',
    'tax_identifier_type',
  ])('is told that no gateway takes its %s', async (name) => {
    const code = fresh('wallet');
    await api('POST', '/v2/accounts', `<account><account_code>${code}</account_code></account>`);
    const body = `<billing_info><first_name>A</first_name><last_name>B</last_name><account_number>12345678</account_number><${name}>x1-secret-value</${name}></billing_info>`;
    const newest = { 'X-Api-Version': '2.29' };
    const refused = await api('PUT', `/v2/accounts/${code}/billing_info`, body, newest);
    expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([400, 'feature_not_enabled']);
    expect(textOf(refused.xml, 'description')).toContain(name);
    expect(refused.text).not.toContain('x1-secret-value');
    expect((await api('GET', `/v2/accounts/${code}/billing_info`)).status).toBe(404);
  });

  it('may pay for a gift card or a subscription with billing info beside the account', async () => {
    const code = fresh('beside');
    const sold = await api(
      'POST',
      '/v2/subscriptions',
      `<subscription><plan_code>tideline</plan_code><currency>USD</currency><account><account_code>${code}</account_code></account>${cardInfo()}</subscription>`,
    );
    expect(sold.status, sold.text).toBe(201);
    expect((await api('GET', `/v2/accounts/${code}/billing_info`)).status).toBe(200);
  });
});
