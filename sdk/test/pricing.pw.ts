import { readFileSync } from 'node:fs';
import { catalogueAnswer, expect, type PricingPage, test } from './pricing-shop.ts';

const PLAN = `
  <label>Plan <select data-service="plan">
    <option value="">Choose</option><option>P</option><option>T</option><option>both</option><option>euros</option>
  </select></label>
  <label>How many <input data-service="plan_quantity" value="1"></label>`;

const NAMES = ['subtotal', 'plan', 'addons', 'discount', 'setup_fee', 'tax', 'gift_card', 'total'];
const OUTPUTS = NAMES.flatMap((name) => [`${name}_now`, `${name}_next`])
  .map((name) => `<output data-service="${name}"></output>`)
  .join('');

const EVERYTHING = `${PLAN}
  <label>Currency <select data-service="currency"><option>USD</option><option>EUR</option></select></label>
  <label>Coupon <input data-service="coupon"></label>
  <label>Gift card <input data-service="gift_card"></label>
  <label>Country <select data-service="country"><option></option><option>US</option><option>DE</option></select></label>
  <label>Postal code <input data-service="postal_code"></label>
  <label>VAT number <input data-service="vat_number"></label>
  <label><input type="checkbox" data-service="addon" data-service-addon="snarf">Snarf</label>
  <span data-service="addon_price" data-service-addon="snarf"></span>
  <span data-service="plan_base"></span>
  <b data-service="currency_code"></b><b data-service="currency_symbol"></b>
  ${OUTPUTS}`;

test('inputs drive outputs', async ({ pricing }) => {
  const { page } = pricing;
  await pricing.open(EVERYTHING);
  await pricing.attach();
  expect(await pricing.told()).toEqual(['attached']);
  for (const name of ['total_now', 'tax_next', 'plan_base', 'addon_price', 'currency_code', 'currency_symbol'])
    await expect(pricing.output(name)).toBeEmpty();

  await page.getByLabel('Plan').selectOption('P');
  await expect(pricing.output('total_now')).toHaveText('21.99');
  await expect(pricing.output('total_next')).toHaveText('19.99');
  await expect(pricing.output('setup_fee_next')).toHaveText('0.00');
  await expect(pricing.output('plan_base')).toHaveText('19.99');
  await expect(pricing.output('addon_price')).toHaveText('1.00');
  await expect(pricing.output('currency_code')).toHaveText('USD');
  await expect(pricing.output('currency_symbol')).toHaveText('$');
  expect(await pricing.told()).toEqual(['set.plan', 'change']);

  await pricing.say('How many', '3');
  await page.getByLabel('Snarf').check();
  await expect(pricing.output('subtotal_now')).toHaveText('62.97');
  await page.getByLabel('Country').selectOption('US');
  await expect(pricing.output('tax_now')).toHaveText('5.51');
  await pricing.say('Coupon', ' percent-15 ');
  await pricing.say('Gift card', 'card-100');
  await pricing.say('Postal code', '94103');
  await pricing.say('VAT number', '1');
  // 60.97 - 15 % (9.15) + 2.00 = 53.82, and 8.75 % tax on it
  await expect(pricing.output('discount_now')).toHaveText('9.15');
  await expect(pricing.output('tax_now')).toHaveText('4.71');
  await expect(pricing.output('gift_card_now')).toHaveText('58.53');
  await expect(pricing.output('total_now')).toHaveText('0.00');
  await expect(pricing.output('gift_card_next')).toHaveText('41.47');
});

