import { afterEach, expect, test, vi } from 'vitest';
import { PLANS } from '../src/pricing/catalogue.fixture.ts';
import { lookups } from '../src/pricing/lookups.ts';
import { pricingFactory } from '../src/pricing/pricing-factory.ts';
import { requests } from '../src/request.ts';
import { type Priced, priceSelection, type Selection } from './selection.ts';

afterEach(() => vi.unstubAllGlobals());

/** Returns what the components get for a selection while the service answers with `answer`. */
const priced = (selection: Selection, answer: object): Promise<Priced> => {
  vi.stubGlobal('fetch', async () => Response.json(answer));
  const config = { publicKey: 'key', api: 'https://pay.example/js/v1', timeout: 5000 };
  const catalogue = lookups(() => requests(config as never, new AbortController().signal));
  const unbound = () => Promise.reject(new Error('Nothing is attached.'));
  const Pricing = pricingFactory(catalogue, () => 'USD', unbound);
  return new Promise((resolve) => priceSelection({ Pricing } as never, selection, resolve));
};

test('a selection has a price', async () => {
  const { price, errors } = await priced({ plan: 'P' }, PLANS.P!);
  expect([price?.now.total, errors]).toEqual(['21.99', {}]);
});

test('a selection with a shipping method costs its fee, too', async () => {
  const shipping = { method: 'parcel', amount: 4.9 };
  const { price, errors } = await priced({ plan: 'P', shipping }, PLANS.P!);
  expect([price?.now.shipping, price?.now.total, errors]).toEqual(['4.90', '26.89', {}]);
});

test('without a plan there is no price, not one of 0.00', async () => {
  expect(await priced({}, {})).toEqual({ price: undefined, errors: {}, pending: false });
});

test('with a wrong key there is no price, and the error says so', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue();
  const error = { code: 'invalid-public-key', message: 'The public key is missing or not that of a site.' };
  const { price, errors } = await priced({ plan: 'P', coupon: 'SPRING' }, { error });
  expect([price, errors.plan?.code]).toEqual([undefined, 'invalid-public-key']);
  expect(told).toHaveBeenCalledWith(`Pricing: ${error.message}`);
});
