import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DEMO_KEYS } from '../../seed/demo.ts';
import { startTestService, type TestService } from '../service.ts';
import { onBothEngines } from './engines.ts';

const taxes = async (service: TestService, query: string, key: string = DEMO_KEYS.public): Promise<unknown> =>
  (await fetch(`${service.browserUrl}/js/v1/tax?key=${key}&${query}`)).json();

const rate = (type: string, region: string, rate: string) => ({ type, tax_type: type, region, rate });

onBothEngines('the taxes of a shopper', (service) => {
  it.each([
    ['country=US&postal_code=94105', [rate('usst', 'CA', '0.0875')]],
    ['country=US&postal_code=10001', [rate('usst', 'NY', '0.08875')]],
    ['country=DE', [rate('vat', 'DE', '0.19')]],
    ['country=DE&vat_number=DE123456789', []],
    ['country=CA&postal_code=H2X 1Y4', [rate('ca', 'GST', '0.05'), rate('ca', 'QST', '0.09975')]],
    ['country=AU&vat_number=10120000004', []],
    ['country=JP', [rate('jp', 'Consumption Tax', '0.1')]],
    ['country=US&postal_code=97201', []],
  ])('at the demo site, for %s, are %j', async (query, expected) => {
    expect(await taxes(service(), query)).toEqual(expected);
  });

  it('are limited to the taxes that the merchant is registered to collect', async () => {
    const german = await service().openSite({ seller_country: 'DE', tax_registrations: ['DE', 'FR'] });
    const nowhere = await service().openSite({ tax_registrations: [] });
    const [paris, vienna] = ['country=FR&tax_code=digital', 'country=AT'];
    expect(await taxes(service(), paris, german.publicKey)).toEqual([rate('vat', 'FR', '0.2')]);
    expect(await taxes(service(), vienna, german.publicKey)).toEqual([rate('vat', 'DE', '0.19')]);
    expect(await taxes(service(), paris, nowhere.publicKey)).toEqual([]);
  });
});

const startWith = async (rates: object): Promise<TestService> => {
  const folder = mkdtempSync(join(tmpdir(), 'tax-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'rates.json');
  writeFileSync(path, JSON.stringify(rates));
  return startTestService({ env: { TAX_RATES_FILE: path } });
};

it('the merchant’s own tax rates replace the built-in ones', async () => {
  const service = await startWith({ rates: [{ country: 'DE', tax: 'VAT', percent: 16 }] });
  expect(await taxes(service, 'country=DE')).toEqual([rate('vat', 'DE', '0.16')]);
  expect(await taxes(service, 'country=FR')).toEqual([rate('vat', 'FR', '0.2')]);
  await service.close();
});

it('startup fails with a one-line message when the tax rates are invalid', async () => {
  await expect(startWith({ rates: [{ country: 'DE', tax: 'VAT', percent: '16' }] })).rejects.toThrow(
    'TAX_RATES_FILE: rates[0].percent cannot be used: write a number from 0 to 100 of at most 4 decimals, such as 8.75.',
  );
});
