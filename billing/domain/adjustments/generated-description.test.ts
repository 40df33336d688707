import { expect, test } from 'vitest';
import { GIFT_CARD, lastTierOf, readDescription, setupFeeOf } from './generated-description.ts';

test.each([
  ['setup_fee', setupFeeOf('Tideline'), { kind: 'setup_fee', plan: 'Tideline' }],
  ['gift_card', GIFT_CARD, { kind: 'gift_card' }],
  ['add_on', lastTierOf('Charts', 1000), { kind: 'last_tier', name: 'Charts', from: '1000' }],
  ['add_on_trial', lastTierOf('Charts', 1000), { kind: 'last_tier', name: 'Charts', from: '1000' }],
] as const)('a description of a line of origin %s that the service wrote: %s', (origin, description, read) => {
  expect(readDescription({ origin, description })).toEqual(read);
});

test.each([
  ['setup_fee', 'Visit of our engineer'],
  ['debit', setupFeeOf('Tideline')],
  ['debit', GIFT_CARD],
  ['plan', lastTierOf('Charts', 1000)],
  ['add_on', 'Charts (1–999)'],
  ['debit', null],
] as const)('a description of origin %s in the words of the merchant: %s', (origin, description) => {
  expect(readDescription({ origin, description })).toBeUndefined();
});
