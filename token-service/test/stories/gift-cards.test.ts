import { describe, expect, it } from 'vitest';
import { DEMO_KEYS } from '../../seed/demo.ts';
import { findings, fresh, type TestService, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

onBothEngines('gift cards', (service) => {
  const api: TestService['api'] = (...asked) => service().api(...asked);

  it('are listed with their gifters and looked up by number', async () => {
    const listed = await api('GET', '/v2/gift_cards?order=asc');
    expect(listed.xml?.name).toBe('gift_cards');
    expect(listed.xml?.children.map((card) => textOf(card, 'redemption_code'))).toEqual([
      'DEMOGIFTUSD00020',
      'DEMOGIFTUSD00100',
      'DEMOGIFTEUR00050',
    ]);
    expect((await api('HEAD', '/v2/gift_cards')).headers.get('x-records')).toBe('3');
    const [card] = listed.xml?.children ?? [];
    const shown = await api('GET', `/v2/gift_cards/${textOf(card, 'id')}`);
    expect(shown.xml?.attributes.get('href')).toBe(`${service().apiUrl}/v2/gift_cards/${textOf(card, 'id')}`);
    expect(shown.xml?.children.map(({ name, text }) => [name, text.trim()])).toEqual([
      ['gifter_account', ''],
      ['id', textOf(card, 'id')],
      ['redemption_code', 'DEMOGIFTUSD00020'],
      ['balance_in_cents', ''],
      ['product_code', 'tideline'],
      ['unit_amount_in_cents', '2000'],
      ['currency', 'USD'],
      ['delivery', ''],
      ['created_at', expect.any(String)],
      ['updated_at', expect.any(String)],
      ['delivered_at', expect.stringMatching(/Z$/)],
      ['redeemed_at', ''],
      ['canceled_at', ''],
      ['a', ''],
    ]);
    expect(within(shown.xml, 'gifter_account')?.attributes.get('href')).toBe(
      `${service().apiUrl}/v2/accounts/gift-giver`,
    );
    expect(textOf(shown.xml, 'delivery', 'method')).toBe('email');
    for (const id of ['0', '999', 'DEMOGIFTUSD00020']) {
      expect((await api('GET', `/v2/gift_cards/${id}`)).status, id).toBe(404);
    }
  });

  it.each([
    ['gifter_account_code=gift-giver', '3'],
    ['gifter_account_code=unknown', '0'],
    ['recipient_account_code=gift-giver', '0'],
  ])('filtered by %s return %s', async (filter, count) => {
    expect((await api('HEAD', `/v2/gift_cards?${filter}`)).headers.get('x-records')).toBe(count);
    expect(String((await api('GET', `/v2/gift_cards?${filter}`)).xml?.children.length)).toBe(count);
  });

  describe('preview', () => {
    const WANTED = {
      product_code: 'tideline',
      unit_amount_in_cents: '5000',
      currency: 'EUR',
      gifter_account: '<account_code>gift-giver</account_code>',
      delivery: '<method>email</method><email_address>ada@example.com</email_address>',
    };
    const preview = (changes: Partial<typeof WANTED> = {}, version = '2.19') => {
      const wanted = Object.entries({ ...WANTED, ...changes }).map(([name, inner]) => `<${name}>${inner}</${name}>`);
      return api('POST', '/v2/gift_cards/preview', `<gift_card>${wanted.join('')}</gift_card>`, {
        'X-Api-Version': version,
      });
    };

    it('returns the gift card and its price without creating any record', async () => {
      const { status, xml, text } = await preview({
        delivery: `${WANTED.delivery}<deliver_at>2026-12-24T18:40:00Z</deliver_at><personal_message>Ahoy</personal_message>`,
      });
      expect(status, text).toBe(200);
      expect(xml?.attributes.has('href')).toBe(false);
      for (const name of ['id', 'redemption_code']) expect(within(xml, name)?.attributes.get('nil')).toBe('nil');
      expect([textOf(xml, 'checkout_cost'), textOf(xml, 'unit_amount_in_cents'), textOf(xml, 'currency')]).toEqual([
        '5000',
        '5000',
        'EUR',
      ]);
      expect(textOf(xml, 'delivery', 'deliver_at')).toBe('2026-12-24T18:00:00Z');
      expect(textOf(xml, 'delivery', 'personal_message')).toBe('Ahoy');
      expect(within(xml, 'gifter_account')?.attributes.get('href')).toContain('gift-giver');
      expect((await api('HEAD', '/v2/gift_cards')).headers.get('x-records')).toBe('3');
    });

    it('accepts a new gifter account and discards its card', async () => {
      const code = fresh('new');
      const { status, xml, text } = await preview({
        gifter_account: `<account_code>${code}</account_code><billing_info><number>4111111111111111</number></billing_info>`,
      });
      expect(status, text).toBe(200);
      expect(within(xml, 'gifter_account')).toBeUndefined();
      expect(service().logged.join('')).not.toContain('4111111111111111');
      expect((await api('GET', `/v2/accounts/${code}`)).status).toBe(404);
    });

    it.each<[Partial<typeof WANTED>, string[]]>([
      [{ product_code: 'golden' }, ['gift_card.product_code inclusion']],
      [{ unit_amount_in_cents: '4999' }, ['gift_card.unit_amount_in_cents inclusion']],
      [{ unit_amount_in_cents: 'much' }, ['gift_card.unit_amount_in_cents not_a_number']],
      [{ currency: 'GBP' }, ['gift_card.currency inclusion']],
      [{ currency: '', product_code: '' }, ['gift_card.product_code blank', 'gift_card.currency blank']],
      [{ delivery: '<method>pigeon</method>' }, ['gift_card.delivery.method inclusion']],
      [{ delivery: '<method>email</method>' }, ['gift_card.delivery.email_address blank']],
      [{ delivery: '<method>post</method>' }, ['gift_card.delivery.address blank']],
      [
        { delivery: `${WANTED.delivery}<deliver_at>2026-11-20T12:30:00Z</deliver_at>` },
        ['gift_card.delivery.deliver_at in_past'],
      ],
      [{ gifter_account: '<email>ada@example.com</email>' }, ['gift_card.gifter_account.account_code blank']],
      [
        {
          gifter_account: '<account_code>a</account_code><address><country>Utopia</country></address>',
        },
        ['gift_card.gifter_account.address.country inclusion'],
      ],
    ])('rejects %j with %j', async (changes, expected) => {
      const refused = await preview(changes);
      expect([refused.status, findings(refused.xml)]).toEqual([422, expected]);
    });

    it('limits how far ahead a delivery can be scheduled', async () => {
      const refused = await preview({
        delivery: `${WANTED.delivery}<deliver_at>2026-11-20T12:30:00Z</deliver_at>`,
      });
      expect(textOf(refused.xml, 'error')).toBe('must be in the future by at least an hour');
    });

    it('accepts any text as a country before 2.8', async () => {
      const gifter_account = '<account_code>a</account_code><address><country>Utopia</country></address>';
      expect((await preview({ gifter_account }, '2.7')).status).toBe(200);
    });
  });
});

onBothEngines('coupons and gift cards on the page', (service) => {
  const look = async (path: string, key: string = DEMO_KEYS.public) => {
    const response = await fetch(`${service().browserUrl}/js/v1/${path}${path.includes('?') ? '&' : '?'}key=${key}`);
    return { status: response.status, cache: response.headers.get('Cache-Control'), body: await response.json() };
  };

  it('show only what a shopper may see', async () => {
    const tide = await look('coupons/tide15?plan_codes[0]=tideline&currency=USD');
    expect(tide).toEqual({
      status: 200,
      cache: 'no-store',
      body: {
        code: 'TIDE15',
        name: '15% off, forever',
        discount: { type: 'percent', rate: 0.15, percent: 15 },
        single_use: false,
        duration: 'forever',
        temporal_unit: null,
        temporal_amount: null,
        applies_for_months: null,
        plans: [],
        applies_to_plans: true,
        applies_to_all_plans: true,
        applies_to_non_plan_charges: false,
        redemption_resource: 'account',
      },
    });
    const { body } = await look('coupons/WELCOME5');
    expect(body).toMatchObject({
      single_use: true,
      discount: { type: 'dollars', amount: { USD: 5, JPY: 750 }, amount_in_cents: { USD: 500, JPY: 750 } },
    });
    expect((await look('coupons/FIRSTMONTH')).body).toMatchObject({
      discount: { type: 'free_trial', amount: {} },
      trial: { interval: 'months', length: 1 },
    });
    expect(await look('gift_cards/demogiftusd00020')).toEqual({
      status: 200,
      cache: 'no-store',
      body: { currency: 'USD', unit_amount: 20, unit_amount_in_cents: 2000 },
    });
  });

  it('return 404 once they are not redeemable, and for another site', async () => {
    const code = fresh('once');
    const other = await service().openSite();
    const { api } = service();
    await api('POST', '/v2/accounts', '<account><account_code>shopper</account_code></account>');
    await api(
      'POST',
      '/v2/coupons',
      `<coupon><coupon_code>${code}</coupon_code><name>C</name><discount_type>percent</discount_type><discount_percent>5</discount_percent>
       <coupon_type>bulk</coupon_type><unique_code_template>'u-'xxxxxx</unique_code_template></coupon>`,
    );
    const generated = await api(
      'POST',
      `/v2/coupons/${code}/generate`,
      '<coupon><number_of_unique_codes>1</number_of_unique_codes></coupon>',
    );
    const page = await api('GET', String(generated.headers.get('location')).replace(service().apiUrl, ''));
    const unique = textOf(page.xml?.children[0], 'coupon_code') ?? '';

    expect((await look(`coupons/${unique}`)).body.code).toBe(unique);
    const gone = {
      status: 404,
      cache: 'no-store',
      body: { error: { code: 'not-found', message: expect.any(String) } },
    };
    expect(await look(`coupons/${unique}`, other.publicKey)).toEqual(gone);
    expect(await look('gift_cards/DEMOGIFTUSD00020', other.publicKey)).toEqual(gone);
    expect(await look(`coupons/${code}`)).toEqual(gone);
    const redeemed = await api(
      'POST',
      `/v2/coupons/${unique}/redeem`,
      '<redemption><account_code>shopper</account_code></redemption>',
    );
    expect(redeemed.status).toBe(201);
    expect(await look(`coupons/${unique}`)).toEqual(gone);
    expect(await look('coupons/no-such-coupon')).toEqual(gone);
    expect(await look('gift_cards/AAAABBBBCCCCDDDD')).toEqual(gone);
  });
});
