import { describe, expect, test } from 'vitest';
import type { Site } from '../../resources/site.ts';
import { rateTable } from './rates.ts';
import { ratesOf, taxationBy } from './taxation.ts';
import type { Taxation, TaxRequest } from './taxed.ts';

const TABLE = rateTable(
  [
    { country: 'DE', tax: 'VAT', rate: '0.19' },
    { country: 'ES', tax: 'VAT', rate: '0.21' },
    { country: 'FI', tax: 'VAT', rate: '0.24' },
    { country: 'FR', tax: 'VAT', rate: '0.2' },
    { country: 'GR', tax: 'VAT', rate: '0.24' },
    { country: 'PT', tax: 'VAT', rate: '0.23' },
    { country: 'PT', postal_codes: ['90-94'], tax: 'VAT', rate: '0.22' },
    { country: 'GB', tax: 'VAT', rate: '0.2' },
    { country: 'AU', tax: 'GST', rate: '0.1' },
    { country: 'CA', tax: 'GST', rate: '0.05' },
    { country: 'CA', region: 'QC', postal_codes: ['G', 'H', 'J'], tax: 'GST', rate: '0.05' },
    { country: 'CA', region: 'QC', postal_codes: ['G', 'H', 'J'], tax: 'QST', rate: '0.09975' },
    { country: 'CA', region: 'ON', postal_codes: ['M'], tax: 'HST', rate: '0.13' },
    { country: 'US', region: 'CA', postal_codes: ['900-961'], tax: 'sales tax', rate: '0.0725' },
    { country: 'US', region: 'CA', postal_codes: ['94105'], tax: 'sales tax', rate: '0.0875' },
    { country: 'US', region: 'NY', tax: 'sales tax', rate: '0.04' },
  ],
  [
    { country: 'ES', postal_codes: ['35', '38', '51', '52'] },
    { country: 'FI', postal_codes: ['22'] },
    { country: 'FR', postal_codes: ['97'] },
    { country: 'GB', postal_codes: ['GY', 'JE'] },
  ],
);

interface Sale extends Partial<Omit<TaxRequest, 'site' | 'destination'>> {
  readonly seller?: string;
  readonly registered?: readonly string[];
  readonly mode?: Site['mode'];
  readonly to?: TaxRequest['destination'];
}

const taxation = ({ seller = 'US', registered = [], mode = 'sandbox', to, ...rest }: Sale): Taxation =>
  taxationBy(TABLE)({
    site: { mode, seller_country: seller, tax_registrations: registered },
    destination: to,
    tax_code: null,
    vat_number: null,
    exemptions: { exempt: false },
    ...rest,
  });

/** `vat DE 0.19`, `reverse charge FR12345678901`, `refused FR`, or nothing. */
const noteOf = (sale: Sale): string => {
  const answer = taxation(sale);
  if (answer.outcome === 'reverse_charge') return `reverse charge ${answer.vat_number}`;
  if (answer.outcome === 'refused') return `refused ${answer.country}`;
  return answer.rates.map(({ type, region, rate }) => `${type} ${region} ${rate}`).join(', ');
};

const DE = { country: 'DE', zip: '10115' };
const FR = { country: 'FR', zip: '75001' };
const US = { country: 'US', zip: '94105' };

