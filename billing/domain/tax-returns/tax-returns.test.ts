import { expect, test } from 'vitest';
import { australianBoxes, britishBoxes, zealandBoxes } from './boxes.ts';
import {
  canadianReturn,
  isInAmericanReturns,
  isInEcSalesList,
  isInReturnOf,
  listedVatNumber,
  oneStopShopPart,
} from './placements.ts';
import { type SoldPart, taxPartsOf } from './sold-part.ts';

const part = (changes: Partial<SoldPart>): SoldPart => ({
  country: 'FR',
  state: null,
  region: null,
  tax_type: null,
  rate: null,
  treatment: 'not_taxed',
  currency: 'EUR',
  seller_country: 'DE',
  account_code: 'ada',
  vat_number: null,
  corrected_quarter: null,
  net: 1000,
  tax: 0,
  ...changes,
});

const taxed = (tax_type: string, region: string, changes: Partial<SoldPart> = {}): SoldPart =>
  part({ treatment: 'taxed', tax_type, region, rate: '0.2', tax: 200, ...changes });

const reversed = (changes: Partial<SoldPart> = {}): SoldPart =>
  part({ treatment: 'reverse_charge', vat_number: 'FR12345678901', ...changes });

test.each([
  ['French VAT of a German seller', taxed('vat', 'FR'), 'in_return'],
  ['a credit of an earlier quarter', taxed('vat', 'FR', { corrected_quarter: '2026-Q2' }), 'correction'],
  ['sales at home', taxed('vat', 'DE', { country: 'DE' }), 'not_in_return'],
  ['sales to France at the rate of the seller', taxed('vat', 'DE'), 'not_in_return'],
  ['French VAT of an American seller', taxed('vat', 'FR', { seller_country: 'US' }), 'in_return'],
  ['British VAT', taxed('gb', 'VAT', { country: 'GB' }), 'not_in_return'],
  ['reverse charge', reversed(), 'not_in_return'],
  ['sales without tax', part({}), 'not_in_return'],
])('one-stop shop: %s', (_, sold, expected) => {
  expect(oneStopShopPart(sold)).toBe(expected);
});

test.each([
  ['to a business in another member state', reversed(), true],
  ['of a credit as well', reversed({ corrected_quarter: '2026-Q2', net: -1000 }), true],
  ['to a business in Northern Ireland', reversed({ country: 'GB', vat_number: 'XI123456789' }), true],
  ['to a business in Great Britain', reversed({ country: 'GB', vat_number: 'GB123456789' }), false],
  ['to a business at home', reversed({ country: 'DE', vat_number: 'DE123456789' }), false],
  ['whose number was erased', reversed({ vat_number: null }), true],
  ['from a seller outside of the European Union', reversed({ seller_country: 'US' }), false],
  ['no: it is taxed', taxed('vat', 'FR', { vat_number: 'FR12345678901' }), false],
  ['to a customer without a country', reversed({ country: null }), false],
])('EC sales list: reverse charge %s', (_, sold, expected) => {
  expect(isInEcSalesList(sold)).toBe(expected);
});

test.each([
  ['FR', 'fr 12 345 678 901', 'FR12345678901'],
  ['FR', '12345678901', 'FR12345678901'],
  ['GR', '123456789', 'EL123456789'],
  ['GB', 'xi 123456789', 'XI123456789'],
  ['FR', ' ', null],
  ['FR', null, null],
])('the number of a business in %s written %j is listed as %j', (country, vat_number, expected) => {
  expect(listedVatNumber({ country, vat_number })).toBe(expected);
});

test.each([
  ['taxed there', taxed('gb', 'VAT', { country: 'GB' }), true],
  ['taxed elsewhere by a seller there', taxed('vat', 'FR', { seller_country: 'GB' }), false],
  ['untaxed by a seller there', part({ seller_country: 'GB', country: 'US' }), true],
  ['under reverse charge by a seller there', reversed({ seller_country: 'GB' }), true],
  ['untaxed to a customer there', part({ country: 'GB' }), true],
  ['untaxed elsewhere', part({}), false],
])('the return of the United Kingdom: what is %s', (_, sold, expected) => {
  expect(isInReturnOf('GB', sold)).toBe(expected);
});

test.each([
  ['what a state taxes', taxed('usst', 'CA', { country: 'US' }), true],
  ['what customers there buy without tax', part({ country: 'US' }), true],
  ['Canadian tax', taxed('ca', 'GST', { country: 'CA', state: 'CA' }), false],
  ['what others buy without tax', part({ country: 'CA' }), false],
])('the returns of American states: %s', (_, sold, expected) => {
  expect(isInAmericanReturns(sold)).toBe(expected);
});

test.each([
  [taxed('ca', 'GST'), 'gst_hst'],
  [taxed('ca', 'HST'), 'gst_hst'],
  [taxed('ca', 'QST'), 'qst'],
  [taxed('ca', 'PST'), 'pst'],
  [taxed('ca', 'RST'), 'other_tax'],
  [taxed('usst', 'GST'), 'not_in_return'],
  [part({ country: 'CA' }), 'untaxed'],
  [part({ country: 'FR' }), 'not_in_return'],
])('the returns of Canada: %j', (sold, expected) => {
  expect(canadianReturn(sold)).toBe(expected);
});

test('boxes have the tax, and the value of sales with or without it', () => {
  const sold = { treatment: 'taxed', net: 1000, tax: 100 } as const;
  const untaxed = { treatment: 'not_taxed', net: -300, tax: 0 } as const;
  expect([britishBoxes(sold), britishBoxes(untaxed)]).toEqual([
    { box_1: 100, box_6: 1000 },
    { box_1: 0, box_6: -300 },
  ]);
  expect(australianBoxes(sold)).toEqual({ label_g1: 1100, label_1a: 100 });
  expect([zealandBoxes(sold), zealandBoxes(untaxed)]).toEqual([
    { box_5: 1100, box_6: 0, box_8: 100 },
    { box_5: -300, box_6: -300, box_8: 0 },
  ]);
});

test('a line has a part for each of its taxes, also where one rounds to nothing, or one for all of it', () => {
  const line = {
    ...{ country: 'CA', state: 'QC', currency: 'CAD' },
    ...{ tax_exempt: false, gift_card: false, reverse_charge: false, invoice_origin: 'purchase' },
  };
  const gst = { type: 'ca', region: 'GST', rate: '0.05', amount: 50 };
  const qst = { type: 'ca', region: 'QST', rate: '0.09975', amount: 100 };
  const regions = (taxes: readonly (typeof gst)[]) =>
    taxPartsOf({ ...line, taxes }).map(([{ region, treatment }, tax]) => [region, treatment, tax]);
  expect(regions([gst, qst])).toEqual([
    ['GST', 'taxed', 50],
    ['QST', 'taxed', 100],
  ]);
  expect(regions([{ ...gst, amount: 0 }, qst])).toEqual([
    ['GST', 'taxed', 0],
    ['QST', 'taxed', 100],
  ]);
  expect(regions([gst, qst].map((tax) => ({ ...tax, amount: 0 })))).toEqual([
    ['GST', 'taxed', 0],
    ['QST', 'taxed', 0],
  ]);
  expect(regions([])).toEqual([[null, 'not_taxed', 0]]);
});
