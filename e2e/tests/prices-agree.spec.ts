import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from './checkout.ts';
import {
  CART_CURRENCIES,
  DIGITS,
  GIFTS,
  ITEMS,
  type Prices,
  type RandomCart,
  type RandomCoupon,
  type RandomPlan,
  randomShop,
  SHIPPING_METHODS,
} from './random-carts.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** `SEED` and `OPERATIONS`, the number of carts, repeat a failed run or choose another one. */
const SEED = Number(process.env.SEED ?? 20_260_301);
const CARTS = { short: 40, long: 200 };
/** Carts that the page prices at once. */
const AT_ONCE = 100;

test.use({ serviceOptions: { env: { RATE_LIMIT: 'off' } } });

/** A site that collects taxes in many places, and sells in currencies with no, two and three decimals. */
const createSite = async (dataDir: string) => {
  const offers = CART_CURRENCIES.flatMap((code) => GIFTS.map((value) => `gift:${code}:${value}`));
  const settings = [
    ['--currencies', CART_CURRENCIES.join()],
    ['--tax-registrations', 'US-CA,EU,GB,CA,CA-QC,JP'],
    ['--manual-invoicing', 'on'],
    ['--gift-card-offers', offers.join()],
  ].flat();
  const operate = (command: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [`token-service/src/cli/${command}.ts`, 'create', 'agreeing', ...args], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir },
    });
  const { stdout } = await operate('site', ...settings);
  for (const [code, taxCode] of SHIPPING_METHODS) await operate('shipping-method', code, '--tax-code', taxCode);
  const key = (kind: string) => new RegExp(`${kind} key +(\\S+)`).exec(stdout)?.[1] ?? '';
  return { privateKey: key('private'), publicKey: key('public') };
};

/** Sends XML, and returns the XML of a successful answer. Without a body, only asks. */
const apiOf =
  (origin: string, privateKey: string) =>
  async (path: string, body?: string, method = 'POST') => {
    const response = await fetch(`${origin}/v2${path}`, {
      ...(body === undefined ? {} : { method, body }),
      headers: {
        Authorization: `Basic ${btoa(`${privateKey}:`)}`,
        Accept: 'application/xml',
        'Content-Type': 'application/xml; charset=utf-8',
        'X-Api-Version': '2.29',
      },
    });
    const text = await response.text();
    expect(response.ok, `${path}: ${response.status}\n${body}\n${text}`).toBe(true);
    return text;
  };
type Api = ReturnType<typeof apiOf>;

const amounts = (name: string, prices: Prices) =>
  `<${name}>${CART_CURRENCIES.map((code) => `<${code}>${prices[code]}</${code}>`).join('')}</${name}>`;

/** The price of a plan: one, or a ramp whose second price starts with the second paid period. */
const planPrice = ({ prices, laterPrices }: RandomPlan) => {
  if (!laterPrices) return amounts('unit_amount_in_cents', prices);
  const interval = (from: number, each: Prices) =>
    `<ramp_interval><starting_billing_cycle>${from}</starting_billing_cycle>${amounts('unit_amount_in_cents', each)}</ramp_interval>`;
  const intervals = interval(1, prices) + interval(2, laterPrices);
  return `<pricing_model>ramp</pricing_model><ramp_intervals type="array">${intervals}</ramp_intervals>`;
};

const createPlan = async (api: Api, plan: RandomPlan) => {
  const { code, setupFees, trialDays, taxExempt, addOns } = plan;
  const trial = `<trial_interval_length>${trialDays}</trial_interval_length><trial_interval_unit>days</trial_interval_unit>`;
  await api(
    '/plans',
    `<plan><plan_code>${code}</plan_code><name>${code}</name>${trial}<tax_exempt>${taxExempt}</tax_exempt>` +
      `${planPrice(plan)}${amounts('setup_fee_in_cents', setupFees)}</plan>`,
  );
  for (const { code: addOn, type, tiers, isItem } of addOns) {
    const tier = ([ending, each]: (typeof tiers)[number]) =>
      `<tier><ending_quantity>${ending}</ending_quantity>${amounts('unit_amount_in_cents', each)}</tier>`;
    const price =
      type === 'flat'
        ? amounts('unit_amount_in_cents', tiers[0]![1])
        : `<tier_type>${type}</tier_type><tiers type="array">${tiers.map(tier).join('')}</tiers>`;
    await api(
      `/plans/${code}/add_ons`,
      `<add_on>${isItem ? `<item_code>${addOn}</item_code>` : `<add_on_code>${addOn}</add_on_code><name>${addOn}</name>`}${price}</add_on>`,
    );
  }
};