test('the fee of a shipping method is added, and removed with its code', async ({ pricing }) => {
  await pricing.open(`${PLAN}
    <label>Country <select data-service="country"><option></option><option>US</option></select></label>
    <label>Delivery <select data-service="shipping_method"><option></option><option>parcel</option><option>none</option></select></label>
    <input data-service="shipping_amount" value="4.90">
    <output data-service="shipping_now"></output>${OUTPUTS}`);
  await pricing.attach();
  await pricing.page.getByLabel('Plan').selectOption('P');
  await pricing.page.getByLabel('Country').selectOption('US');
  await expect(pricing.output('total_now')).toHaveText('23.91');
  await expect(pricing.output('shipping_now')).toHaveText('0.00');
  await pricing.page.getByLabel('Delivery').selectOption('parcel');
  // 21.99 + 4.90, and 8.75 % tax on it: 2.352875
  await expect(pricing.output('shipping_now')).toHaveText('4.90');
  await expect(pricing.output('total_now')).toHaveText('29.24');
  await pricing.page.getByLabel('Delivery').selectOption('');
  await expect(pricing.output('total_now')).toHaveText('23.91');
});

test('initial values of the inputs are read at once', async ({ pricing }) => {
  await pricing.open(`
    <input type="hidden" data-service="plan" value="both"> <input data-service="currency" value="EUR">
    <input data-service="coupon" value="percent-15"> <input data-service="gift_card" value="card-euros">
    <input data-service="tax_amount.now" value="2.5">
    <output data-service="total_now"></output> <output data-service="tax_next">1</output>`);
  await pricing.attach();
  expect(await pricing.told()).toEqual([
    ...['set.plan', 'set.currency', 'set.coupon', 'set.gift_card', 'set.tax', 'change', 'attached'],
  ]);
  // 9.00 - 1.35 + 2.50 is less than the gift card holds
  await expect(pricing.output('total_now')).toHaveText('0.00');
  await expect(pricing.output('tax_next')).toHaveText('0.00');
});

