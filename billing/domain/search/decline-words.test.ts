import { expect, test } from 'vitest';
import { declineCodesNamed } from './decline-words.ts';

const named = (text: string) => declineCodesNamed(text.split(' '));

test('words name the codes of declines in any order, and with words around them', () => {
  for (const text of ['insufficient funds', 'Funds insufficient', 'insufficient_funds', 'declined insufficient fund']) {
    expect(named(text), text).toEqual(['insufficient_funds']);
  }
  expect(named('expired card')).toEqual(['expired_card']);
  expect(named('fraud')).toContain('fraud_stolen_card');
  expect(named('stolen card')).toEqual([]);
  expect(named('fraud stolen')).toEqual(['fraud_stolen_card']);
});

test('names, addresses and words that are parts of many codes name none', () => {
  for (const text of ['jane', 'ada lovelace', 'card', 'inv', 'ada@example.com', 'invalid', '']) {
    expect(named(text), text).toEqual([]);
  }
});
