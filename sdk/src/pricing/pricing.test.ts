import { describe, expect, test, vi } from 'vitest';
import { ServiceError } from '../errors.ts';
import { CALIFORNIA, COUPONS, PLANS, someLookups } from './catalogue.fixture.ts';
import { Pricing } from './pricing.ts';
import type { PlanDocument, Price } from './types.ts';

const open = (currency = 'USD') => {
  const lookups = someLookups();
  const pricing = new Pricing(
    lookups,
    () => currency,
    () => Promise.reject(new Error('There is no page.')),
  );
  const events: string[] = [];
  const names = [
    'plan',
    'addon',
    'coupon',
    'gift_card',
    'address',
    'shipping_address',
    'shipping',
    'tax',
    'currency',
    'price',
  ];
  const topics = ['plan', 'addon', 'coupon', 'gift_card', 'shipping', 'currency'];
  for (const name of [
    ...names.map((each) => `set.${each}`),
    'unset.coupon',
    'unset.gift_card',
    ...topics.map((each) => `error.${each}`),
    'error',
    'change',
  ]) {
    pricing.on(name as 'change', () => events.push(name));
  }
  const done = (chain: Pick<Pricing, 'done'> = pricing) => new Promise<Price>((resolve) => chain.done(resolve));
  return { pricing, lookups, events, done };
};

/** Answered when the test says so. */
const later = <Value>() => Promise.withResolvers<Value>();

const US = { country: 'US', postal_code: '94103' };

describe('worked examples', () => {
  type Items = { plan: string; quantity?: number; snarf?: number; coupon?: string; address?: object; card?: string };
  const P = { plan: 'P' };
  const T = { plan: 'T' };
  const taxed = { ...P, address: US };

  test.each<[string, Items, string, string]>([
    ['P', P, '0.00 0.00 2.00 0.00 – 21.99 21.99', '19.99 0.00 0.00 – 19.99'],
    [
      'P × 3, snarf × 2',
      { ...P, quantity: 3, snarf: 2 },
      '2.00 0.00 2.00 0.00 – 63.97 63.97',
      '61.97 0.00 0.00 – 61.97',
    ],
    ['P × 0', { ...P, quantity: 0 }, '0.00 0.00 0.00 0.00 – 0.00 0.00', '0.00 0.00 0.00 – 0.00'],
    ['P, 15 %', { ...P, coupon: 'percent-15' }, '0.00 3.00 2.00 0.00 – 18.99 18.99', '16.99 3.00 0.00 – 16.99'],
    ['P, 20.00', { ...P, coupon: 'dollars-20' }, '0.00 20.00 2.00 0.00 – 1.99 1.99', '0.00 19.99 0.00 – 0.00'],
    [
      'P, 20.00 once',
      { ...P, coupon: 'dollars-20-once' },
      '0.00 20.00 2.00 0.00 – 1.99 1.99',
      '19.99 0.00 0.00 – 19.99',
    ],
    ['P, tax', taxed, '0.00 0.00 2.00 1.92 – 21.99 23.91', '19.99 0.00 1.75 – 21.74'],
    [
      'P, tax, card 20',
      { ...taxed, card: 'card-20' },
      '0.00 0.00 2.00 1.92 20.00 21.99 3.91',
      '19.99 0.00 1.75 0.00 21.74',
    ],
    [
      'P, tax, card 100',
      { ...taxed, card: 'card-100' },
      '0.00 0.00 2.00 1.92 23.91 21.99 0.00',
      '19.99 0.00 1.75 21.74 0.00',
    ],
    ['T', T, '0.00 0.00 2.00 0.00 – 2.00 2.00', '49.00 0.00 0.00 – 49.00'],
    [
      'T, 20.00 once',
      { ...T, coupon: 'dollars-20-once' },
      '0.00 2.00 2.00 0.00 – 0.00 0.00',
      '49.00 0.00 0.00 – 49.00',
    ],
    ['T, 15 % once', { ...T, coupon: 'percent-15-once' }, '0.00 0.00 2.00 0.00 – 2.00 2.00', '41.65 7.35 0.00 – 41.65'],
    ['P, free trial', { ...P, coupon: 'free-trial' }, '0.00 0.00 2.00 0.00 – 2.00 2.00', '19.99 0.00 0.00 – 19.99'],
  ])('%s', async (_, { plan, quantity, snarf = 0, coupon, address = {}, card }, now, next) => {
    const { pricing, done } = open();
    const chain = pricing.plan(plan, { quantity }).addon('snarf', { quantity: snarf });
    const price = await done(chain.coupon(coupon).address(address).giftcard(card));
    const a = price.now;
    const b = price.next;
    const card1 = a.gift_card ?? '–';
    const card2 = b.gift_card ?? '–';
    expect([a.addons, a.discount, a.setup_fee, a.tax, card1, a.subtotal, a.total].join(' ')).toBe(now);
    expect([b.subtotal, b.discount, b.tax, card2, b.total].join(' ')).toBe(next);
    expect(b.setup_fee).toBe('0.00');
  });
});

