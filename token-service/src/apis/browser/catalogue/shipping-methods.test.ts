import type { Records } from '@service/billing/ports/storage.ts';
import { expect, test } from 'vitest';
import { aShippingMethod } from '../../../adapters/storage/testing/samples.ts';
import { openBrowserOrigin } from '../browser-origin.fixture.ts';
import { PLAN_CACHE } from './plans.ts';

const PARCEL = aShippingMethod(1, { code: 'parcel', name: 'Parcel', tax_code: 'freight' });

/** Returns what the browser API answers about the method of a code, on a site that has only the parcel. */
const lookUp = async (code: string) => {
  const find = async (asked: string) => (asked === PARCEL.code ? PARCEL : undefined);
  const storage = { of: () => ({ shippingMethods: { find } }) as unknown as Records };
  const { url } = await openBrowserOrigin({ storage });
  const response = await fetch(`${url}/js/v1/shipping_methods/${code}?key=demo-public-key`);
  return { status: response.status, cache: response.headers.get('Cache-Control'), body: await response.json() };
};

test('the public part of a shipping method is its name, and the tax code of its fees', async () => {
  expect(await lookUp('parcel')).toEqual({
    status: 200,
    cache: PLAN_CACHE,
    body: { code: 'parcel', name: 'Parcel', tax_code: 'freight' },
  });
});

test('a code that no shipping method has is answered with what to do', async () => {
  const { status, cache, body } = await lookUp('courier');
  expect([status, cache]).toEqual([404, 'no-store']);
  expect(body.error).toEqual({
    code: 'not-found',
    message: 'No shipping method has this code. Check the code, or create the method in the console.',
  });
});
