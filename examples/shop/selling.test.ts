import { afterEach, describe, expect, it, vi } from 'vitest';
import { shopOpener } from './open-shop.fixture.ts';
import { billingInfo, invoiceCollection, singleError, subscriptions, transactionError, validation } from './testing.ts';

afterEach(() => vi.restoreAllMocks());

const openShop = shopOpener();

const cart = {
  currency: 'USD',
  plan: { code: 'tideline', quantity: 2 },
  addons: [{ code: 'readers', quantity: 3 }],
  goods: [{ code: 'oilskins', quantity: 1 }],
  coupon: ' TIDE15 ',
  gift_card: 'DEMOGIFTUSD00020',
  address: { country: 'US', postal_code: '94105', address1: '1 Pier', city: 'San Francisco', state: '' },
};
const order = {
  ...cart,
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  token: 'token-1',
  agreed: '118.96',
};
const attempt = { 'Idempotency-Key': 'attempt-0123456789' };

const PREVIEW = 'POST /v2/purchases/preview';
const BUY = 'POST /v2/purchases';

it('lists the goods and their prices, formatted for every currency', async () => {
  const { ask } = await openShop();
  const { goods } = await (await ask('/api/goods')).json();
  expect(goods[0]).toMatchObject({ code: 'oilskins', prices: { USD: '89.00', JPY: '13500.00' } });
});