describe('the price', () => {
  test('is zero before anything is selected', () => {
    const { pricing } = open();
    const nothing = {
      subtotal: '0.00',
      plan: '0.00',
      addons: '0.00',
      setup_fee: '0.00',
      discount: '0.00',
      tax: '0.00',
      total: '0.00',
    };
    expect(pricing.price).toEqual({
      now: nothing,
      next: nothing,
      base: { plan: {}, addons: {} },
      addons: {},
      currency: { code: 'USD', symbol: '$' },
      taxes: [],
    });
    expect(pricing).toMatchObject({ isValid: false, hasPrice: true, totalNow: '0.00', couponCodes: [] });
    expect(pricing.items).toEqual({ addons: [], currency: 'USD' });
  });

  test('has the unit prices, the applied taxes and the currency', async () => {
    const { pricing, done } = open();
    expect(
      await done(pricing.plan('P').addon('snarf', { quantity: 2 }).coupon('percent-15').address(US)),
    ).toMatchObject({
      base: { plan: { unit: '19.99', setup_fee: '2.00' }, addons: { snarf: '1.00' } },
      addons: { snarf: '2.00' },
      currency: { code: 'USD', symbol: '$' },
      taxes: [{ type: 'usst', region: 'CA', rate: '0.0875' }],
    });
    expect(pricing).toMatchObject({
      isValid: true,
      currencyCode: 'USD',
      currencySymbol: '$',
      couponCodes: ['percent-15'],
    });
    expect(pricing.totalNow).toBe(pricing.price.now.total);
  });

  test.each([
    ['JPY', '¥'],
    ['SEK', 'kr'],
    ['PLN', 'zł'],
    ['CHF', 'CHF'],
    ['XYZ', 'XYZ'],
  ])('shows %s as %s if the plan has no symbol of its own', (code, symbol) => {
    expect(open(code).pricing.price.currency).toEqual({ code, symbol });
  });

  test('reads decimal text if the catalogue has no cents', async () => {
    const { pricing, lookups, done } = open();
    const bare = {
      code: 'bare',
      name: 'Bare',
      price: { USD: { unit_amount: 1.005, setup_fee: 0.29, symbol: 'US$' } },
      addons: [
        {
          code: 'tiered',
          tier_type: 'tiered',
          tiers: [{ ending_quantity: 999_999_999, currencies: [{ currency_code: 'USD', unit_amount: 0.35 }] }],
        },
        { code: 'flat', price: { USD: { unit_amount: 2.675 } } },
      ],
    };
    lookups.plan = async () => bare as never;
    lookups.coupon = async () => ({ ...COUPONS['percent-15'], discount: { rate: 0.29 } }) as never;
    lookups.giftCard = async () => ({ currency: 'USD', unit_amount: 1.1 }) as never;
    const price = await done(
      pricing.plan('bare').addon('tiered', { quantity: 2 }).addon('flat').coupon('rate').giftcard('card'),
    );
    // 1.01 + 2 × 0.35 + 2.68 = 4.39; 29 % of that is 1.27
    expect(price.now).toMatchObject({
      plan: '1.01',
      addons: '3.38',
      discount: '1.27',
      setup_fee: '0.29',
      gift_card: '1.10',
    });
    expect(price.currency.symbol).toBe('US$');
  });

  test('uses the tax amounts that the page sets, and requests none', async () => {
    const { pricing, lookups, done } = open();
    const tax = vi.spyOn(lookups, 'tax');
    const price = await done(
      pricing
        .plan('P')
        .address(US)
        .tax({ amounts: { now: 1.5, next: 2 } }),
    );
    expect([price.now.tax, price.next.tax]).toEqual(['1.50', '2.00']);
    expect(tax).not.toHaveBeenCalled();
    expect(() => pricing.tax({ amount: { now: Number.NaN, next: 1 } })).toThrow(
      expect.objectContaining({ code: 'invalid-option' }),
    );
  });

  test('takes the tax out of prices that contain it', async () => {
    const { pricing, done } = open();
    const price = await done(pricing.plan('P').address(US).tax({ inclusive: true }));
    // 21.99 x 0.0875 / 1.0875 = 1.769, and 19.99 x 0.0875 / 1.0875 = 1.608.
    expect(price.now).toMatchObject({
      plan: '19.99',
      setup_fee: '2.00',
      subtotal: '20.22',
      tax: '1.77',
      total: '21.99',
    });
    expect(price.next).toMatchObject({ subtotal: '18.38', tax: '1.61', total: '19.99' });
  });

  test('adds the fee of a shipping method, taxed by its own tax code and never discounted', async () => {
    const { pricing, events, done } = open();
    const all = () => done(pricing.plan('P').coupon('percent-15').address(US).shipping('parcel', { amount: 4.9 }));
    // 85 % of 19.99 is 16.99, with 2.00 and 4.90: 23.89, and 8.75 % of it is 2.09.
    expect((await all()).now).toMatchObject({ shipping: '4.90', subtotal: '23.89', tax: '2.09', total: '25.98' });
    expect((await all()).next).toMatchObject({ shipping: '4.90', discount: '3.00', total: '23.81' });
    expect(events).toContain('set.shipping');
    // Letters are not taxed: 8.75 % of 18.99 is 1.66.
    const letter = await done(pricing.shipping('letter', { amount: 4.9 }));
    expect(letter.now).toMatchObject({ tax: '1.66', total: '25.55' });
    expect(pricing.items.shipping).toEqual({ code: 'letter', name: 'Letter', tax_code: 'exempt', amount: 4.9 });
    const trial = await done(pricing.plan('T'));
    expect([trial.now.shipping, trial.next.shipping]).toEqual(['0.00', '4.90']);
    expect((await done(pricing.shipping(''))).now).not.toHaveProperty('shipping');
  });

  test('refuses an unknown shipping method, and an amount that is no number', async () => {
    const { pricing, done } = open();
    await expect(pricing.shipping('unknown', { amount: 1 })).rejects.toMatchObject({ code: 'not-found' });
    for (const amount of [-1, 'much', Number.POSITIVE_INFINITY])
      await expect(pricing.shipping('parcel', { amount })).rejects.toMatchObject({ code: 'invalid-option' });
    expect((await done(pricing.plan('P').shipping('parcel', { amount: '0' }))).now.shipping).toBe('0.00');
    await expect(pricing.remove({ shipping: 'letter' })).rejects.toMatchObject({ code: 'unremovable-item' });
    await pricing.remove({ shipping: true });
    expect(pricing.items.shipping).toBeUndefined();
  });

  test('taxes the shipping address by all tax information, and no exempt plan', async () => {
    const { pricing, lookups, done } = open();
    const tax = vi.spyOn(lookups, 'tax');
    await done(pricing.plan('exempt').address(US));
    expect(tax).not.toHaveBeenCalled();
    await done(pricing.plan('euros').shippingAddress({ country: 'DE' }).tax({ vatNumber: 'DE123' }));
    expect(tax).toHaveBeenLastCalledWith(
      expect.objectContaining({ country: 'DE', tax_code: 'books', vat_number: 'DE123' }),
    );
    await done(pricing.shippingAddress({ country: '' }).tax({ tax_code: 'food' }));
    expect(tax).toHaveBeenLastCalledWith(expect.objectContaining({ ...US, tax_code: 'food' }));
  });

  test('has no tax if the request fails, and an event reports it', async () => {
    const { pricing, lookups, events, done } = open();
    lookups.tax = () => Promise.reject(new ServiceError('api-timeout'));
    const price = await done(pricing.plan('P').address(US));
    expect(price.now).toMatchObject({ tax: '0.00', total: '21.99' });
    expect(events).toEqual(['set.plan', 'set.address', 'error', 'set.price', 'change']);
  });

  test('fails for amounts that are too large', async () => {
    const { pricing } = open();
    const failed = later<ServiceError>();
    pricing.plan('P', { quantity: 9e15 }).done(undefined, failed.resolve);
    expect(await failed.promise).toBeInstanceOf(ServiceError);
  });
});

