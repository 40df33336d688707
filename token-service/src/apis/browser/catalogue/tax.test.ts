import type { TaxProvider } from '@service/billing/ports/tax.ts';
import { Failure } from '@service/billing/values/failure.ts';
import type { TaxRequest } from '@service/billing/values/tax/taxed.ts';
import { describe, expect, test } from 'vitest';
import { openBrowserOrigin } from '../browser-origin.fixture.ts';

const CALIFORNIA = { type: 'usst', tax_type: 'usst', region: 'CA', rate: '0.0875' };
const FRANCE = { type: 'vat', tax_type: 'vat', region: 'FR', rate: '0.2' };

describe('the taxes at an address', () => {
  test.each([
    ['country=US&postal_code=94105', [CALIFORNIA]],
    ['country=us&postal_code=94105-1234', [CALIFORNIA]],
    ['country=FR', [FRANCE]],
    ['country=FR&postal_code=75001&tax_code=digital', [FRANCE]],
    ['country=FR&vat_number=000000000', [FRANCE]],
    ['country=FR&vat_number=FR12345678901', []],
    ['country=FR&postal_code=97110', []],
    ['country=US', []],
    ['country=US&postal_code=10001', []],
    ['country=BR', []],
    ['country=XX', []],
    ['country=US/94105', []],
    ['country=', []],
    ['', []],
  ])('%s are %j', async (query, expected) => {
    const { tax } = await openBrowserOrigin();
    expect(await tax(`key=demo-public-key&${query}`)).toEqual({ status: 200, body: expected });
  });

  test('are none where the merchant may not sell', async () => {
    const { tax } = await openBrowserOrigin();
    expect(await tax('key=german-key&country=FR')).toEqual({
      status: 200,
      body: [{ type: 'vat', tax_type: 'vat', region: 'DE', rate: '0.19' }],
    });
    expect(await tax('key=german-key&country=FR&tax_code=digital')).toEqual({ status: 200, body: [] });
  });

  test('are cached by the browser that asked, and refusals not at all', async () => {
    const { url } = await openBrowserOrigin();
    const cacheOf = async (path: string) => (await fetch(`${url}/js/v1/tax?${path}`)).headers.get('Cache-Control');
    expect(await cacheOf('key=demo-public-key&country=FR')).toBe('private, max-age=300');
    expect(await cacheOf('key=unknown&country=FR')).toBe('no-store');
  });

  test('are asked for with a public key, and not too often', async () => {
    const { tax } = await openBrowserOrigin({ limits: { perAddress: 2, perKey: 100 } });
    expect(await tax('country=FR')).toMatchObject({ status: 403, body: { error: { code: 'invalid-public-key' } } });
    expect(await tax('key=demo-public-key&country=FR')).toMatchObject({ status: 200 });
    expect(await tax('key=demo-public-key&country=FR')).toMatchObject({ status: 429 });
  });

  test('leave no trace of where a shopper lives', async () => {
    const { tax, lines } = await openBrowserOrigin();
    await tax('key=demo-public-key&country=US&postal_code=94105&vat_number=FR12345678901');
    expect(lines).toEqual([
      { route: 'tax', method: 'GET', status: 200, milliseconds: 0, request_id: 'an-id', site: 'demo' },
    ]);
  });
});

describe('another provider', () => {
  test('gets the complete request, and may return any rates', async () => {
    const requests: TaxRequest[] = [];
    const provider: TaxProvider = {
      taxation: async (request) => {
        requests.push(request);
        return { outcome: 'rates', rates: [{ type: 'br', region: 'ISS', rate: '0.02' }] };
      },
    };
    const { tax } = await openBrowserOrigin({ tax: provider });
    const query = 'key=demo-public-key&country=BR&postal_code=01310-100&tax_code=SW050&vat_number=1';
    expect((await tax(query)).body).toEqual([{ type: 'br', tax_type: 'br', region: 'ISS', rate: '0.02' }]);
    expect(requests).toMatchObject([
      {
        site: { id: 'demo' },
        destination: { country: 'BR', zip: '01310-100' },
        tax_code: 'SW050',
        vat_number: '1',
        exemptions: { exempt: false },
      },
    ]);
  });

  test('may be out of reach', async () => {
    const tax: TaxProvider = { taxation: async () => Promise.reject(new Failure('service_unavailable')) };
    const origin = await openBrowserOrigin({ tax });
    expect(await origin.tax('key=demo-public-key&country=FR')).toMatchObject({
      status: 503,
      body: { error: { code: 'api-error' } },
    });
  });
});