test('a tax amount that the page sets applies to its cycle', async ({ pricing }) => {
  await pricing.open(`
    <input type="hidden" data-service="plan" value="P">
    <label>Tax now <input data-service="tax_amount.now"></label> <label>Tax next <input data-service="tax_amount.next"></label>
    <output data-service="tax_now"></output> <output data-service="tax_next"></output>`);
  await pricing.attach();
  await pricing.say('Tax now', '5');
  await expect(pricing.output('tax_now')).toHaveText('5.00');
  await pricing.page.evaluate(() => {
    const [now, next] = document.querySelectorAll<HTMLInputElement>('label input');
    if (!now || !next) return;
    [now.value, next.value] = ['', '5'];
    next.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(pricing.output('tax_next')).toHaveText('5.00');
  await expect(pricing.output('tax_now')).toHaveText('0.00');
});

test('a plan that is not selected yet does nothing', async ({ pricing, origins }) => {
  const crashes: Error[] = [];
  pricing.page.on('pageerror', (error) => /favicon/.test(error.message) || crashes.push(error));
  await pricing.open(EVERYTHING);
  await pricing.attach();
  await pricing.say('Coupon', 'percent-15');
  await pricing.page.getByLabel('Snarf').check();
  await pricing.page.getByLabel('Plan').selectOption('T');
  await expect(pricing.output('addons_next')).toHaveText('1.00');
  await expect(pricing.output('discount_next')).toHaveText('7.50');
  await pricing.page.getByLabel('Plan').selectOption('');
  await pricing.say('How many', '2');
  await expect(pricing.output('plan_next')).toHaveText('98.00');
  expect(crashes).toEqual([]);
  expect(origins.requests.map(({ url }) => url)).toEqual(['/js/v1/plans/T', '/js/v1/coupons/percent-15']);
});

const RADIOS = `
  <label><input type="radio" name="plan" data-service="plan" value="P">Pro</label>
  <label><input type="radio" name="plan" data-service="plan" value="T">Trial</label>
  <label><input type="radio" name="plan" data-service="plan" value="both">Both</label>`;

test('radio buttons are read within the container, add-ons by their code', async ({ pricing }) => {
  const { page } = pricing;
  await pricing.open(
    `${RADIOS}
    <label><input type="radio" name="seats" data-service="addon" data-service-addon="seat" value="0" checked>No seat</label>
    <label><input type="radio" name="seats" data-service="addon" data-service-addon="seat" value="2">Two seats</label>
    <label>Mail <select data-service="addon" data-service-addon="mail"><option>0</option><option>4</option></select></label>
    <label><input type="checkbox" data-service="addon" data-service-addon="snarf" value="3">Snarfs</label>
    <input data-service="addon" data-service-addon="unheard-of" value="1">
    <output data-service="addons_now"></output> <output data-service="plan_now"></output>`,
    '<input type="radio" data-service="plan" value="T" checked><input data-service="addon" data-service-addon="snarf" value="9">',
  );
  await pricing.attach();
  expect(await pricing.told()).toEqual(['attached']);
  await page.getByLabel('Both').check();
  await expect(pricing.output('plan_now')).toHaveText('10.00');
  await page.getByLabel('Two seats').check();
  await expect(pricing.output('addons_now')).toHaveText('4.00');
  await page.getByLabel('Mail').selectOption('4');
  await page.getByLabel('Snarfs').check();
  await expect(pricing.output('addons_now')).toHaveText('9.00');
  await page.getByLabel('No seat').check();
  await expect(pricing.output('addons_now')).toHaveText('5.00');
  await page.getByLabel('Pro').check();
  await expect(pricing.output('addons_now')).toHaveText('3.00');
  await page.getByLabel('Both').check();
  await expect(pricing.output('addons_now')).toHaveText('5.00');
  expect((await pricing.told()).filter((name) => !/^(set|change)/.test(name))).toEqual([]);
});

test('inputs that are added later are read', async ({ pricing }) => {
  await pricing.open(`${PLAN}<div id="later"></div>`);
  await pricing.attach();
  await pricing.page.getByLabel('Plan').selectOption('P');
  await expect.poll(() => pricing.told()).toContain('change');
  await pricing.page.evaluate(() => {
    const input = document.createElement('input');
    input.dataset.service = 'addon';
    input.dataset.serviceAddon = 'snarf';
    input.value = '2';
    const output = document.createElement('p');
    output.dataset.service = 'addons_now';
    document.getElementById('later')?.append(input, output);
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(pricing.output('addons_now')).toHaveText('2.00');
});

test('a code that is wrong, does not fit the plan, or is removed', async ({ pricing }) => {
  const { page } = pricing;
  await pricing.open(EVERYTHING);
  await pricing.attach();
  await page.getByLabel('Plan').selectOption('P');
  await pricing.say('Gift card', 'nothing');
  await expect.poll(() => pricing.telling()).toContain('not-found');
  await pricing.say('Coupon', 'only-P');
  await expect(pricing.output('discount_now')).toHaveText('3.00');
  await pricing.say('Gift card', 'card-20');
  await expect(pricing.output('gift_card_now')).toHaveText('18.99');
  await pricing.say('Gift card', '');
  await expect(pricing.output('gift_card_now')).toHaveText('0.00');
  await expect(pricing.output('gift_card_next')).toHaveText('0.00');
  expect(await pricing.told()).toEqual([
    ...['attached', 'set.plan', 'change', 'not-found', 'set.coupon', 'change', 'set.gift_card', 'change'],
    ...['unset.gift_card', 'change'],
  ]);

  await page.getByLabel('Plan').selectOption('T');
  await expect(pricing.output('discount_next')).toHaveText('0.00');
  await page.getByLabel('Plan').selectOption('P');
  await expect(pricing.output('discount_now')).toHaveText('3.00');
  expect(await pricing.told()).toEqual([
    ...['unset.coupon', 'invalid-coupon-for-subscription', 'set.plan', 'change', 'set.plan', 'set.coupon', 'change'],
  ]);
  await page.getByLabel('Currency').selectOption('EUR');
  await pricing.say('Gift card', 'card-euros');
  await expect.poll(() => pricing.telling()).toEqual(['invalid-currency', 'gift-card-currency-mismatch']);
  await expect(pricing.output('total_now')).toHaveText('18.99');
});

test('a code that is still being typed is not asked for by the run of another input', async ({ pricing, origins }) => {
  const { page } = pricing;
  const plan = Promise.withResolvers<void>();
  const asked: string[] = [];
  origins.answer = async (params, path) => {
    if (/^(gift_cards|coupons)/.test(path)) asked.push(path);
    if (path === 'plans/T') await plan.promise;
    return catalogueAnswer(params, path);
  };
  await pricing.open(EVERYTHING);
  await pricing.attach();
  await page.getByLabel('Plan').selectOption('P');
  await expect(pricing.output('total_now')).toHaveText('21.99');
  await page.getByLabel('Plan').selectOption('T');
  await page.getByLabel('Gift card').pressSequentially('noth');
  plan.resolve();
  await expect(pricing.output('plan_next')).toHaveText('49.00');
  await page.getByLabel('Gift card').pressSequentially('ing');
  expect(asked).toEqual([]);
  await page.getByLabel('Gift card').press('Enter');
  await expect.poll(() => pricing.telling()).toContain('not-found');
  expect(asked).toEqual(['gift_cards/nothing']);
});

test('a plan without the selected currency uses its own, and the next plan the selected one again', async ({
  pricing,
}) => {
  const { page } = pricing;
  await pricing.open(EVERYTHING);
  await pricing.attach();
  await page.getByLabel('Plan').selectOption('both');
  await page.getByLabel('Currency').selectOption('EUR');
  await expect(pricing.output('total_now')).toHaveText('9.00');
  await pricing.told();

  await page.getByLabel('Plan').selectOption('P');
  await expect(pricing.output('total_now')).toHaveText('21.99');
  await expect(pricing.output('currency_code')).toHaveText('USD');
  expect(await pricing.told()).toEqual(['set.currency', 'set.plan', 'invalid-currency', 'change']);

  await page.getByLabel('Plan').selectOption('both');
  await expect(pricing.output('total_now')).toHaveText('9.00');
  await expect(pricing.output('currency_code')).toHaveText('EUR');
});

test('steps called by script change outputs, and no input', async ({ pricing }) => {
  const { page } = pricing;
  await pricing.open(`${EVERYTHING}<input data-service="total_now" id="copy">`);
  await pricing.attach();
  await page.getByLabel('Plan').selectOption('P');
  await page.evaluate(
    () => new Promise((done) => (window as never as PricingPage).pricing.plan('T').coupon('percent-15').done(done)),
  );
  await expect(pricing.output('total_next').first()).toHaveText('41.65');
  await expect(page.locator('#copy')).toHaveValue('2.00');
  await expect(page.getByLabel('Plan')).toHaveValue('P');
  await expect(page.getByLabel('Coupon')).toHaveValue('');
});

test('outputs get a value or text, and never markup', async ({ pricing, origins }) => {
  origins.answer = (params, path) => {
    const answer = structuredClone(catalogueAnswer(params, path)) as { status: number; body: never };
    Object.assign(Object(answer.body).price?.USD ?? {}, { symbol: '<img src=x>' });
    return answer;
  };
  await pricing.open(`${PLAN}
    <p data-service="currency_symbol"></p> <data data-service="total_now"></data> <ol><li data-service="tax_now">?</li></ol>
    <meter data-service="plan_now"></meter> <b data-service="constructor_now">mine</b> <b data-service="currency">mine</b>`);
  await pricing.attach();
  await pricing.page.getByLabel('Plan').selectOption('P');
  await expect(pricing.output('currency_symbol')).toHaveText('<img src=x>');
  expect(await pricing.page.locator('#pricing img').count()).toBe(0);
  await expect(pricing.output('total_now')).toHaveText('21.99');
  expect(await pricing.output('total_now').getAttribute('value')).toBe('21.99');
  await expect(pricing.output('tax_now')).toHaveText('0.00');
  await expect(pricing.output('constructor_now')).toHaveText('mine');
  await expect(pricing.output('currency')).toHaveText('mine');
});

test('a page may reformat an amount, until it changes', async ({ pricing }) => {
  await pricing.open(`${EVERYTHING}<data data-service="total_next"></data>`);
  await pricing.page.evaluate(() => {
    const { pricing } = window as never as PricingPage;
    pricing.on('change', ({ next }) => {
      for (const data of document.querySelectorAll('data')) data.textContent = `€ ${next.total}`;
    });
  });
  await pricing.attach();
  await pricing.page.getByLabel('Plan').selectOption('P');
  await expect(pricing.page.locator('data')).toHaveText('€ 19.99');
  await pricing.page.getByLabel('Country').selectOption('DE');
  await expect.poll(() => pricing.told()).toContain('set.address');
  await expect(pricing.page.locator('data')).toHaveText('€ 19.99');
});

test('with a wrong key there is no price, and the console says why', async ({ pricing, origins }) => {
  const console: string[] = [];
  pricing.page.on('console', (message) => message.type() === 'error' && console.push(message.text()));
  const message = 'The public key is missing or not that of a site.';
  origins.answer = () => ({ status: 403, body: { error: { code: 'invalid-public-key', message } } });
  await pricing.open(`<input type="hidden" data-service="plan" value="P">
    <button>Pay <b data-service="currency_symbol"></b><data data-service="total_now"></data></button>
    <input data-service="total_next" value="24.99">`);
  await pricing.attach();
  expect(await pricing.told()).toEqual(['invalid-public-key', 'attached']);
  await expect(pricing.page.locator('#pricing button')).toHaveText('Pay');
  await expect(pricing.output('total_next')).toHaveValue('');
  expect(console).toContain(`Pricing: ${message}`);

  origins.answer = catalogueAnswer;
  await pricing.page.evaluate(() => (window as never as PricingPage).pricing.plan('P').done());
  await expect(pricing.output('total_now')).toHaveText('21.99');
  await pricing.page.evaluate(() => (window as never as PricingPage).pricing.reset().done());
  await expect(pricing.page.locator('#pricing button')).toHaveText('Pay');
});

test('after detach, nothing is read or written; after attach, it is', async ({ pricing }) => {
  const { page } = pricing;
  await pricing.open(EVERYTHING);
  await pricing.attach();
  await page.evaluate(() => (window as never as PricingPage).detach());
  await page.getByLabel('Plan').selectOption('P');
  await page.evaluate(() => new Promise((done) => (window as never as PricingPage).pricing.plan('T').done(done)));
  await expect(pricing.output('total_now')).toBeEmpty();
  expect(await pricing.told()).toEqual(['attached', 'set.plan', 'change']);
  await pricing.attach();
  await expect(pricing.output('total_now')).toHaveText('21.99');
  await pricing.attach();
  await pricing.say('How many', '2');
  await expect(pricing.output('total_now')).toHaveText('41.98');
  expect(await pricing.told()).toEqual(['set.plan', 'change', 'attached', 'attached', 'change']);
});

test('accepts an element, a selector, or a list that contains one; anything else is an error', async ({ pricing }) => {
  await pricing.open('<input data-service="plan" value="P">');
  const codes = await pricing.page.evaluate(() => {
    const { pricing } = window as never as PricingPage;
    const element = document.getElementById('pricing') as Element;
    return [element, '#pricing', [element], { 0: element, length: 1 }, '#nothing', [], null].map((container) => {
      try {
        pricing.attach(container as string).detach();
        return 'attached';
      } catch (error) {
        return (error as { code: string }).code;
      }
    });
  });
  expect(codes).toEqual([...Array(4).fill('attached'), ...Array(3).fill('invalid-option')]);
});

test('a customer who changes inputs faster than the service answers gets the price of the last ones', async ({
  pricing,
  origins,
}) => {
  const { page } = pricing;
  const slow = Promise.withResolvers<void>();
  origins.answer = async (params, path) => {
    if (path === 'plans/P') await slow.promise;
    return catalogueAnswer(params, path);
  };
  await pricing.open(EVERYTHING);
  await pricing.attach();
  await page.getByLabel('Plan').selectOption('P');
  await pricing.say('Coupon', 'percent-15');
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('Plan').selectOption('T');
  // 49.00 - 7.35 + 8.75 %
  await expect(pricing.output('total_next')).toHaveText('45.29');
  const before = await pricing.told();
  const answered = page.waitForResponse(/plans\/P/);
  slow.resolve();
  await answered;
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  await expect(pricing.output('total_next')).toHaveText('45.29');
  expect(await pricing.told()).toEqual([]);
  expect(before.filter((name) => name === 'set.plan')).toHaveLength(1);
});

test('a code that is restored while another is looked up applies', async ({ pricing, origins }) => {
  const slow = Promise.withResolvers<void>();
  origins.answer = async (params, path) => {
    if (path === 'coupons/dollars-20' || path === 'gift_cards/card-100') await slow.promise;
    return catalogueAnswer(params, path);
  };
  await pricing.open(EVERYTHING);
  await pricing.attach();
  await pricing.page.getByLabel('Plan').selectOption('P');
  await pricing.say('Coupon', 'percent-15');
  await pricing.say('Gift card', 'card-20');
  await expect(pricing.output('gift_card_now')).toHaveText('18.99');

  for (const [label, first, other, output, amount] of [
    ['Coupon', 'percent-15', 'dollars-20', 'discount_now', '3.00'],
    ['Gift card', 'card-20', 'card-100', 'gift_card_next', '1.01'],
  ] as const) {
    const lookup = pricing.page.waitForRequest((request) => request.url().includes(other));
    await pricing.say(label, other);
    await lookup;
    await pricing.say(label, first);
    await expect(pricing.output(output)).toHaveText(amount);
  }
  const answered = pricing.page.waitForResponse(/card-100/);
  slow.resolve();
  await answered;
  await pricing.page.evaluate(() => new Promise((done) => setTimeout(done)));
  await expect(pricing.output('discount_now')).toHaveText('3.00');
  await expect(pricing.output('gift_card_next')).toHaveText('1.01');
});

test('a gift card of another currency is reported once, and comes back with its currency', async ({ pricing }) => {
  const { page } = pricing;
  await pricing.open(
    EVERYTHING.replace(
      '<input data-service="plan_quantity" value="1">',
      '<input data-service="plan_quantity" value="2">',
    ),
  );
  await pricing.attach();
  await page.getByLabel('Plan').selectOption('both');
  await pricing.say('Gift card', 'card-20');
  await expect(pricing.output('gift_card_now')).not.toHaveText('0.00');
  await page.evaluate(() => {
    const held = window as never as PricingPage & { errors: string[] };
    held.errors = [];
    held.pricing.on('error', ({ code }) => held.errors.push(code));
  });
  const errors = () => page.evaluate(() => (window as never as { errors: string[] }).errors.splice(0));
  await page.getByLabel('Currency').selectOption('EUR');
  await expect(pricing.output('currency_code')).toHaveText('EUR');
  await expect.poll(errors).toEqual(['gift-card-currency-mismatch']);
  // It comes back with its currency.
  await page.getByLabel('Currency').selectOption('USD');
  await expect(pricing.output('gift_card_now')).not.toHaveText('0.00');
  expect(await errors()).toEqual([]);
});

/** Every input, a value of it, and whether it counts while it is typed. */
const TYPED: readonly [name: string, value: string, counts: boolean, attributes?: string][] = [
  ['plan', 'T', false],
  ['plan_quantity', '3', true],
  ['addon', '2', true, 'data-service-addon="snarf"'],
  ['currency', 'EUR', false],
  ['coupon', 'percent-15', false],
  ['gift_card', 'card-euros', false],
  ['shipping_method', 'parcel', false],
  ['shipping_amount', '4.90', true],
  ['country', 'US', true],
  ['postal_code', '94105', true],
  ['shipping_address.country', 'US', true],
  ['shipping_address.postal_code', '94105', true],
  ['vat_number', 'FR12345678901', true],
  ['tax_code', 'exempt', true],
  ['tax_inclusive', 'true', true],
  ['tax_amount.now', '5', true],
  ['tax_amount.next', '5', true],
];

for (const [name, value, counts, attributes = ''] of TYPED) {
  test(`${name} ${counts ? 'counts while it is typed' : 'counts once it is complete'}`, async ({ pricing }) => {
    const hidden = (other: string, holds: string) =>
      other === name ? '' : `<input type="hidden" data-service="${other}" value="${holds}">`;
    // A fee needs a method, and a postal code a country.
    const needed =
      (name === 'shipping_amount' ? hidden('shipping_method', 'parcel') : '') +
      (name === 'shipping_address.postal_code' ? hidden('shipping_address.country', 'US') : '');
    await pricing.open(
      `${hidden('plan', 'P')}${needed}<input data-service="${name}" ${attributes} id="typed"><p data-service="total_next"></p>`,
    );
    await pricing.attach();
    await pricing.page.evaluate("pricing.on('set.shipping_address', () => told.push('set.shipping_address'))");
    await pricing.told();
    const say = (type: 'input' | 'change') =>
      pricing.page.evaluate(
        ([value, type]) => {
          const input = document.querySelector('#typed') as HTMLInputElement;
          input.value = value;
          input.dispatchEvent(new Event(type, { bubbles: true }));
        },
        [value, type] as const,
      );
    await say('input');
    if (!counts) {
      await pricing.page.evaluate('pricing.reprice()');
      expect((await pricing.told()).filter((event) => event !== 'change')).toEqual([]);
      await say('change');
    }
    await expect.poll(async () => (await pricing.telling()).length).toBeGreaterThan(0);
  });
}

test('the documentation names each of them', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, inputs = ''] = /\| inputs \| (.*?)\|\n/.exec(readme) ?? [];
  const names = new Set([...inputs.matchAll(/`([\w.]+)`/g)].map(([, name]) => name));
  for (const other of ['true', 'change', 'input', 'data-service-addon']) names.delete(other);
  expect([...names].sort()).toEqual(TYPED.map(([name]) => name).sort());
});

test('a quantity changes the price with each digit, a code only when it is complete', async ({ pricing, origins }) => {
  const asked: string[] = [];
  origins.answer = (params, path) => {
    asked.push(path);
    return catalogueAnswer(params, path);
  };
  await pricing.open(`<label>Plan <input data-service="plan" value="P"></label>
    <label>Quantity <input data-service="plan_quantity" type="number" value="1"></label>
    <label>Coupon <input data-service="coupon"></label>
    <p data-service="total_next"></p>`);
  await pricing.attach();
  const total = pricing.output('total_next');
  const quantity = pricing.page.getByLabel('Quantity');
  await expect(total).toHaveText('19.99');
  await quantity.press('End');
  await quantity.press('2');
  // 12 × 19.99
  await expect(total).toHaveText('239.88');
  await expect(quantity).toBeFocused();
  await quantity.press('Backspace');
  await expect(total).toHaveText('19.99');

  // An empty quantity is none yet.
  await quantity.press('Backspace');
  await quantity.press('3');
  await expect(total).toHaveText('59.97');

  asked.length = 0;
  await pricing.page.getByLabel('Coupon').pressSequentially('percent-15');
  expect(asked.filter((path) => path.startsWith('coupons'))).toEqual([]);
});