describe('events', () => {
  test.each<[string, (pricing: Pricing) => Pick<Pricing, 'done'>, string[]]>([
    ['a plan', (pricing) => pricing.plan('P'), ['set.plan', 'set.price', 'change']],
    [
      'plan, address, gift card',
      (pricing) => pricing.plan('P').address(US).giftcard('card-20'),
      ['set.plan', 'set.address', 'set.gift_card', 'set.price', 'change'],
    ],
    [
      'an unknown add-on, caught',
      (pricing) =>
        pricing
          .plan('P')
          .addon('nothing')
          .catch(() => {}),
      ['set.plan', 'error.addon', 'error', 'set.price', 'change'],
    ],
    ['an add-on without a plan, caught', (pricing) => pricing.addon('snarf').catch(() => {}), ['error.addon', 'error']],
    [
      'the same values again',
      (pricing) =>
        pricing.plan('P').plan('P', { quantity: 1 }).address(US).address({ postal_code: '94103', country: 'US' }),
      ['set.plan', 'set.address', 'set.price', 'change'],
    ],
    [
      'another coupon, then none',
      (pricing) => pricing.plan('P').coupon('percent-15').coupon(' dollars-20 ').coupon(''),
      ['set.plan', 'set.coupon', 'unset.coupon', 'set.coupon', 'unset.coupon', 'set.price', 'change'],
    ],
    [
      'a plan in another currency, which the coupon does not cover',
      (pricing) => pricing.plan('P').coupon('only-P').giftcard('card-20').plan('euros'),
      [
        ...['set.plan', 'set.coupon', 'set.gift_card', 'set.currency', 'unset.gift_card', 'error.gift_card', 'error'],
        ...['unset.coupon', 'error.coupon', 'error', 'set.plan', 'set.price', 'change'],
      ],
    ],
    [
      'adding and removing add-ons',
      (pricing) => pricing.plan('both').addon('snarf').addon('snarf').addon('seat').addon('snarf', { quantity: 0 }),
      ['set.plan', 'set.addon', 'set.addon', 'set.addon', 'set.price', 'change'],
    ],
    [
      'a shipping address and a VAT number',
      (pricing) => pricing.shippingAddress(US).tax({ vat_number: '1' }).currency('EUR'),
      ['set.shipping_address', 'set.tax', 'set.currency', 'set.price', 'change'],
    ],
  ])('%s', async (_, act, expected) => {
    const { pricing, events, done } = open();
    await done(act(pricing));
    expect(events).toEqual(expected);
  });

  test('nothing is emitted before a calculation', async () => {
    const { pricing, events } = open();
    await pricing.plan('P');
    expect(events).toEqual(['set.plan']);
    expect(pricing.price.now.total).toBe('0.00');
  });

  test('change is emitted only if the price changed, after set.price', async () => {
    const { pricing, events, done } = open();
    await done(pricing.plan('P'));
    await done(pricing.plan('P', { quantity: 1 }));
    expect(events.filter((name) => name === 'change')).toHaveLength(1);
  });

  test('payloads are copies', async () => {
    const { pricing, done } = open();
    pricing.on('set.plan', (plan) => Object.assign(plan, { code: 'mine' }));
    pricing.on('change', (price) => Object.assign(price.now, { total: 'mine' }));
    const plan = await pricing.plan('P');
    Object.assign(plan.price, { USD: undefined });
    Object.assign(pricing.items, { plan: undefined });
    const price = await done();
    expect(price.now.total).toBe('21.99');
    expect(pricing.items.plan?.code).toBe('P');
    expect(PLANS.P?.price.USD?.unit_amount).toBe(19.99);
    const address = { country: 'US' };
    await pricing.address(address);
    address.country = 'DE';
    expect(pricing.items.address).toEqual({ country: 'US' });
  });
});