const createCoupon = (api: Api, { code, singleUse, onItems, off }: RandomCoupon) => {
  const discount =
    'percent' in off
      ? `<discount_type>percent</discount_type><discount_percent>${off.percent}</discount_percent>`
      : 'fixed' in off
        ? `<discount_type>dollars</discount_type>${amounts('discount_in_cents', off.fixed)}`
        : `<discount_type>free_trial</discount_type><free_trial_amount>${off.freeMonths}</free_trial_amount><free_trial_unit>month</free_trial_unit>`;
  const duration = singleUse ? '<duration>single_use</duration>' : '';
  return api(
    '/coupons',
    `<coupon><coupon_code>${code}</coupon_code><name>${code}</name>${discount}${duration}<applies_to_all_items>${onItems}</applies_to_all_items></coupon>`,
  );
};

const CARD = '<number>4111111111111111</number><month>12</month><year>2040</year>';
const NAME = '<first_name>Ada</first_name><last_name>Lovelace</last_name>';

/** Buys a gift card and returns its code. The sandbox accepts no card payments in dinars, so those are invoiced. */
const buyGiftCard = async (api: Api, { currency, gift }: RandomCart, n: number): Promise<string> => {
  const gifter = `<account_code>gifter-${n}</account_code><billing_info>${NAME}${CARD}</billing_info>`;
  const delivery = '<delivery><method>email</method><email_address>ada@example.com</email_address></delivery>';
  const bought = await api(
    '/gift_cards',
    `<gift_card><product_code>gift</product_code><currency>${currency}</currency><unit_amount_in_cents>${gift}</unit_amount_in_cents>` +
      `<gifter_account>${gifter}</gifter_account>${delivery}</gift_card>`,
  );
  return /<redemption_code>(\w+)</.exec(bought)?.[1] ?? '';
};

/** The fee of a delivery, and its address. */
const deliveryOf = ({ delivery }: RandomCart) =>
  delivery
    ? `<shipping_address>${NAME}<address1>1 Pier</address1><city>Harbor</city><state>-</state>` +
      `<zip>${delivery.postalCode}</zip><country>${delivery.country}</country></shipping_address>` +
      `<shipping_method_code>${delivery.method}</shipping_method_code>` +
      `<shipping_amount_in_cents>${delivery.fee}</shipping_amount_in_cents>`
    : '';

/** Returns the request that buys a cart for a new customer. */
const purchaseOf = (cart: RandomCart, giftCode: string | undefined, n: number): string => {
  const { currency, plan, quantity, addOns, coupon, country, postalCode } = cart;
  const place = country && `<zip>${postalCode}</zip><country>${country}</country>`;
  const byCard = currency !== 'KWD';
  const payer = byCard ? `<billing_info>${NAME}${place}${CARD}</billing_info>` : `<address>${place}</address>`;
  const wanted = addOns
    .map(
      ({ code, quantity: many }) =>
        `<subscription_add_on><add_on_code>${code}</add_on_code><quantity>${many}</quantity></subscription_add_on>`,
    )
    .join('');
  return (
    `<purchase><account><account_code>buyer-${n}</account_code>${payer}</account><currency>${currency}</currency>` +
    `<subscriptions><subscription><plan_code>${plan}</plan_code><quantity>${quantity}</quantity>` +
    `<subscription_add_ons>${wanted}</subscription_add_ons><tax_inclusive>${cart.taxInclusive}</tax_inclusive>` +
    `${deliveryOf(cart)}</subscription></subscriptions>` +
    (coupon ? `<coupon_codes><coupon_code>${coupon}</coupon_code></coupon_codes>` : '') +
    (giftCode ? `<gift_card><redemption_code>${giftCode}</redemption_code></gift_card>` : '') +
    `${byCard ? '' : '<collection_method>manual</collection_method><net_terms>60</net_terms>'}</purchase>`
  );
};

