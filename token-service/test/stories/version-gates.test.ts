import { expect, it } from 'vitest';
import { fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { DECLINING, invoicing } from './invoicing.ts';
import { cardInfo, openShop } from './subscription-shop.ts';

const at = (version: string) => ({ 'X-Api-Version': version });

onBothEngines('what versions brought', (service) => {
  const { api, put, open, add, post, manual, numberOf, charge } = invoicing(service);
  const links = (invoice: ReturnType<typeof charge>) =>
    (invoice?.children ?? []).filter(({ name }) => name === 'a').map(({ attributes }) => attributes.get('name'));

  it.each([
    ['GET', '/v2/invoices/1/adjustments', '2.5'],
    ['GET', '/v2/invoices/1/transactions', '2.12'],
    ['PUT', '/v2/invoices/1', '2.14'],
    ['PUT', '/v2/invoices/1/apply_credit_balance', '2.29'],
    ['POST', '/v2/purchases/authorize', '2.9'],
  ])('%s %s is there from its version on', async (method, path, since) => {
    const before = `2.${Number(since.slice(2)) - 1}`;
    const body = method === 'GET' ? undefined : '<invoice/>';
    const early = await api(method, path, body, at(before));
    expect([early.status, textOf(early.xml, 'symbol')]).toEqual([400, 'unavailable_in_api_version']);
    expect(textOf(early.xml, 'description')).toContain(since);
    const then = await api(method, path, body, at(since));
    expect(textOf(then.xml, 'symbol')).not.toBe('unavailable_in_api_version');
  });

  it('the lines of an invoice are listed at both addresses', async () => {
    const code = await open('liner');
    await add(code, 700);
    const number = numberOf(await post(code, manual));
    const [lines, older] = await Promise.all(
      ['adjustments', 'line_items'].map((list) => api('GET', `/v2/invoices/${number}/${list}`)),
    );
    expect(lines?.xml?.children.map((line) => textOf(line, 'unit_amount_in_cents'))).toEqual(['700']);
    expect(older?.text).toBe(lines?.text);
  });

  it('an open invoice leads to the use of credit where its account holds some in its currency', async () => {
    const code = await open('saver');
    await add(code, 5000);
    const number = numberOf(await post(code, manual));
    const shown = async (version = '2.29') =>
      links((await api('GET', `/v2/invoices/${number}`, undefined, at(version))).xml);
    expect(await shown()).not.toContain('apply_credit_balance');
    await add(code, -2000, 'EUR');
    await post(code);
    expect(await shown()).not.toContain('apply_credit_balance');
    await add(code, -2000);
    await post(code);
    expect(await shown()).toContain('apply_credit_balance');
    expect(await shown('2.28')).not.toContain('apply_credit_balance');
    const listed = (await api('GET', `/v2/accounts/${code}/invoices?state=pending`, undefined, at('2.29'))).xml;
    expect(links(listed?.children[0])).toContain('apply_credit_balance');
    const paid = await put(number, 'apply_credit_balance', at('2.29'));
    expect([paid.status, textOf(paid.xml, 'balance_in_cents')]).toEqual([200, '3000']);
    expect(await shown()).not.toContain('apply_credit_balance');
  });

  it('a declined payment says the code of the gateway and the advice of the card network', async () => {
    const code = await open('decliner', DECLINING);
    await add(code, 2500);
    const posted = await post(code, undefined, at('2.29'));
    const [payment] = within(charge(posted), 'transactions')?.children ?? [];
    expect(['failure_type', 'gateway_error_codes'].map((name) => textOf(payment, name))).toEqual([
      'declined_saveable',
      textOf(payment, 'transaction_error', 'gateway_error_code'),
    ]);
    expect(textOf(payment, 'transaction_error', 'decline_code')).toBe(textOf(payment, 'gateway_error_codes'));
    const old = await api('GET', `/v2/transactions/${textOf(payment, 'uuid')}`, undefined, at('2.28'));
    expect(within(old.xml, 'transaction_error', 'decline_code')).toBeUndefined();
  });

  it('an account shows its parent, its company under both names, and whether its countries agree', async () => {
    const parent = await open('parent');
    const child = await open(
      'child',
      undefined,
      `<parent_account_code>${parent}</parent_account_code><company>Tideline</company><address><country>US</country></address>${cardInfo()}`,
    );
    const shown = (await api('GET', `/v2/accounts/${child}`)).xml;
    expect(
      ['parent_account_code', 'company_name', 'company', 'vat_location_valid'].map((name) => textOf(shown, name)),
    ).toEqual([parent, 'Tideline', 'Tideline', 'true']);
    expect(within((await api('GET', `/v2/accounts/${parent}`)).xml, 'vat_location_valid')).toBeUndefined();
    await api('PUT', `/v2/accounts/${child}`, '<account><address><country>DE</country></address></account>');
    expect(textOf((await api('GET', `/v2/accounts/${child}`)).xml, 'vat_location_valid')).toBe('false');

    await add(child, 500);
    const [line] = (await api('GET', `/v2/accounts/${child}/adjustments`, undefined, at('2.29'))).xml?.children ?? [];
    expect(within(line, 'bill_for_account')?.attributes.get('href')).toMatch(new RegExp(`/accounts/${child}$`));
  });

  it('a unique code leads to its bulk coupon', async () => {
    const bulk = fresh('bulk');
    const coupon = `<coupon><coupon_code>${bulk}</coupon_code><name>Bulk</name><discount_type>percent</discount_type><discount_percent>10</discount_percent><coupon_type>bulk</coupon_type><unique_code_template>'tide-'xxxx99</unique_code_template></coupon>`;
    await api('POST', '/v2/coupons', coupon);
    await api(
      'POST',
      `/v2/coupons/${bulk}/generate`,
      '<coupon><number_of_unique_codes>1</number_of_unique_codes></coupon>',
    );
    const [unique] = (await api('GET', `/v2/coupons/${bulk}/unique_coupon_codes`)).xml?.children ?? [];
    expect(within(unique, 'bulk_coupon')?.attributes.get('href')).toMatch(new RegExp(`/coupons/${bulk}$`));
    expect(within((await api('GET', `/v2/coupons/${bulk}`)).xml, 'bulk_coupon')).toBeUndefined();
  });

  it('a subscription is answered with its invoices when it is sold and when it changes', async () => {
    const shop = await openShop(service());
    const [plan, account] = [await shop.plan(), await shop.account()];
    const sold = await shop.api(
      'POST',
      '/v2/subscriptions',
      `<subscription><plan_code>${plan}</plan_code><currency>USD</currency><account><account_code>${account}</account_code></account></subscription>`,
      at('2.29'),
    );
    const total = (answer: typeof sold) =>
      textOf(within(answer.xml, 'invoice_collection', 'charge_invoice'), 'total_in_cents');
    expect([sold.status, total(sold)]).toEqual([201, '3000']);
    const uuid = textOf(sold.xml, 'uuid');
    const change = (body: string) =>
      shop.api('PUT', `/v2/subscriptions/${uuid}`, `<subscription>${body}</subscription>`, at('2.29'));
    expect(within((await change('<po_number>PO 7</po_number>')).xml, 'invoice_collection')).toBeUndefined();
    await shop.travel(
      new Date(Date.parse(textOf(sold.xml, 'current_period_started_at') ?? '') + 15 * 86_400_000).toISOString(),
    );
    const changed = await change('<quantity>2</quantity>');
    expect(changed.status, changed.text).toBe(200);
    const [line] = within(changed.xml, 'invoice_collection', 'charge_invoice', 'line_items')?.children ?? [];
    const rate = Number(textOf(line, 'proration_rate'));
    // Of a month of 30 or 31 days, half is left; 3000 for the second unit.
    expect(rate).toBeGreaterThan(0.49);
    expect(rate).toBeLessThan(0.52);
    expect(Number(textOf(line, 'total_in_cents'))).toBe(Math.round(3000 * rate));
    const [whole] = within(sold.xml, 'invoice_collection', 'charge_invoice', 'line_items')?.children ?? [];
    expect(within(whole, 'proration_rate')).toBeUndefined();
  });

  it('nil billing cycles renew for ever from 2.6 on, whatever the plan says', async () => {
    const shop = await openShop(service());
    const plan = await shop.plan('<total_billing_cycles>3</total_billing_cycles>');
    const cycles = async (inner: string, version: string) => {
      const account = await shop.account();
      const sold = await shop.api(
        'POST',
        '/v2/subscriptions',
        `<subscription><plan_code>${plan}</plan_code><currency>USD</currency><account><account_code>${account}</account_code></account>${inner}</subscription>`,
        at(version),
      );
      return [sold.status, textOf(sold.xml, 'total_billing_cycles')];
    };
    const nil = '<total_billing_cycles nil="nil"/>';
    expect(await cycles(nil, '2.6')).toEqual([201, '']);
    expect(await cycles(nil, '2.5')).toEqual([201, '3']);
    expect(await cycles('', '2.29')).toEqual([201, '3']);
  });
});