describe('a quote', () => {
  it("is the preview of a purchase, in the form of the library's price", async () => {
    const { post, visit, received } = await openShop((code) => ({ [PREVIEW]: { body: invoiceCollection(code, '') } }));
    const code = await visit();
    expect(await (await post('/api/quote', cart)).json()).toEqual({
      currency: 'USD',
      now: {
        plan: '39.98',
        addons: '0.00',
        setup_fee: '5.00',
        discount: '6.00',
        tax: '11.18',
        gift_card: '20.00',
        credit: '0.00',
        total: '118.96',
      },
      lines: [{ name: 'Oilskin jacket', quantity: 1, amount: '89.00' }],
      taxes: [{ region: 'CA', rate: '0.0875' }],
      already: null,
      is_subscription_taxed: true,
      gift_card_left: '0.00',
      subscription_discount: '6.00',
    });
    const { body } = received.at(-1)!;
    expect(body).toContain(
      `<account><account_code>${code}</account_code><address><address1>1 Pier</address1><city>San Francisco</city><zip>94105</zip><country>US</country></address></account>`,
    );
    expect(body).toContain('<subscription_add_on><add_on_code>readers</add_on_code><quantity>3</quantity>');
    expect(body).toContain('<coupon_codes><coupon_code>TIDE15</coupon_code></coupon_codes>');
    expect(body).toContain('<gift_card><redemption_code>DEMOGIFTUSD00020</redemption_code></gift_card>');
  });

  it('names the receipt of the plan that the customer has', async () => {
    const { post, visit } = await openShop((code) => ({
      [`GET /v2/accounts/${code}/subscriptions`]: { body: subscriptions },
      [PREVIEW]: { body: invoiceCollection(code, '') },
    }));
    await visit();
    expect(await (await post('/api/quote', cart)).json()).toMatchObject({ already: '1000' });
    const yearly = { ...cart, plan: { code: 'tideline-yearly', quantity: 1 } };
    expect(await (await post('/api/quote', yearly)).json()).toMatchObject({ already: null });
  });

  it('has a price for a plan that was bought a moment ago', async () => {
    const previews = [
      { status: 422, body: singleError('duplicate_subscription', '') },
      { body: invoiceCollection('', '') },
    ];
    const { post, visit, received } = await openShop(() => ({ [PREVIEW]: () => previews.shift() ?? {} }));
    const code = await visit();
    expect((await (await post('/api/quote', cart)).json()).now.total).toBe('118.96');
    expect(received.at(-2)?.body).toContain(code);
    expect(received.at(-1)?.body).not.toContain(code);
  });

  it("charges the shop's prices for goods, whatever the page sends", async () => {
    const { post, visit, received } = await openShop((code) => ({ [PREVIEW]: { body: invoiceCollection(code, '') } }));
    await visit();
    await post('/api/quote', {
      ...cart,
      goods: [{ code: 'oilskins', quantity: 1, prices: { USD: '0.01' }, unit_amount: 1 }],
    });
    expect(received.at(-1)?.body).toContain('<unit_amount_in_cents>8900</unit_amount_in_cents><quantity>1</quantity>');
  });

  it('is taxed at the address that was typed, not at that of the card on file', async () => {
    const { post, visit, received } = await openShop((code) => ({
      [`GET /v2/accounts/${code}/billing_info`]: { body: billingInfo },
      [PREVIEW]: { body: invoiceCollection(code, '') },
    }));
    await visit();
    await post('/api/quote', { ...cart, address: { country: 'DE', postal_code: '20095' } });
    expect(received.at(-1)?.body).toContain('<billing_info><zip>20095</zip><country>DE</country></billing_info>');
  });

  it.each([
    ['another currency', { currency: 'CHF' }],
    ['goods that are not sold', { goods: [{ code: 'submarine', quantity: 1 }] }],
    ['less than one', { goods: [{ code: 'mug', quantity: -1 }] }],
    ['half a plan', { plan: { code: 'tideline', quantity: 0.5 } }],
    ['no plan', { plan: undefined }],
    ['no list of extras', { addons: 'readers' }],
    ['more lines than anybody wants', { goods: Array(21).fill({ code: 'mug', quantity: 1 }) }],
  ])('of %s is refused before a request is sent', async (_, changes) => {
    const { post, visit, received } = await openShop();
    await visit();
    const answer = await post('/api/quote', { ...cart, ...changes });
    expect(answer.status).toBe(422);
    expect((await answer.json()).error.message).toContain('Reload the page');
    expect(received).toEqual([]);
  });

  const uselessCodes = validation(
    ['purchase.coupon_codes[0]', 'invalid', 'is invalid'],
    ['purchase.gift_card.redemption_code', 'invalid', 'is invalid'],
  );

  it('is limited against guessing codes', async () => {
    let known = false;
    const { post, visit, received } = await openShop((code) => ({
      [PREVIEW]: () => (known ? { body: invoiceCollection(code, '') } : { status: 422, body: uselessCodes }),
    }));
    await visit();
    for (let guesses = 0; guesses < 20; guesses += 1) await post('/api/quote', cart);
    known = true;
    const answer = await post('/api/quote', cart);
    expect(answer.status).toBe(422);
    expect((await answer.json()).error.fields).toEqual({ coupon: expect.stringContaining('a lot of codes') });
    expect(received.filter(({ path }) => path === '/v2/purchases/preview')).toHaveLength(20);
    // A customer who redeems nothing can still buy.
    expect((await post('/api/quote', { ...cart, coupon: '', gift_card: '' })).status).toBe(200);
  });

  it('reports at its field which code is unusable', async () => {
    const body = uselessCodes;
    const { post, visit } = await openShop(() => ({ [PREVIEW]: { status: 422, body } }));
    await visit();
    expect(await (await post('/api/quote', cart)).json()).toEqual({
      error: {
        message: '',
        fields: {
          coupon: 'This coupon cannot be used for this order.',
          gift_card: 'This gift card has been used up.',
        },
      },
    });
  });
});