describe('VAT of the European Union', () => {
  const GERMAN = { seller: 'DE', registered: ['DE'] };
  const GERMAN_IN_FRANCE = { seller: 'DE', registered: ['DE', 'FR'] };
  const NUMBER = { vat_number: 'FR 12 345678901' };

  test.each<[string, Sale, string]>([
    ['to a buyer outside: none', { ...GERMAN, to: { country: 'CH' } }, ''],
    ['to a buyer outside, of digital goods: none', { ...GERMAN, to: US, tax_code: 'digital' }, ''],
    ['to a business at home: the seller’s', { ...GERMAN, to: DE, vat_number: 'DE123456789' }, 'vat DE 0.19'],
    ['to a business in another country', { ...GERMAN, to: FR, ...NUMBER }, 'reverse charge FR12345678901'],
    ['the same, registered there', { ...GERMAN_IN_FRANCE, to: FR, ...NUMBER }, 'reverse charge FR12345678901'],
    [
      'of digital goods, registered there: the buyer’s',
      { ...GERMAN_IN_FRANCE, to: FR, tax_code: 'digital' },
      'vat FR 0.2',
    ],
    ['of digital goods, not registered there', { ...GERMAN, to: FR, tax_code: 'digital' }, 'refused FR'],
    ['of digital goods at home: the seller’s', { ...GERMAN, to: DE, tax_code: 'digital' }, 'vat DE 0.19'],
    ['of goods, registered there: the buyer’s', { ...GERMAN_IN_FRANCE, to: FR, tax_code: 'physical' }, 'vat FR 0.2'],
    ['of anything, registered there: the buyer’s', { ...GERMAN_IN_FRANCE, to: FR, tax_code: 'unknown' }, 'vat FR 0.2'],
    ['of goods, not registered there: the seller’s', { ...GERMAN, to: FR, tax_code: 'physical' }, 'vat DE 0.19'],
    ['of anything, not registered there: the seller’s', { ...GERMAN, to: FR, tax_code: 'unknown' }, 'vat DE 0.19'],
    ['of what no code says: as of goods', { ...GERMAN, to: FR }, 'vat DE 0.19'],
    ['by one who collects none', { seller: 'DE', registered: ['US-CA'], to: DE }, ''],
    ['by one who is registered abroad, at home', { seller: 'DE', registered: ['FR'], to: DE }, 'vat DE 0.19'],
    [
      'by one who is registered everywhere',
      { seller: 'DE', registered: ['EU'], to: FR, tax_code: 'digital' },
      'vat FR 0.2',
    ],
  ])('from a seller inside %s', (_, sale, expected) => {
    expect(noteOf(sale)).toBe(expected);
  });

  test.each<[string, Sale, string]>([
    ['to a registered country: the buyer’s', { registered: ['FR'], to: FR }, 'vat FR 0.2'],
    [
      'of digital goods to a registered country: the buyer’s',
      { registered: ['FR'], to: FR, tax_code: 'digital' },
      'vat FR 0.2',
    ],
    ['to another country: none', { registered: ['DE'], to: FR }, ''],
    ['of digital goods to another country: none', { registered: ['DE'], to: FR, tax_code: 'digital' }, ''],
    [
      'to a business: none, the buyer owes it',
      { registered: ['FR'], to: FR, ...NUMBER },
      'reverse charge FR12345678901',
    ],
    [
      'to a business in another country: likewise',
      { registered: ['DE'], to: FR, ...NUMBER },
      'reverse charge FR12345678901',
    ],
    ['to a business, by one who collects no VAT: none', { registered: ['US-CA'], to: FR, ...NUMBER }, ''],
  ])('from a seller outside %s', (_, sale, expected) => {
    expect(noteOf(sale)).toBe(expected);
  });

  test.each<[string, Sale, string]>([
    ['a number that is not valid counts as none', { ...GERMAN, to: FR, vat_number: '000000000' }, 'vat DE 0.19'],
    [
      'so does one that does not look like one, in production',
      { ...GERMAN, mode: 'production', to: FR, vat_number: 'mine' },
      'vat DE 0.19',
    ],
    ['while the sandbox takes it', { ...GERMAN, to: FR, vat_number: 'mine' }, 'reverse charge FRMINE'],
    [
      'Greece has its own prefix',
      { ...GERMAN, to: { country: 'GR' }, vat_number: 'GR123456789' },
      'reverse charge EL123456789',
    ],
    ['and keeps its country code on the invoice', { registered: ['GR'], to: { country: 'GR' } }, 'vat GR 0.24'],
    [
      'islands may have a rate of their own',
      { registered: ['EU'], to: { country: 'PT', zip: '9000-001' } },
      'vat PT 0.22',
    ],
  ])('%s', (_, sale, expected) => {
    expect(noteOf(sale)).toBe(expected);
  });

  test.each([
    { country: 'AX' },
    { country: 'GP' },
    { country: 'JE' },
    { country: 'ES', zip: '51001' },
    { country: 'ES', zip: '35001' },
    { country: 'FI', zip: '22100' },
    { country: 'FR', zip: '97110' },
    { country: 'GB', zip: 'je2 3ab' },
  ])('does not reach %j', (to) => {
    expect(noteOf({ seller: 'DE', registered: ['EU', 'GB'], to })).toBe('');
  });

  test('reaches goods for businesses in Northern Ireland, and nothing else there', () => {
    const belfast = { ...GERMAN, registered: ['DE', 'GB'], to: { country: 'GB', zip: 'BT1 1AA' } };
    expect(noteOf({ ...belfast, vat_number: 'XI123456789' })).toBe('reverse charge XI123456789');
    expect(noteOf({ ...belfast, registered: ['GB'], vat_number: 'XI123456789' })).toBe('gb VAT 0.2');
    for (const other of [
      { vat_number: 'XI123456789', tax_code: 'digital' },
      { vat_number: 'GB123456789' },
      { vat_number: 'XI000000000' },
      { vat_number: 'XI123456789', seller: 'US' },
    ]) {
      expect(noteOf({ ...belfast, ...other })).toBe('gb VAT 0.2');
    }
  });
});

describe('sales tax of the United States', () => {
  const registered = ['US-CA', 'US-NY'];

  test.each<[string, Sale['to'], string]>([
    ['goes by postal code', { country: 'US', zip: '94105' }, 'usst CA 0.0875'],
    ['however it is written', { country: 'US', zip: ' 94105-1234' }, 'usst CA 0.0875'],
    ['by the most exact beginning of it', { country: 'US', zip: '94106' }, 'usst CA 0.0725'],
    ['from the first of a range', { country: 'US', zip: '90001' }, 'usst CA 0.0725'],
    ['to its last', { country: 'US', zip: '96199' }, 'usst CA 0.0725'],
    ['and not beyond', { country: 'US', zip: '96200' }, ''],
    ['else by state', { country: 'US', zip: '10001', state: ' ny ' }, 'usst NY 0.04'],
    ['which a postal code corrects', { country: 'US', zip: '94105', state: 'NY' }, 'usst CA 0.0875'],
    ['and needs a postal code', { country: 'US', state: 'NY' }, ''],
    ['that says something', { country: 'US', state: 'NY', zip: ' - ' }, ''],
  ])('%s', (_, to, expected) => {
    expect(noteOf({ registered, to })).toBe(expected);
  });

  test('is collected in the states that the merchant named, by sellers of any country', () => {
    expect(noteOf({ registered: ['US-NY'], to: US })).toBe('');
    expect(noteOf({ seller: 'DE', registered: ['DE', 'US-CA'], to: US })).toBe('usst CA 0.0875');
  });
});