describe('a chain', () => {
  test('runs its steps one after the other, and each resolves with its value', async () => {
    const { pricing } = open();
    expect(await pricing.plan('both')).toMatchObject({ code: 'both', quantity: 1 });
    expect(await pricing.addon('seat')).toMatchObject({ code: 'seat', quantity: 3 });
    expect(await pricing.currency('EUR')).toBe('EUR');
    expect(await pricing.reprice()).toMatchObject({ now: { total: '15.00' } });
    expect(
      await pricing
        .plan('P')
        .then(({ code }) => code)
        .currency('USD')
        .then((code) => `${code}!`),
    ).toBe('USD!');
  });

  test('starts at once, and steps on the instance run in parallel', async () => {
    const { pricing, lookups } = open();
    const plan = vi.spyOn(lookups, 'plan');
    pricing.plan('P');
    expect(plan).toHaveBeenCalledOnce();
    await expect(Promise.resolve(pricing.coupon('percent-15'))).rejects.toMatchObject({ code: 'missing-plan' });
  });

  test('skips the steps after an error, up to a catch', async () => {
    const { pricing, done } = open();
    const caught: string[] = [];
    const price = await done(
      pricing
        .plan('nothing')
        .addon('snarf')
        .catch(({ code }) => caught.push(code))
        .plan('P')
        .then(() => pricing.coupon('nothing'), undefined)
        .catch(({ code }) => caught.push(code)),
    );
    expect(caught).toEqual(['not-found', 'not-found']);
    expect(price.now.total).toBe('21.99');
  });

  test('passes an error without a catch to the second function of done', async () => {
    const { pricing } = open();
    const failed = later<ServiceError>();
    const priced = vi.fn();
    expect(pricing.plan('nothing').done(priced, failed.resolve)).toBe(pricing);
    expect(await failed.promise).toMatchObject({ code: 'not-found' });
    expect(priced).not.toHaveBeenCalled();
  });

  test('can start with catch or done', async () => {
    const { pricing, done } = open();
    expect(await done(pricing.catch(() => {}))).toMatchObject({ now: { total: '0.00' } });
    expect(pricing.done()).toBe(pricing);
    expect('then' in pricing).toBe(false);
  });

  test('calls a callback after a calculation, with the value or the error', async () => {
    const { pricing } = open();
    const answer = await new Promise((resolve) => pricing.plan('P', (error, plan) => resolve([error, plan?.code])));
    expect(answer).toEqual([null, 'P']);
    expect(pricing.price.now.total).toBe('21.99');
    const failed = later<unknown>();
    pricing.addon('nothing', { quantity: 1 }, (error) => failed.resolve(error)).catch(() => {});
    expect(await failed.promise).toMatchObject({ code: 'invalid-addon', planCode: 'P', addonCode: 'nothing' });
  });

  test('does not take a callback alone for a code', async () => {
    const { pricing } = open();
    await pricing.plan('P').coupon('percent-15').giftcard('card-20').address(US);
    const called = <Value>(step: (callback: (error: unknown, value?: Value) => void) => unknown) =>
      new Promise((resolve) => step((...answer) => resolve(answer)));
    expect(await called(pricing.coupon)).toEqual([null, undefined]);
    expect(await called(pricing.giftcard)).toEqual([null, undefined]);
    expect([pricing.items.coupon, pricing.items.gift_card]).toEqual([undefined, undefined]);
    // 19.99 + 2.00 + 8.75 %
    expect(pricing.price.now.total).toBe('23.91');
  });
});

