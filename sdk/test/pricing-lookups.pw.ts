import { catalogueAnswer, expect, type PricingPage, test } from './pricing-shop.ts';

test('plans and taxes are requested once, coupons and gift cards each time', async ({ pricing, origins }) => {
  await pricing.open('');
  const totals = await pricing.page.evaluate(async () => {
    const { service } = window as never as PricingPage;
    const total = () =>
      new Promise((resolve) =>
        service
          .Pricing()
          .plan('P')
          .coupon('percent-15')
          .giftcard('card-20')
          .address({ country: 'US', postal_code: '94103' })
          .done(({ now }) => resolve(now.total)),
      );
    return [...(await Promise.all([total(), total()])), await total()];
  });
  expect(totals).toEqual(['0.65', '0.65', '0.65']);
  expect(origins.requests.map(({ url }) => url.replace('/js/v1/', ''))).toEqual([
    ...['plans/P', 'coupons/percent-15', 'gift_cards/card-20', 'tax', 'coupons/percent-15', 'gift_cards/card-20'],
  ]);
  expect(origins.requests[1]?.params).toMatchObject({ 'plan_codes[]': 'P', currency: 'USD', key: 'key' });
  expect(origins.requests[3]?.params).toMatchObject({ country: 'US', postal_code: '94103' });
});

test('an error is not cached, and a code is one segment of the path', async ({ pricing, origins }) => {
  let isDown = true;
  origins.answer = (params, path) => (isDown ? { status: 500, body: 'down' } : catalogueAnswer(params, path));
  await pricing.open('');
  const ask = (code: string) =>
    pricing.page.evaluate(
      (code) =>
        new Promise((resolve) => {
          const { service } = window as never as PricingPage;
          service.plan(code, (error, plan) => resolve(error?.code ?? plan?.name));
        }),
      code,
    );
  expect(await ask('P')).toBe('api-error');
  isDown = false;
  expect(await ask('P')).toBe('P');
  expect(await ask('a/b?c#d')).toBe('not-found');
  expect(origins.requests.at(-1)?.url).toBe('/js/v1/plans/a%2Fb%3Fc%23d');
  expect(await ask('')).toBe('not-found');
});

test('the catalogue can be read without a price', async ({ pricing, origins }) => {
  await pricing.open('');
  const answers = await pricing.page.evaluate(async () => {
    const { service } = window as never as PricingPage;
    const plan = await new Promise<{ price: object }>((resolve) => service.plan('P', (_, it) => resolve(it as never)));
    Object.assign(plan.price, { USD: undefined });
    const again = await new Promise((resolve) => service.plan('P', (_, it) => resolve(it?.price.USD?.unit_amount)));
    const coupon = await new Promise((resolve) =>
      service.coupon({ coupon: 'percent-15', plans: ['P', 'T'] }, (_, it) => resolve(it?.discount)),
    );
    const card = await new Promise((resolve) => service.giftcard({ code: 'card-20' }, (_, it) => resolve(it)));
    const taxes = await new Promise((resolve) => service.tax({ country: 'US' }, (_, it) => resolve(it?.length)));
    const none = await new Promise((resolve) => service.tax({ country: '' }, (_, it) => resolve(it?.length)));
    return { again, coupon, card, taxes, none };
  });
  expect(answers).toEqual({
    again: 19.99,
    coupon: { type: 'percent', rate: 0.15, percent: 15 },
    card: { currency: 'USD', unit_amount: 20, unit_amount_in_cents: 2000 },
    taxes: 1,
    none: 0,
  });
  expect(origins.requests.map(({ url }) => url)).toHaveLength(4);
});

test('an invalid request throws', async ({ pricing }) => {
  await pricing.open('');
  const codes = await pricing.page.evaluate(() => {
    const { service } = window as never as PricingPage;
    const nothing = () => {};
    const attempts: (() => void)[] = [
      () => service.plan('P', null as never),
      () => service.coupon({ coupon: '' }, nothing),
      () => service.giftCard('card-20' as never, nothing),
      () => service.giftCard({ code: '' }, nothing),
      () => service.tax({ country: 'US' }, null as never),
    ];
    return attempts.map((attempt) => {
      try {
        return attempt();
      } catch (error) {
        return (error as { code: string }).code;
      }
    });
  });
  expect(codes).toEqual([
    'missing-callback',
    'missing-coupon',
    'invalid-options',
    'invalid-option',
    'missing-callback',
  ]);
});

test('before configure a price exists, and a request is refused', async ({ pricing }) => {
  await pricing.open('');
  const told = await pricing.page.evaluate(async () => {
    const { service } = window as never as PricingPage;
    const early = new service.Service();
    const pricing = early.Pricing.Subscription();
    const told: unknown[] = [pricing.price.now.total, pricing.currencyCode];
    pricing.on('error.plan', ({ code }) => told.push(code));
    await pricing.plan('P').catch(({ code }) => told.push(code));
    early.configure({ publicKey: 'key', api: String(service.config.api), currency: 'EUR' });
    told.push(early.Pricing().currencyCode);
    told.push((await pricing.plan('P').reprice()).now.total);
    early.destroy();
    told.push((await pricing.plan('P', { quantity: 2 }).reprice()).now.total);
    return told;
  });
  expect(told).toEqual(['0.00', 'USD', 'not-configured', 'not-configured', 'EUR', '21.99', '41.98']);
});

test('uncaught errors, and errors that the page throws, surface', async ({ pricing }) => {
  const crashes: string[] = [];
  pricing.page.on('pageerror', ({ message }) => /favicon/.test(message) || crashes.push(message));
  await pricing.open('');
  await pricing.page.evaluate(() => {
    const { service } = window as never as PricingPage;
    service.Pricing().addon('snarf').done();
    service.Pricing().done(() => {
      throw new Error('of the page');
    });
  });
  await expect.poll(() => crashes.length).toBe(2);
  expect(crashes.join()).toMatch(/missing-plan/);
  expect(crashes.join()).toMatch(/of the page/);
});
