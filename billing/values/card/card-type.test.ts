import { describe, expect, test } from 'vitest';
import {
  CARD_TYPES,
  cardTypeOfBrand,
  knownCardType,
  NETWORK_PREFERENCES,
  readCardType,
  readNetworkPreference,
} from './card-type.ts';
import { ISSUERS } from './issuer.ts';

describe.each(CARD_TYPES)('%s', (type) => {
  test.each([
    type,
    type.toLowerCase(),
    type.toUpperCase(),
    type.replaceAll(' ', '_').toLowerCase(),
    type.replaceAll(' ', '-'),
    type.replaceAll(' ', ''),
    ` ${type} `,
  ])('is read from %j', (written) => {
    expect(readCardType(written)).toBe(type);
  });
});

test.each([
  ['master', 'MasterCard'],
  ['mastercard', 'MasterCard'],
  ['amex', 'American Express'],
  ['american_express', 'American Express'],
  ['diners', 'Diners Club'],
  ['union_pay', 'UnionPay'],
  ['Union Pay', 'UnionPay'],
  ['ELO', 'Elo'],
  ['dankort', 'Dankort'],
  ['forbrugsforeningen', 'Forbrugsforeningen'],
  ['laser', 'Laser'],
])('%s is %s', (written, type) => {
  expect(readCardType(written)).toBe(type);
});

test.each(['', 'card', 'visa electron', '411111', 'constructor', '__proto__'])('%j is no card type', (written) => {
  expect(readCardType(written)).toBeUndefined();
});

test('every brand that a number can have is named to customers', () => {
  for (const { slug } of ISSUERS) {
    expect(readCardType(slug), slug).toBe(cardTypeOfBrand(slug));
    expect(knownCardType(cardTypeOfBrand(slug)), slug).toBe(cardTypeOfBrand(slug));
  }
});

test.each([null, undefined, '', 'Unknown', 'unknown', 'other'])('%j is not shown', (type) => {
  expect(knownCardType(type)).toBeUndefined();
});

describe.each(NETWORK_PREFERENCES)('the network %s', (network) => {
  test.each([network, network.toUpperCase(), network.replaceAll(' ', '_').toLowerCase(), ` ${network} `])(
    'is read from %j',
    (written) => {
      expect(readNetworkPreference(written)).toBe(network);
    },
  );
});

test.each([
  ['Cartes Bancaires', 'CartesBancaires'],
  ['cartes_bancaires', 'CartesBancaires'],
  ['CB', 'CartesBancaires'],
  ['master', 'MasterCard'],
  ['unknown', undefined],
  ['', undefined],
  ['any', undefined],
])('%j is the network %s', (written, network) => {
  expect(readNetworkPreference(written)).toBe(network);
});