/** Previews or buys a cart. Returns what the invoice bills. */
const ask = async (api: Api, path: string, cart: Asked, n: number): Promise<Billed> => {
  const answer = await api(path, purchaseOf(cart, cart.giftCode, n));
  return billed(answer.slice(answer.indexOf('<charge_invoice')));
};

/** The total of an invoice, and the part that credit has paid. The first of each name is its own: its lines follow. */
const billed = (invoice: string): Billed => {
  const cents = (name: string, text: string) => Number(new RegExp(`<${name}_in_cents[^>]*>(-?\\d+)<`).exec(text)?.[1]);
  const credit = invoice.slice(invoice.indexOf('<credit_payments'), invoice.indexOf('</credit_payments>'));
  return { total: cents('total', invoice), gift: credit.includes('<amount_in_cents') ? cents('amount', credit) : 0 };
};

interface Billed {
  readonly total: number;
  readonly gift: number;
}

/** Returns what the first renewal of a customer was billed. */
const firstRenewal = async (api: Api, n: number): Promise<Billed> => {
  const list = await api(`/accounts/buyer-${n}/invoices?order=asc`);
  const [renewal = ''] = list.split('<invoice href').filter((text) => text.includes('<origin>renewal</origin>'));
  return billed(renewal);
};

interface Asked extends RandomCart {
  readonly giftCode: string | undefined;
}

interface Shown {
  readonly total: string;
  readonly gift_card?: string;
}

/** Returns, in the page, the library's price of each cart, today and at its first renewal. */
const priceAll = async ([carts, digits]: readonly [readonly Asked[], typeof DIGITS]) => {
  interface Pricing {
    plan(code: string, options: object): Pricing;
    addon(code: string, options: object): Pricing;
    coupon(code: string): Pricing;
    giftcard(code: string): Pricing;
    currency(code: string): Pricing;
    address(address: object): Pricing;
    shipping(code: string, options: object): Pricing;
    shippingAddress(address: object): Pricing;
    tax(options: object): Pricing;
    reprice(): Promise<{ now: Shown; next: Shown }>;
  }
  const { service } = window as unknown as { service: { Pricing(): Pricing } };
  const price = async (cart: Asked) => {
    let chain = service.Pricing().plan(cart.plan, { quantity: cart.quantity }).currency(cart.currency);
    for (const { code, quantity } of cart.addOns) chain = chain.addon(code, { quantity });
    if (cart.coupon) chain = chain.coupon(cart.coupon);
    if (cart.giftCode) chain = chain.giftcard(cart.giftCode);
    if (cart.taxInclusive) chain = chain.tax({ inclusive: true });
    if (cart.delivery) {
      const { method, fee, country, postalCode } = cart.delivery;
      const amount = fee / 10 ** digits[cart.currency];
      chain = chain.shipping(method, { amount }).shippingAddress({ country, postal_code: postalCode });
    }
    const { now, next } = await chain.address({ country: cart.country, postal_code: cart.postalCode }).reprice();
    return { now, next };
  };
  const prices: { now: Shown; next: Shown }[] = [];
  for (const cart of carts) prices.push(await price(cart));
  return prices;
};

/** Concurrent purchases, as many as a small shop has customers. */
const inTurns = async <T, R>(items: readonly T[], work: (item: T, n: number) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [n, item] of queue) results[n] = await work(item, n);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  return results;
};

const openShop = async (scriptUrl: string, publicKey: string) => {
  const html =
    `<!doctype html><title>Shop</title><script src="${scriptUrl}"></script>` +
    `<script>service.configure({ publicKey: '${publicKey}' })</script>`;
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
};

