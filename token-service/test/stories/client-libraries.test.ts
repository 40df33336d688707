import { siteTime } from '@service/billing/resources/site.ts';
import { defineCustomField } from '@service/billing/usecases/custom-fields/define-custom-field.ts';
import { removeCustomField } from '@service/billing/usecases/custom-fields/remove-custom-field.ts';
import { describe, expect, it } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { findings, fresh, type TestService, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { invoicing } from './invoicing.ts';

/** Parts that client libraries of the XML API add to requests by themselves. */
onBothEngines('a client library', (service) => {
  const api: TestService['api'] = (...asked) => service().api(...asked);
  const usd = '<currency>USD</currency>';
  const card = async (fields = {}) =>
    `<billing_info><token_id>${await service().token({ country: 'US', postal_code: '94105', ...fields })}</token_id></billing_info>`;
  const account = (code: string, inner = '') => `<account><account_code>${code}</account_code>${inner}</account>`;
  const charge = (cents: number) =>
    `<adjustments><adjustment><unit_amount_in_cents>${cents}</unit_amount_in_cents></adjustment></adjustments>`;
  const childText = (parent: ReturnType<typeof within>) =>
    Object.fromEntries((parent?.children ?? []).map(({ name, text }) => [name, text.trim()]));
  const echoed = (xml: ReturnType<typeof within>, name: string): string => {
    const write = (one: NonNullable<typeof xml>): string =>
      `<${one.name}>${one.children.map(write).join('') || one.text.trim()}</${one.name}>`;
    const found = within(xml, name);
    if (!found) throw new Error(`no ${name}`);
    return write(found);
  };

  describe('that repeats the currency', () => {
    const gift = (currency: string) =>
      `<gift_card><redemption_code>demogiftusd00100</redemption_code><currency>${currency}</currency></gift_card>`;

    it('of an invoice may enter an offline payment, and is refused with another currency', async () => {
      const { open, add, post, manual, numberOf } = invoicing(service);
      const code = await open('guild');
      await add(code, 700);
      const path = `/v2/invoices/${numberOf(await post(code, manual))}/transactions`;
      const enter = (currency: string) =>
        api(
          'POST',
          path,
          `<transaction><payment_method>check</payment_method><currency>${currency}</currency></transaction>`,
        );
      const other = await enter('EUR');
      expect([other.status, findings(other.xml)]).toEqual([422, ['transaction.currency invalid_currency']]);
      const same = await enter('USD');
      expect([same.status, textOf(same.xml, 'currency')]).toEqual([201, 'USD']);
    });

    it('of a purchase may redeem a gift card', async () => {
      const buy = (currency: string) =>
        api(
          'POST',
          '/v2/purchases/preview',
          `<purchase>${account(fresh('gifted'))}${usd}${charge(500)}${gift(currency)}</purchase>`,
        );
      expect((await buy('USD')).status).toBe(200);
      const other = await buy('EUR');
      expect([other.status, findings(other.xml)]).toEqual([422, ['purchase.gift_card.currency invalid_currency']]);
    });

    it('of a subscription may redeem a gift card', async () => {
      const subscribe = (currency: string) =>
        api(
          'POST',
          '/v2/subscriptions/preview',
          `<subscription><plan_code>tideline</plan_code>${usd}${account(fresh('gifted'))}${gift(currency)}</subscription>`,
        );
      expect((await subscribe('USD')).status).toBe(200);
      const other = await subscribe('EUR');
      expect([other.status, findings(other.xml)]).toEqual([422, ['subscription.gift_card.currency invalid_currency']]);
    });

    it('may send one with a coupon, where it says nothing', async () => {
      const code = fresh('Spring');
      const made = await api(
        'POST',
        '/v2/coupons',
        `<coupon><coupon_code>${code}</coupon_code><name>Spring</name><discount_type>dollars</discount_type><discount_in_cents><EUR>5</EUR></discount_in_cents>${usd}</coupon>`,
      );
      expect(made.status, made.text).toBe(201);
      expect(within(made.xml, 'currency')).toBeUndefined();
      const changed = await api('PUT', `/v2/coupons/${code}`, `<coupon><name>Summer</name>${usd}</coupon>`);
      expect([changed.status, textOf(changed.xml, 'name')]).toEqual([200, 'Summer']);
    });
  });

  describe('that sends empty members', () => {
    it.each(['2.2', '2.19'])('may say in version %s that the price of a plan is fixed', async (version) => {
      const headers = { 'X-Api-Version': version };
      const code = fresh('plan');
      const plan = (model: string) =>
        `<plan><plan_code>${code}</plan_code><name>Tide</name><pricing_model>${model}</pricing_model>
         <unit_amount_in_cents><USD>5</USD></unit_amount_in_cents><setup_fee_in_cents/></plan>`;
      const other = await api('POST', '/v2/plans', plan('ramp'), headers);
      expect([other.status, findings(other.xml)]).toEqual([
        422,
        ['plan.unit_amount_in_cents invalid', 'plan.ramp_intervals empty'],
      ]);
      const made = await api('POST', '/v2/plans', plan('fixed'), headers);
      expect(made.status, made.text).toBe(201);
      expect(within(made.xml, 'pricing_model')).toBeUndefined();
      const renamed = '<plan><name>Ebb</name><pricing_model>fixed</pricing_model></plan>';
      expect((await api('PUT', `/v2/plans/${code}`, renamed, headers)).status).toBe(200);
    });

    it('changes no price and no fee of a plan with an empty map', async () => {
      const code = fresh('plan');
      const prices =
        '<unit_amount_in_cents><USD>900</USD></unit_amount_in_cents><setup_fee_in_cents><USD>50</USD></setup_fee_in_cents>';
      await api('POST', '/v2/plans', `<plan><plan_code>${code}</plan_code><name>Tide</name>${prices}</plan>`);
      const empty = '<plan><name>Ebb</name><unit_amount_in_cents/><setup_fee_in_cents></setup_fee_in_cents></plan>';
      const changed = await api('PUT', `/v2/plans/${code}`, empty);
      expect(changed.status, changed.text).toBe(200);
      expect(textOf(changed.xml, 'name')).toBe('Ebb');
      expect(childText(within(changed.xml, 'unit_amount_in_cents'))).toEqual({ USD: '900' });
      expect(childText(within(changed.xml, 'setup_fee_in_cents'))).toEqual({ USD: '50' });
    });

    it('cannot remove the tiers of an add-on that is priced by them with an empty list', async () => {
      const code = fresh('plan');
      await api(
        'POST',
        '/v2/plans',
        `<plan><plan_code>${code}</plan_code><name>Tide</name><unit_amount_in_cents><USD>5</USD></unit_amount_in_cents></plan>`,
      );
      const tiersKnown = { 'X-Api-Version': '2.26' };
      const made = await api(
        'POST',
        `/v2/plans/${code}/add_ons`,
        `<add_on><add_on_code>rope</add_on_code><name>Rope</name><tier_type>tiered</tier_type>
         <tiers><tier><unit_amount_in_cents><USD>7</USD></unit_amount_in_cents></tier></tiers><unit_amount_in_cents/></add_on>`,
        tiersKnown,
      );
      expect(made.status, made.text).toBe(201);
      const refused = await api(
        'PUT',
        `/v2/plans/${code}/add_ons/rope`,
        '<add_on><name>Line</name><tiers/></add_on>',
        tiersKnown,
      );
      expect([refused.status, findings(refused.xml)]).toEqual([422, ['add_on.tiers empty']]);
      const flat = '<add_on><add_on_code>line</add_on_code><name>Line</name><tiers/>';
      const price = '<unit_amount_in_cents><USD>7</USD></unit_amount_in_cents></add_on>';
      expect((await api('POST', `/v2/plans/${code}/add_ons`, flat + price)).status).toBe(201);
    });

    it('makes an account without custom fields and with an address of nil members', async () => {
      const empty =
        '<custom_fields type="array"/><address><address1 nil="nil"/><city nil="nil"/><country nil="nil"/></address>';
      const made = await api('POST', '/v2/accounts', account(fresh('empty'), empty));
      expect(made.status, made.text).toBe(201);
    });

    it('subscribes without add-ons and custom fields', async () => {
      const seen = await api(
        'POST',
        '/v2/subscriptions/preview',
        `<subscription><plan_code>tideline</plan_code>${usd}${account(fresh('empty'))}<unit_amount_in_cents nil="nil"/>
         <subscription_add_ons/><custom_fields/></subscription>`,
      );
      expect(seen.status, seen.text).toBe(200);
    });
  });

  describe('that sends unchanged members back', () => {
    it('may repeat what a coupon was created with, and nothing else of it', async () => {
      const code = fresh('Spring');
      const made = await api(
        'POST',
        '/v2/coupons',
        `<coupon><coupon_code>${code}</coupon_code><name>Spring</name><discount_type>dollars</discount_type>
         <discount_in_cents><USD>500</USD><EUR>450</EUR></discount_in_cents><applies_for_months>3</applies_for_months>
         <applies_to_all_plans>false</applies_to_all_plans><plan_codes><plan_code>tideline</plan_code><plan_code>tideline-trial</plan_code></plan_codes></coupon>`,
      );
      expect(made.status, made.text).toBe(201);
      const names = [
        'coupon_code',
        'discount_type',
        'discount_in_cents',
        'single_use',
        'applies_for_months',
        'plan_codes',
      ];
      const same = names.map((name) => echoed(made.xml, name)).join('');
      const changed = await api('PUT', `/v2/coupons/${code}`, `<coupon><name>Summer</name>${same}</coupon>`);
      expect(changed.status, changed.text).toBe(200);
      expect(textOf(changed.xml, 'name')).toBe('Summer');
      expect(echoed(changed.xml, 'plan_codes')).toBe(echoed(made.xml, 'plan_codes'));

      for (const [other, tag] of [
        ['<plan_codes><plan_code>tideline</plan_code></plan_codes>', 'plan_codes'],
        ['<discount_in_cents><USD>1</USD><EUR>450</EUR></discount_in_cents>', 'discount_in_cents'],
      ]) {
        const refused = await api('PUT', `/v2/coupons/${code}`, `<coupon>${other}</coupon>`);
        expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([400, 'attributes_not_allowed']);
        expect(textOf(refused.xml, 'description')).toContain(tag);
      }
    });

    it('may repeat prices and custom fields that the site no longer has', async () => {
      const site = await service().service.opened.sites.find('demo');
      if (!site) throw new Error('no demo site');
      const { currencies } = site;
      const world = openWorld(service().clock);
      const deps = { storage: service().service.opened.storage, world };
      const caller = { site, at: siteTime(site, world.clock), actor: 'command line', correlation: 'test' };
      await service().changeDemoSite({ currencies: [...currencies, 'BRL'] });
      await defineCustomField(deps)(caller, 'account', 'inseam', {});
      const [plan, buyer] = [fresh('rio'), fresh('ada')];
      const prices = (brl: number) =>
        `<unit_amount_in_cents><USD>9</USD><BRL>${brl}</BRL></unit_amount_in_cents><setup_fee_in_cents><BRL>${brl}</BRL></setup_fee_in_cents>`;
      const addOn = (brl: number) => `<name>Rope</name><unit_amount_in_cents><BRL>${brl}</BRL></unit_amount_in_cents>`;
      const inseam = (value: string) =>
        `<custom_fields><custom_field><name>inseam</name><value>${value}</value></custom_field></custom_fields>`;
      const made = [
        await api('POST', '/v2/plans', `<plan><plan_code>${plan}</plan_code><name>Rio</name>${prices(8)}</plan>`),
        await api('POST', `/v2/plans/${plan}/add_ons`, `<add_on><add_on_code>rope</add_on_code>${addOn(8)}</add_on>`),
        await api('POST', '/v2/accounts', account(buyer, inseam('L'))),
      ];
      expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
      await service().changeDemoSite({ currencies });
      await removeCustomField(deps)(caller, 'account', 'inseam');

      const change = async (brl: number, value: string) => [
        await api('PUT', `/v2/plans/${plan}`, `<plan><name>Ebb</name>${prices(brl)}</plan>`),
        await api('PUT', `/v2/plans/${plan}/add_ons/rope`, `<add_on>${addOn(brl)}</add_on>`),
        await api('PUT', `/v2/accounts/${buyer}`, `<account><username>ada</username>${inseam(value)}</account>`),
      ];
      expect((await change(8, 'L')).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await change(7, 'M')).map(({ xml }) => findings(xml))).toEqual([
        ['plan.unit_amount_in_cents.BRL inclusion', 'plan.setup_fee_in_cents.BRL inclusion'],
        ['add_on.unit_amount_in_cents.BRL inclusion'],
        ['account.custom_fields[0].name invalid'],
      ]);
    });
  });

  it('reads which currency of a map the site does not sell in', async () => {
    const plan = await api(
      'POST',
      '/v2/plans',
      `<plan><plan_code>${fresh('rio')}</plan_code><name>Rio</name>
       <unit_amount_in_cents><USD>5</USD><BRL>9</BRL></unit_amount_in_cents><setup_fee_in_cents><BRL>1</BRL></setup_fee_in_cents></plan>`,
    );
    expect([plan.status, findings(plan.xml)]).toEqual([
      422,
      ['plan.unit_amount_in_cents.BRL inclusion', 'plan.setup_fee_in_cents.BRL inclusion'],
    ]);
    expect(plan.xml?.children[0]?.text).toBe('is not included in the list');
    const coupon = await api(
      'POST',
      '/v2/coupons',
      `<coupon><coupon_code>${fresh('rio')}</coupon_code><name>Rio</name><discount_type>dollars</discount_type><discount_in_cents><BRL>9</BRL></discount_in_cents></coupon>`,
    );
    expect([coupon.status, findings(coupon.xml)]).toEqual([422, ['coupon.discount_in_cents.BRL inclusion']]);
  });

  it.each([
    ['/v2/plans', (map: string) => `<plan><plan_code>${fresh('odd')}</plan_code><name>Odd</name>${map}</plan>`, 'plan'],
    [
      '/v2/plans/tideline/add_ons',
      (map: string) => `<add_on><add_on_code>${fresh('odd')}</add_on_code><name>Odd</name>${map}</add_on>`,
      'add_on',
    ],
  ])('reads which code of a map is no currency, at %s', async (path, body, root) => {
    const answer = await api('POST', path, body('<unit_amount_in_cents><USDX>5</USDX></unit_amount_in_cents>'));
    expect([answer.status, findings(answer.xml)]).toEqual([422, [`${root}.unit_amount_in_cents.USDX inclusion`]]);
  });

  it('reads which code of a discount is no currency', async () => {
    const answer = await api(
      'POST',
      '/v2/coupons',
      `<coupon><coupon_code>${fresh('odd')}</coupon_code><name>Odd</name><discount_type>dollars</discount_type><discount_in_cents><usd>5</usd></discount_in_cents></coupon>`,
    );
    expect([answer.status, findings(answer.xml)]).toEqual([422, ['coupon.discount_in_cents.usd inclusion']]);
  });

  describe('reads of a decline', () => {
    const fieldError = (xml: ReturnType<typeof within>) => {
      const error = xml?.children.find(({ name }) => name === 'error');
      return [error?.attributes.get('field'), error?.attributes.get('symbol'), error?.text];
    };
    const names = (xml: ReturnType<typeof within>) => xml?.children.map(({ name }) => name);

    it.each([
      ['/v2/purchases', '4000000000000077', 'There are not enough funds for this payment. Try another card.'],
      ['/v2/purchases/authorize', '4000000000000101', 'The security code is wrong. Check it and try again.'],
    ])('that the payment of %s was declined, on the purchase', async (path, number, text) => {
      const sold = await api(
        'POST',
        path,
        `<purchase>${account(fresh('declined'), await card({ number }))}${usd}${charge(500)}</purchase>`,
      );
      expect(sold.status).toBe(422);
      expect(names(sold.xml)).toEqual(['transaction_error', 'error', 'transaction']);
      expect(fieldError(sold.xml)).toEqual(['purchase.base', 'declined', text]);
    });

    it('that there is nothing to pay with, on the purchase', async () => {
      const sold = await api(
        'POST',
        '/v2/purchases',
        `<purchase>${account(fresh('poor'))}${usd}${charge(500)}</purchase>`,
      );
      expect(names(sold.xml)).toEqual(['transaction_error', 'error']);
      expect(fieldError(sold.xml)).toEqual(['purchase.base', 'declined', 'Add a payment method first.']);
    });
  });

  it('reads that a refund was declined, on the invoice', async () => {
    const sold = await api(
      'POST',
      '/v2/purchases',
      `<purchase>${account(fresh('refunded'), await card({ number: '4000000000002024' }))}${usd}${charge(500)}</purchase>`,
    );
    expect(sold.status, sold.text).toBe(200);
    const number = textOf(sold.xml, 'charge_invoice', 'invoice_number');
    const path = `/v2/invoices/${number}/refund`;
    const refused = await api('POST', path, '<invoice><amount_in_cents>100</amount_in_cents></invoice>');
    expect(refused.status, refused.text).toBe(422);
    const code = textOf(refused.xml, 'transaction_error', 'error_code');
    const error = within(refused.xml, 'error');
    expect([error?.attributes.get('field'), error?.attributes.get('symbol'), error?.text]).toEqual([
      'invoice.base',
      code,
      textOf(refused.xml, 'transaction_error', 'customer_message'),
    ]);
    expect(code).not.toBe('declined');
  });

  it('reads that an account has used a coupon up, on the coupon', async () => {
    const code = fresh('Once');
    const made = await api(
      'POST',
      '/v2/coupons',
      `<coupon><coupon_code>${code}</coupon_code><name>Once</name><discount_type>percent</discount_type><discount_percent>5</discount_percent>
       <duration>single_use</duration><max_redemptions_per_account>1</max_redemptions_per_account>
       <applies_to_non_plan_charges>true</applies_to_non_plan_charges></coupon>`,
    );
    expect(made.status, made.text).toBe(201);
    const buyer = fresh('buyer');
    const info = await card();
    const buy = (inner = '') =>
      api(
        'POST',
        '/v2/purchases',
        `<purchase>${account(buyer, inner)}${usd}${charge(500)}<coupon_codes><coupon_code>${code}</coupon_code></coupon_codes></purchase>`,
      );
    expect((await buy(info)).status).toBe(200);
    const again = await buy();
    expect([again.status, findings(again.xml)]).toEqual([422, ['coupon.base maxed_out_for_account']]);
    expect(again.xml?.children[0]?.text).toBe('Coupon has reached max redemptions for this account');
  });

  it.each([
    ['/v2/purchases/preview', '2.9'],
    ['/v2/purchases/preview', '2.19'],
    ['/v2/subscriptions/preview', '2.9'],
    ['/v2/subscriptions/preview', '2.19'],
  ])('reads nil transactions from %s in version %s', async (path, version) => {
    const who = account(fresh('curious'));
    const body = path.includes('purchases')
      ? `<purchase>${who}${usd}${charge(500)}</purchase>`
      : `<subscription>${who}${usd}<plan_code>tideline</plan_code></subscription>`;
    const seen = await api('POST', path, body, { 'X-Api-Version': version });
    expect(seen.status, seen.text).toBe(200);
    expect(seen.text.match(/<transactions.*/g)).toEqual(['<transactions nil="nil"/>']);
  });
});
