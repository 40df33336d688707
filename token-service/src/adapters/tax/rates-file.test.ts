import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { europeanCountries } from '@service/billing/values/tax/places.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTaxRates, readRates } from './rates-file.ts';

const fileOf = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'rates-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'rates.json');
  writeFileSync(path, text);
  return path;
};

const at = (country: string, zip = '') => ({ country, state: '', zip });
const ratesAt = (table: Awaited<ReturnType<typeof openTaxRates>>, country: string, zip?: string): string[] =>
  table.at(at(country, zip)).map(({ tax, rate }) => `${tax} ${rate}`);

describe('the rates that come with the service', () => {
  test.each([
    ['US', '94105', ['sales tax 0.0875']],
    ['US', '94016', ['sales tax 0.0725']],
    ['US', '10001', ['sales tax 0.08875']],
    ['CA', 'H2X1Y4', ['GST 0.05', 'QST 0.09975']],
    ['CA', 'M5V2T6', ['HST 0.13']],
    ['CA', 'T2P1J9', ['GST 0.05']],
    ['AU', '2000', ['GST 0.1']],
    ['CH', '8001', ['VAT 0.077']],
    ['GB', 'SW1A1AA', ['VAT 0.2']],
  ])('in %s %s are %j', async (country, zip, expected) => {
    expect(ratesAt(await openTaxRates(null), country, zip)).toEqual(expected);
  });

  test('know every country of the European Union', async () => {
    const table = await openTaxRates(null);
    for (const country of europeanCountries()) expect(ratesAt(table, country), country).toHaveLength(1);
  });

  test.each([
    ['ES', '51001'],
    ['FI', '22100'],
    ['FR', '97110'],
    ['GB', 'JE23AB'],
  ])('leave %s %s out', async (country, zip) => {
    const table = await openTaxRates(null);
    expect([table.isUntaxed(at(country, zip)), table.isUntaxed(at(country, '10000'))]).toEqual([true, false]);
  });
});

describe('a file of a merchant', () => {
  test('replaces the countries that it names and leaves the others', async () => {
    const table = await openTaxRates(
      fileOf(`{"rates": [
        {"country": "US", "region": "CO", "postal_codes": ["080-081", "80202"], "tax": "sales tax", "percent": 2.9},
        {"country": "FI", "tax": "VAT", "percent": 25.5},
        {"country": "BR", "tax": "ISS", "percent": 0}
      ]}`),
    );
    expect(ratesAt(table, 'US', '94105')).toEqual([]);
    expect(ratesAt(table, 'US', '08100')).toEqual(['sales tax 0.029']);
    expect(ratesAt(table, 'US', '80202')).toEqual(['sales tax 0.029']);
    expect(ratesAt(table, 'FI', '22100')).toEqual(['VAT 0.255']);
    expect(table.isUntaxed(at('FI', '22100'))).toBe(false);
    expect(ratesAt(table, 'BR')).toEqual(['ISS 0']);
    expect(ratesAt(table, 'DE')).toEqual(['VAT 0.19']);
    expect(table.isUntaxed(at('ES', '51001'))).toBe(true);
  });

  test('that cannot be read is named', async () => {
    await expect(openTaxRates('/nowhere/rates.json')).rejects.toThrow(
      'TAX_RATES_FILE: /nowhere/rates.json cannot be read. Name a file that this user can read, or leave it out.',
    );
  });

  const line = (changes: object): string =>
    JSON.stringify({
      rates: [
        { country: 'DE', tax: 'VAT', percent: 19 },
        { country: 'FR', tax: 'VAT', percent: 20, ...changes },
      ],
    });

  test.each([
    ['{', /^TAX_RATES_FILE: the file cannot be used: it is no JSON \(.+\)\.$/],
    ['[]', /^TAX_RATES_FILE: the file cannot be used: write an object with rates, untaxed\.$/],
    ['{"rates": {}}', /: rates cannot be used: write a list in brackets\.$/],
    ['{"rate": []}', /: the file\.rate cannot be used: there are only rates, untaxed\.$/],
    ['{"rates": [null]}', /: rates\[0\] cannot be used: write an object with country/],
    [line({ country: 'EL' }), /: rates\[1\]\.country cannot be used: write an ISO 3166 code/],
    [line({ country: 'US' }), /: rates\[1\]\.region cannot be used: write the two letters of a US state/],
    [line({ country: 'US', region: 'XX' }), /: rates\[1\]\.region cannot be used/],
    [line({ tax: ' ' }), /: rates\[1\]\.tax cannot be used: write the name of the tax, such as VAT\.$/],
    [line({ percent: '20' }), /: rates\[1\]\.percent cannot be used: write a number from 0 to 100/],
    [line({ percent: -1 }), /: rates\[1\]\.percent /],
    [line({ percent: 100.5 }), /: rates\[1\]\.percent /],
    [line({ percent: 1.00001 }), /: rates\[1\]\.percent .* at most 4 decimals/],
    [line({ postal_codes: '75' }), /: rates\[1\]\.postal_codes cannot be used: write a list in brackets\.$/],
    [line({ postal_codes: [75001] }), /: rates\[1\]\.postal_codes cannot be used: write beginnings/],
    [line({ postal_codes: ['75 001'] }), /: rates\[1\]\.postal_codes /],
    [line({ postal_codes: ['9-10'] }), /: rates\[1\]\.postal_codes .* ranges of one length/],
    [line({ postal_codes: ['961-900'] }), /: rates\[1\]\.postal_codes /],
    [line({ prozent: 20 }), /: rates\[1\]\.prozent cannot be used: there are only country, region/],
    ['{"untaxed": [{"country": "FR"}]}', /: untaxed\[0\]\.postal_codes cannot be used: write a list in brackets\.$/],
  ])('with a mistake is refused in one line: %s', (text, message) => {
    expect(() => readRates(text)).toThrow(message);
  });
});