test('random carts and their first renewals cost what the page showed, to the cent @chromium', async ({
  page,
  service,
  long,
}) => {
  const count = Number(process.env.OPERATIONS ?? (long ? CARTS.long : CARTS.short));
  test.setTimeout(180_000 + count * 500);
  const { privateKey, publicKey } = await createSite(service.dataDir);
  const api = apiOf(service.apiUrl, privateKey);
  const { plans, coupons, carts } = randomShop(SEED, {
    plans: 14 + count / 20,
    coupons: 12 + count / 50,
    carts: count,
  });
  await inTurns(ITEMS, ([code, taxCode]) =>
    api('/items', `<item><item_code>${code}</item_code><name>${code}</name><tax_code>${taxCode}</tax_code></item>`),
  );
  await inTurns(plans, (plan) => createPlan(api, plan));
  await inTurns(coupons, (coupon) => createCoupon(api, coupon));
  const selections = await inTurns(carts, async (cart, n): Promise<Asked> => {
    const hasGift = cart.gift !== undefined && cart.currency !== 'KWD';
    return { ...cart, giftCode: hasGift ? await buyGiftCard(api, cart, n) : undefined };
  });

  const shop = await openShop(`${service.browserUrl}/v1/service.js`, publicKey);
  await page.goto(shop.url);
  const prices: Awaited<ReturnType<typeof priceAll>> = [];
  for (let first = 0; first < count; first += AT_ONCE)
    prices.push(...(await page.evaluate(priceAll, [selections.slice(first, first + AT_ONCE), DIGITS] as const)));
  shop.close();

  const previewed = await inTurns(selections, (cart, n) => ask(api, '/purchases/preview', cart, n));
  const bought = await inTurns(selections, (cart, n) => ask(api, '/purchases', cart, n));
  // Trials end on the way; everything else is billed again after a month.
  const advanced = `<clock><advance_in_seconds>${32 * 86_400}</advance_in_seconds></clock>`;
  const reached = (clock: string, name: string) => new RegExp(`<${name}[^>]*>([^<]*)<`).exec(clock)?.[1];
  for (
    let clock = await api('/sandbox/clock', advanced, 'PUT');
    reached(clock, 'reached_at') !== reached(clock, 'now');
  )
    clock = await api('/sandbox/clock');
  const renewed = await inTurns(selections, (_, n) => firstRenewal(api, n));

  const minor = (decimal: string, cart: RandomCart) => Math.round(Number(decimal) * 10 ** DIGITS[cart.currency]);
  const differences = (when: keyof (typeof prices)[number], invoices: readonly Billed[]) =>
    selections.flatMap((cart, n) => {
      const { total, gift_card = '0' } = prices[n]![when];
      const page = { total: minor(total, cart) + minor(gift_card, cart), gift: minor(gift_card, cart) };
      const invoice = invoices[n];
      return page.total === invoice?.total && page.gift === invoice.gift ? [] : [{ cart, page, invoice }];
    });
  expect(differences('now', previewed)).toEqual([]);
  expect(differences('now', bought)).toEqual([]);
  expect(differences('next', renewed)).toEqual([]);

  // The carts differed.
  const some = (is: (cart: Asked, n: number) => boolean) => selections.filter(is).length;
  for (const code of CART_CURRENCIES)
    expect(
      some(({ currency }) => currency === code),
      code,
    ).toBeGreaterThan(count * 0.2);
  expect(some(({ giftCode }) => giftCode !== undefined)).toBeGreaterThan(count * 0.15);
  expect(some(({ coupon }) => coupon !== undefined)).toBeGreaterThan(count * 0.4);
  expect(some(({ delivery }) => Boolean(delivery?.fee))).toBeGreaterThan(count * 0.2);
  const sells = (is: (addOn: RandomPlan['addOns'][number]) => boolean) =>
    some(({ plan: code, addOns: chosen }) =>
      (plans.find((plan) => plan.code === code)?.addOns ?? []).some(
        (addOn) => is(addOn) && chosen.some(({ code }) => code === addOn.code),
      ),
    );
  expect(sells(({ isItem }) => isItem)).toBeGreaterThan(0);
  expect(sells(({ type }) => type === 'tiered')).toBeGreaterThan(count * 0.1);
  expect(some(({ taxInclusive }) => taxInclusive)).toBeGreaterThan(count * 0.1);
  expect(some(({ plan: code }) => Boolean(plans.find((plan) => plan.code === code)?.laterPrices))).toBeGreaterThan(0);
  expect(some((_, n) => bought[n]!.total > 0)).toBeGreaterThan(count * 0.75);
});