describe('refused selections', () => {
  test.each<[string, (pricing: Pricing) => PromiseLike<unknown>, object]>([
    ['a plan that there is not', (pricing) => pricing.plan('nothing'), { code: 'not-found' }],
    ['a plan without a code', (pricing) => pricing.plan(undefined as never), { code: 'not-found' }],
    ['an add-on before a plan', (pricing) => pricing.addon('snarf'), { code: 'missing-plan' }],
    ['a coupon before a plan', (pricing) => pricing.coupon('percent-15'), { code: 'missing-plan' }],
    [
      'an add-on of another plan',
      (pricing) => pricing.plan('P').addon('seat'),
      { code: 'invalid-addon', addonCode: 'seat' },
    ],
    [
      'a currency without a price',
      (pricing) => pricing.plan('P').currency('EUR'),
      { code: 'invalid-currency', currency: 'EUR', allowed: ['USD'] },
    ],
    ['what is no currency', (pricing) => pricing.currency('dollars'), { code: 'invalid-currency' }],
    [
      'a gift card in another currency',
      (pricing) => pricing.giftcard('card-euros'),
      { code: 'gift-card-currency-mismatch' },
    ],
    [
      'a coupon for another plan',
      (pricing) => pricing.plan('T').coupon('only-P'),
      { code: 'invalid-coupon-for-subscription' },
    ],
    [
      'a coupon for no plan',
      (pricing) => pricing.plan('T').coupon('no-plan'),
      { code: 'invalid-coupon-for-subscription' },
    ],
    ['removing what there is not', (pricing) => pricing.remove({ coupon: 'percent-15' }), { code: 'unremovable-item' }],
    ['removing something unheard of', (pricing) => pricing.remove({ shoe: true } as never), { code: 'invalid-item' }],
  ])('%s', async (_, act, expected) => {
    const { pricing, events } = open();
    await expect(Promise.resolve(act(pricing))).rejects.toMatchObject(expected);
    expect(events.at(-1)).toBe('error');
    expect(pricing.items).toMatchObject({ currency: 'USD', addons: [] });
  });

  test('a refused gift card removes the one before it', async () => {
    const { pricing, done } = open();
    const price = await done(
      pricing
        .plan('P')
        .giftcard('card-20')
        .giftcard('card-euros')
        .catch(() => {}),
    );
    expect(price.now.gift_card).toBeUndefined();
    expect(price.now.total).toBe('21.99');
  });
});

