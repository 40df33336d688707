import { describe, expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

onBothEngines('purchases', (service) => {
  const post = (path: string, inner: string, headers: Record<string, string> = {}) =>
    service().api('POST', path, `<purchase>${inner}</purchase>`, headers);
  const buy = (inner: string, headers?: Record<string, string>) => post('/v2/purchases', inner, headers);
  const preview = (inner: string) => post('/v2/purchases/preview', inner);
  const get = async (path: string) => (await service().api('GET', path)).xml;

  const account = (code: string, inner = '') => `<account><account_code>${code}</account_code>${inner}</account>`;
  const card = async (fields = {}) =>
    `<billing_info><token_id>${await service().token({ country: 'US', postal_code: '94105', ...fields })}</token_id></billing_info>`;
  const plan = (code: string, inner = '') =>
    `<subscriptions><subscription><plan_code>${code}</plan_code>${inner}</subscription></subscriptions>`;
  const charge = (cents: number, inner = '') =>
    `<adjustments><adjustment><unit_amount_in_cents>${cents}</unit_amount_in_cents><description>Oilskins</description>${inner}</adjustment></adjustments>`;
  const usd = '<currency>USD</currency>';
  const coupons = (...codes: string[]) =>
    `<coupon_codes>${codes.map((code) => `<coupon_code>${code}</coupon_code>`).join('')}</coupon_codes>`;

  const charged = (answer: Awaited<ReturnType<typeof buy>>) => within(answer.xml, 'charge_invoice');
  const sums = (invoice: ReturnType<typeof charged>) =>
    Object.fromEntries(
      ['subtotal_before_discount', 'discount', 'subtotal', 'tax', 'total', 'balance'].map((name) => [
        name,
        Number(textOf(invoice, `${name}_in_cents`)),
      ]),
    );

  it('by a new customer with a token create one invoice, paid by one transaction', async () => {
    const code = fresh('buyer');
    const wanted = `${account(code, await card())}${usd}${plan('tideline')}${charge(1250)}`;
    const sold = await buy(wanted);
    expect(sold.status, sold.text).toBe(200);
    const invoice = charged(sold);
    expect(textOf(invoice, 'state')).toBe('paid');
    // 12.50, 5.00 of setup fee and 19.99, with 8.75 % of California's tax: 328.0375 cents.
    expect(sums(invoice)).toEqual({
      subtotal_before_discount: 3749,
      discount: 0,
      subtotal: 3749,
      tax: 328,
      total: 4077,
      balance: 0,
    });
    const origins = within(invoice, 'line_items')?.children.map((line) => textOf(line, 'origin'));
    expect(origins).toEqual(['debit', 'setup_fee', 'plan']);
    const transactions = within(invoice, 'transactions')?.children ?? [];
    expect(transactions.map((one) => textOf(one, 'amount_in_cents'))).toEqual(['4077']);

    const href = invoice?.attributes.get('href') ?? '';
    expect(await get(new URL(href).pathname)).toMatchObject({ name: 'invoice' });
    const subscription = (await get(`/v2/accounts/${code}/subscriptions`))?.children[0];
    expect(textOf(subscription, 'state')).toBe('active');
    expect(textOf(subscription, 'current_period_ends_at')).toBe('2026-12-20T12:00:00Z');
    expect(textOf(await get(`/v2/accounts/${code}/billing_info`), 'last_four')).toBe('1111');
    expect(service().gatewayCalls.at(-1)).toMatchObject({ action: 'purchase', answer: { amount_in_cents: 4077 } });
  });

  it('equal their preview to the cent, and a preview creates no records', async () => {
    const code = fresh('previewer');
    const wanted = (info: string) =>
      `${account(code, info)}${usd}${plan('tideline', '<quantity>3</quantity>')}${charge(999)}${coupons('TIDE15')}`;
    const token = await card();
    const seen = await preview(wanted(token));
    expect(seen.status, seen.text).toBe(200);
    expect(textOf(charged(seen), 'invoice_number')).toBe('');
    expect((await service().api('GET', `/v2/accounts/${code}`)).status).toBe(404);
    const sold = await buy(wanted(token));
    expect(sold.status, sold.text).toBe(200);
    const { balance: _, ...previewed } = sums(charged(seen));
    const { balance: __, ...bought } = sums(charged(sold));
    expect(bought).toEqual(previewed);
  });

  it('create nothing but the declined transaction when the payment is declined', async () => {
    const code = fresh('declined');
    const sold = await buy(
      `${account(code, await card({ number: '4000000000000077' }))}${usd}${plan('tideline')}${coupons('TIDE15')}`,
    );
    expect(sold.status).toBe(422);
    expect(textOf(sold.xml, 'transaction_error', 'error_code')).toBe('insufficient_funds');
    expect(textOf(sold.xml, 'transaction', 'status')).toBe('declined');
    expect((await service().api('GET', `/v2/accounts/${code}`)).status).toBe(404);
    const uuid = textOf(sold.xml, 'transaction', 'uuid');
    const listed = await get(`/v2/transactions/${uuid}`);
    expect(textOf(listed, 'status')).toBe('failed');
    expect(within(listed, 'account')).toBeUndefined();
    // The same order succeeds at once with another card.
    const again = await buy(`${account(code, await card())}${usd}${plan('tideline')}${coupons('TIDE15')}`);
    expect(again.status, again.text).toBe(200);
  });

  it('are rejected without a payment method and change nothing', async () => {
    const code = fresh('penniless');
    const sold = await buy(`${account(code)}${usd}${charge(500)}`);
    expect(sold.status).toBe(422);
    expect(textOf(sold.xml, 'transaction_error', 'error_code')).toBe('no_billing_information');
    expect((await service().api('GET', `/v2/accounts/${code}`)).status).toBe(404);
  });

  it('use a gift card last and keep its remaining balance as credit', async () => {
    const code = fresh('gifted');
    const gift = '<gift_card><redemption_code>demogiftusd00100</redemption_code></gift_card>';
    const sold = await buy(`${account(code)}${usd}${charge(4000)}${gift}`);
    expect(sold.status, sold.text).toBe(200);
    expect(sums(charged(sold))).toMatchObject({ total: 4000, balance: 0 });
    const credit = within(sold.xml, 'credit_invoices')?.children[0];
    expect(textOf(credit, 'origin')).toBe('gift_card');
    expect(textOf(credit, 'balance_in_cents')).toBe('-6000');
    expect(textOf(within(await get(`/v2/accounts/${code}/balance`), 'balance_in_cents', 'USD'))).toBe('-6000');
    const again = await buy(`${account(fresh('second'))}${usd}${charge(4000)}${gift}`);
    expect(findings(again.xml)).toEqual(['purchase.gift_card.redemption_code invalid']);
    // The remaining credit pays for the next purchase.
    const next = await buy(`${account(code)}${usd}${charge(2500)}`);
    expect(next.status, next.text).toBe(200);
    expect(textOf(within(await get(`/v2/accounts/${code}/balance`), 'balance_in_cents', 'USD'))).toBe('-3500');
  });

  it('report every validation error', async () => {
    const wrong = await buy(
      `${account(fresh('wrong'), await card())}<currency>CHF</currency>${plan('nothing')}${charge(-5, '<credit_reason_code>refund</credit_reason_code><quantity>0</quantity>')}${coupons('NOSUCH')}`,
    );
    expect(findings(wrong.xml).toSorted()).toEqual(
      [
        'purchase.adjustments[0].quantity greater_than_or_equal_to',
        'purchase.coupon_codes[0] invalid',
        'purchase.currency inclusion',
        'purchase.subscriptions[0].plan_code invalid',
      ].toSorted(),
    );
    expect(findings((await buy(`${account(fresh('empty'))}${usd}<adjustments/><subscriptions/>`)).xml)).toEqual([
      'purchase.base blank',
    ]);
  });

  it('report an invalid currency or payment method only once', async () => {
    const code = fresh('once');
    const wrong = await buy(`${account(code, await card())}<currency>CHF</currency>${plan('tideline')}`);
    expect(findings(wrong.xml)).toEqual(['purchase.currency inclusion']);
    const mistyped = '<billing_info><number>4111111111111112</number><month>1</month><year>2030</year></billing_info>';
    expect(findings((await buy(`${account(code, mistyped)}${usd}${charge(5)}`)).xml)).toEqual([
      'purchase.account.billing_info.number invalid',
    ]);
    expect(
      findings(
        (await buy(`${account(code, '<billing_info><first_name>Ada</first_name></billing_info>')}${usd}${charge(5)}`))
          .xml,
      ),
    ).toEqual(['purchase.account.billing_info.number blank']);
  });

  it('need a plan with a price in their currency, whatever the payment method', async () => {
    const single = await service().api(
      'POST',
      '/v2/plans',
      `<plan><plan_code>${fresh('dollars')}</plan_code><name>Dollars</name><unit_amount_in_cents><USD>100</USD></unit_amount_in_cents></plan>`,
    );
    const wanted = plan(textOf(single.xml, 'plan_code') ?? '', '<unit_amount_in_cents>90</unit_amount_in_cents>');
    const priced = (currency: string) =>
      preview(`${account(fresh('abroad'))}<currency>${currency}</currency>${wanted}`);
    expect(findings((await priced('EUR')).xml)).toEqual(['purchase.currency invalid_currency']);
    expect((await priced('USD')).status).toBe(200);
  });

  it('redeem at most 100 coupon codes, and look up none of more', async () => {
    const codes = (count: number) =>
      `<coupon_codes>${'<coupon_code>UNKNOWN</coupon_code>'.repeat(count)}</coupon_codes>`;
    const seen = async (count: number) =>
      findings(
        (await post('/v2/purchases/preview', `${account(fresh('coupons'))}${usd}${charge(500)}${codes(count)}`)).xml,
      );
    expect(await seen(101)).toEqual(['purchase.coupon_codes too_many']);
    expect((await seen(100)).slice(-1)).toEqual(['purchase.coupon_codes[99] invalid']);
  });

  describe('by version', () => {
    const at = (version: string) => ({ 'X-Api-Version': version });

    it('are accepted in each version', async () => {
      for (const version of ['2.2', '2.5', '2.7', '2.19']) {
        const wanted = `${account(fresh('versed'), await card())}${usd}${charge(500, '<product_code>OIL</product_code>')}`;
        const seen = await post('/v2/purchases/preview', wanted, at(version));
        expect([seen.status, seen.xml?.name], version).toEqual([200, 'invoice_collection']);
        const sold = await buy(wanted, at(version));
        expect(sold.status, sold.text).toBe(200);
        expect(textOf(charged(sold), 'updated_at')).toBe(textOf(charged(sold), 'created_at'));
      }
    });

    it('create one subscription until 2.7', async () => {
      const two = '<subscription><plan_code>tideline</plan_code></subscription>'.repeat(2);
      const wanted = `${account(fresh('two'))}${usd}<subscriptions>${two}</subscriptions>`;
      expect(findings((await post('/v2/purchases/preview', wanted, at('2.7'))).xml)).toEqual([
        'purchase.subscriptions too_many',
      ]);
      expect((await post('/v2/purchases/preview', wanted, at('2.8'))).status).toBe(200);
    });

    it('may repeat the currency on a charge until 2.7, but not a different one', async () => {
      const wanted = (currency: string) =>
        `${account(fresh('again'))}${usd}${charge(500, `<currency>${currency}</currency>`)}`;
      const seen = (currency: string, version: string) => post('/v2/purchases/preview', wanted(currency), at(version));
      expect((await seen('USD', '2.7')).status).toBe(200);
      expect(findings((await seen('EUR', '2.7')).xml)).toEqual(['purchase.adjustments[0].currency invalid_currency']);
      expect(textOf((await seen('USD', '2.8')).xml, 'symbol')).toBe('invalid_xml');
    });
  });

  describe('of a trial', () => {
    it('charge the setup fee alone and show the waived amount', async () => {
      const sold = await buy(`${account(fresh('trial'), await card())}${usd}${plan('tideline-trial')}`);
      expect(sold.status, sold.text).toBe(200);
      const lines = within(charged(sold), 'line_items')?.children ?? [];
      expect(lines.map((line) => textOf(line, 'origin'))).toContain('plan_trial');
    });
  });

  it('collected manually are invoiced and stay pending', async () => {
    const code = fresh('guild');
    const sold = await buy(
      `${account(code)}${usd}${charge(5000)}<collection_method>manual</collection_method><net_terms>30</net_terms><po_number>PO 7</po_number>`,
    );
    expect(sold.status, sold.text).toBe(200);
    const invoice = charged(sold);
    expect(textOf(invoice, 'state')).toBe('pending');
    const due = Date.parse(textOf(invoice, 'due_on') ?? '') - Date.parse(textOf(invoice, 'created_at') ?? '');
    expect(due).toBe(30 * 86_400_000);
    expect(textOf(invoice, 'po_number')).toBe('PO 7');
    expect(textOf(await get(`/v2/accounts/${code}/balance`), 'past_due')).toBe('false');
  });
});