describe('other countries', () => {
  const MONTREAL = { country: 'CA', zip: 'H2X 1Y4' };
  const TORONTO = { country: 'CA', zip: 'M5V 2T6' };

  test.each<[string, Sale, string]>([
    ['tax at one rate', { registered: ['GB'], to: { country: 'GB', zip: 'SW1A 1AA' } }, 'gb VAT 0.2'],
    ['where the merchant collects it', { registered: ['AU'], to: { country: 'GB' } }, ''],
    ['and the table knows it', { registered: ['BR'], to: { country: 'BR' } }, ''],
    ['Canada of the country alone', { registered: ['CA'], to: MONTREAL }, 'ca GST 0.05'],
    ['or of the province too', { registered: ['CA', 'CA-QC'], to: MONTREAL }, 'ca GST 0.05, ca QST 0.09975'],
    [
      'which is another elsewhere',
      { registered: ['CA', 'CA-QC'], to: { country: 'CA', zip: 'T2P 1J9' } },
      'ca GST 0.05',
    ],
    ['HST of Canada, which is one registration with GST', { registered: ['CA'], to: TORONTO }, 'ca HST 0.13'],
    ['or of the province, once', { registered: ['CA', 'CA-ON'], to: TORONTO }, 'ca HST 0.13'],
    ['or of the province alone', { registered: ['CA-ON'], to: TORONTO }, 'ca HST 0.13'],
    ['which another province is not', { registered: ['CA-QC'], to: TORONTO }, ''],
    ['Canada needs a postal code', { registered: ['CA'], to: { country: 'CA', state: 'QC' } }, ''],
  ])('%s', (_, sale, expected) => {
    expect(noteOf(sale)).toBe(expected);
  });

  test.each<[string, Sale, string]>([
    ['a business registered for GST', { vat_number: '10 120 000 004' }, ''],
    ['a business that is not', { vat_number: '10 000 000 000' }, 'au GST 0.1'],
    ['a rejected number', { vat_number: '51 824 753 555' }, 'au GST 0.1'],
    ['a registered one from an Australian seller', { vat_number: '10 120 000 004', seller: 'AU' }, 'au GST 0.1'],
    [
      'a registered one in production, where no register is asked',
      { vat_number: '10 120 000 004', mode: 'production' },
      'au GST 0.1',
    ],
    ['anybody else', {}, 'au GST 0.1'],
  ])('Australia, %s', (_, sale, expected) => {
    expect(noteOf({ registered: ['AU'], to: { country: 'AU' }, ...sale })).toBe(expected);
  });
});

test('nothing is taxed without an address, or where the account or what it buys is exempt', () => {
  expect(taxation({ registered: ['EU'] })).toEqual({ outcome: 'rates', rates: [] });
  expect(taxation({ registered: ['EU'], to: { country: null } })).toEqual({ outcome: 'rates', rates: [] });
  const exempt = { seller: 'DE', registered: ['DE'], to: FR, tax_code: 'digital', exemptions: { exempt: true } };
  expect(taxation(exempt)).toEqual({ outcome: 'rates', rates: [] });
});

test('only rates have rates', () => {
  expect(ratesOf(taxation({ registered: ['FR'], to: FR }))).toEqual([{ type: 'vat', region: 'FR', rate: '0.2' }]);
  expect(ratesOf({ outcome: 'reverse_charge', vat_number: 'FR1' })).toEqual([]);
  expect(ratesOf({ outcome: 'refused', country: 'FR' })).toEqual([]);
});

test('a sale starts and ends where its line says, at the seller or at the customer', () => {
  const sale = { seller: 'FR', registered: ['EU'], to: DE };
  expect(noteOf({ ...sale, origin_source: 'origin', destination_source: 'destination' })).toBe('vat DE 0.19');
  expect(noteOf({ ...sale, destination_source: 'origin' })).toBe('vat FR 0.2');
  // A sale within Germany has no reverse charge.
  const business = { ...sale, vat_number: 'DE136695976' };
  expect(noteOf(business)).toBe('reverse charge DE136695976');
  expect(noteOf({ ...business, origin_source: 'destination' })).toBe('vat DE 0.19');
  // In the United States the country alone decides nothing.
  expect(noteOf({ registered: ['US-CA'], to: US, destination_source: 'origin' })).toBe('usst CA 0.0875');
});