describe('quantities', () => {
  test.each([
    [undefined, 1],
    ['3', 3],
    ['2.9', 2],
    [0, 0],
    [-1, 1],
    ['many', 1],
  ])('of a plan: %j is %i', async (quantity, expected) => {
    expect(await open().pricing.plan('P', { quantity })).toMatchObject({ quantity: expected });
  });

  test.each([
    [undefined, 3],
    ['2', 2],
    [0, 0],
    ['many', 0],
  ])('of an add-on whose default is three: %j is %i', async (quantity, expected) => {
    expect(await open().pricing.plan('both').addon('seat', { quantity })).toMatchObject({ quantity: expected });
  });

  test('a plan keeps its quantity until another is given', async () => {
    const { pricing } = open();
    expect(await pricing.plan('P', { quantity: 4 }).plan('T')).toMatchObject({ code: 'T', quantity: 4 });
    expect(await pricing.plan('T', { quantity: 2 })).toMatchObject({ quantity: 2 });
  });
});

describe('removing', () => {
  test('removes one add-on, and keeps the others', async () => {
    const { pricing } = open();
    await pricing.plan('both').addon('snarf').addon('seat').addon('mail').remove({ addons: 'snarf' });
    expect(pricing.items.addons.map(({ code }) => code)).toEqual(['seat', 'mail']);
    await pricing.addon('seat', { quantity: 0 }).remove({ addons: 'snarf' });
    expect(pricing.items.addons.map(({ code }) => code)).toEqual(['mail']);
  });

  test('removes other items by code, or whatever is set', async () => {
    const { pricing, events } = open();
    await pricing.plan('P').coupon('percent-15').giftcard('card-20').address(US);
    await pricing.remove({ coupon: 'percent-15' }).remove({ gift_card: true, address: true }).remove({ plan: 'P' });
    expect(pricing.items).toEqual({ addons: [], currency: 'USD' });
    expect(events).toEqual(expect.arrayContaining(['unset.coupon', 'unset.gift_card']));
  });

  test('reset restores the default currency', async () => {
    const { pricing, done } = open();
    await pricing.plan('both').currency('EUR').reset();
    expect(pricing.items).toEqual({ addons: [], currency: 'USD' });
    expect((await done()).now.total).toBe('0.00');
  });

  test('another plan keeps the add-ons that it has too', async () => {
    const { pricing } = open();
    await pricing.plan('both').addon('snarf', { quantity: 5 }).addon('seat').plan('P');
    expect(pricing.items.addons).toMatchObject([{ code: 'snarf', quantity: 5 }]);
  });
});