describe('a purchase', () => {
  const selling = (code: string) => ({
    [PREVIEW]: { body: invoiceCollection(code, '') },
    [BUY]: { body: invoiceCollection(code) },
  });

  it('is sent once the total on the button is right, with the same body, and a key for the customer and the attempt', async () => {
    const { post, visit, received } = await openShop(selling);
    const code = await visit();
    const answer = await post('/api/purchase', order, attempt);
    expect(await answer.json()).toEqual({ receipt: '1000' });
    const [preview, purchase] = received;
    expect(purchase?.body).toBe(preview?.body);
    expect(purchase?.headers['idempotency-key']).toBe(`${code} attempt-0123456789`);
    expect(purchase?.body).toContain('<billing_info><token_id>token-1</token_id></billing_info>');
    expect(purchase?.body).toContain('<first_name>Ada</first_name><last_name>Lovelace</last_name>');
  });

  it('with another total than the one on the button is not sent', async () => {
    const { post, visit, received } = await openShop(selling);
    await visit();
    const answer = await post('/api/purchase', { ...order, agreed: '1.00' }, attempt);
    expect(answer.status).toBe(422);
    expect((await answer.json()).error.message).toContain('The price has changed');
    expect(received.map(({ path }) => path)).toEqual(['/v2/purchases/preview']);
  });

  it('is repeated without a new price when the attempt is repeated', async () => {
    const { post, visit, received } = await openShop(selling);
    await visit();
    await post('/api/purchase', { ...order, agreed: undefined }, attempt);
    expect(received.map(({ path }) => path)).toEqual(['/v2/purchases']);
  });

  it('without an id for the attempt is not sent', async () => {
    const { post, visit, received } = await openShop(selling);
    await visit();
    for (const headers of [{}, { 'Idempotency-Key': 'short' }]) {
      expect((await post('/api/purchase', order, headers as Record<string, string>)).status).toBe(400);
    }
    expect(received).toEqual([]);
  });

  it('returns the missing fields, and requires an address only for shipped goods', async () => {
    const { post, visit } = await openShop();
    await visit();
    const bare = { ...order, first_name: ' ', token: '', address: {} };
    const { error } = await (await post('/api/purchase', bare, attempt)).json();
    expect(Object.keys(error.fields)).toEqual(['first_name', 'address1', 'city', 'postal_code', 'country', 'token']);
    const again = await (await post('/api/purchase', { ...bare, goods: [] }, attempt)).json();
    expect(Object.keys(again.error.fields)).toEqual(['first_name', 'postal_code', 'country', 'token']);
  });

  it('that a bank declines is answered in the words of the bank', async () => {
    const body = transactionError('insufficient_funds', 'There are not enough funds.', 'number', 'declined');
    const { post, visit } = await openShop((code) => ({ ...selling(code), [BUY]: { status: 422, body } }));
    await visit();
    expect(await (await post('/api/purchase', order, attempt)).json()).toEqual({
      error: { message: 'There are not enough funds.', fields: {}, declined: true },
    });
  });

  it.each([
    [404, 'token_invalid', 422, { message: expect.stringContaining('This took too long') }],
    [422, 'simultaneous_request', 503, { message: expect.stringContaining('under way') }],
    [422, 'duplicate_subscription', 422, { message: expect.stringContaining('a moment ago') }],
    [422, 'coupon_not_redeemable', 422, { fields: { coupon: 'This coupon has been used up.' } }],
    [422, 'gift_card_already_redeemed', 422, { fields: { gift_card: 'This gift card has been used up.' } }],
    [500, 'internal_server_error', 503, { message: expect.stringContaining('you will not be charged twice') }],
  ])('refused with %i %s is answered with %i', async (status, symbol, answered, error) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const refusal = { status, body: singleError(symbol, '') };
    const { post, visit } = await openShop((code) => ({ ...selling(code), [BUY]: refusal }));
    await visit();
    const answer = await post('/api/purchase', order, attempt);
    expect(answer.status).toBe(answered);
    expect((await answer.json()).error).toMatchObject(error);
  });

  it('answered without an invoice is an error of the shop', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const empty = '<?xml version="1.0"?><invoice_collection><credit_invoices type="array"/></invoice_collection>';
    const { post, visit } = await openShop((code) => ({ ...selling(code), [BUY]: { body: empty } }));
    await visit();
    expect((await post('/api/purchase', order, attempt)).status).toBe(503);
  });
});