describe('answers out of order', () => {
  test('an earlier request for a plan does not replace a later one', async () => {
    const { pricing, lookups, events, done } = open();
    const slow = later<PlanDocument>();
    const usual = lookups.plan;
    lookups.plan = (code) => (code === 'P' ? slow.promise : usual(code));
    const first = pricing.plan('P');
    await pricing.plan('T');
    slow.resolve(PLANS.P as PlanDocument);
    expect(await first).toMatchObject({ code: 'P' });
    expect(pricing.items.plan?.code).toBe('T');
    expect(events).toEqual(['set.plan']);
    expect((await done()).now.total).toBe('2.00');
  });

  test('an error about a code that has been replaced is ignored', async () => {
    const { pricing, lookups, events } = open();
    await pricing.plan('P');
    const slow = later<never>();
    const usual = lookups.coupon;
    lookups.coupon = (code, ...rest) => (code === 'typo' ? slow.promise : usual(code, ...rest));
    const typo = Promise.resolve(pricing.coupon('typo'));
    await pricing.coupon('percent-15');
    slow.reject(new ServiceError('not-found'));
    await expect(typo).rejects.toMatchObject({ code: 'not-found' });
    expect(events).toEqual(['set.plan', 'set.coupon']);
    expect(pricing.couponCodes).toEqual(['percent-15']);
  });

  test('answers to requests made before a reset are ignored', async () => {
    const { pricing, lookups } = open();
    const slow = later<never>();
    lookups.giftCard = () => slow.promise;
    const card = pricing.giftcard('card-20');
    await pricing.reset();
    slow.resolve({ currency: 'USD', unit_amount: 20, unit_amount_in_cents: 2000 } as never);
    await card;
    expect(pricing.items.gift_card).toBeUndefined();
  });

  test('a late tax neither overwrites a newer price nor emits a change', async () => {
    const { pricing, lookups, events, done } = open();
    await pricing.plan('P');
    const slow = later<(typeof CALIFORNIA)[]>();
    lookups.tax = ({ country }) => (country === 'US' ? slow.promise : Promise.resolve([]));
    const taxed = done(pricing.address(US));
    await pricing.address({ country: 'DE' });
    const newer = await done();
    slow.resolve([CALIFORNIA]);
    expect(await taxed).toEqual(newer);
    expect(pricing.price.now.total).toBe('21.99');
    expect(events.filter((name) => name === 'change')).toHaveLength(1);
  });
});
