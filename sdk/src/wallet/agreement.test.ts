import { expect, test } from 'vitest';
import { isAnswer } from './agreement.ts';
import { writeAgreementAddress } from './protocol.ts';

const envelope = { service: 'wallet', state: 'a' };
const token = { id: 'wallet-token', type: 'paypal' };

test('accepts an answer to its own agreement', () => {
  const answer = { ...envelope, outcome: 'agreed', token };
  expect(isAnswer(answer, 'a')).toBe(true);
});

test.each<[string, unknown]>([
  ['of another agreement', { ...envelope, state: 'b', outcome: 'canceled' }],
  ['of another kind', { state: 'a', outcome: 'canceled' }],
  ['nothing', null],
])('ignores: %s', (_, data) => {
  expect(isAnswer(data, 'a')).toBe(false);
});

test("the address of the page names the merchant's origin and the purpose", () => {
  const address = writeAgreementAddress('https://pay.example/js/v1', {
    key: 'key',
    version: '1.0.0',
    origin: 'https://shop.example',
    state: 'a',
    description: 'Gold & more',
  });
  const { origin, pathname, searchParams } = new URL(address);
  expect(origin + pathname).toBe('https://pay.example/js/v1/wallet/agreement');
  expect(Object.fromEntries(searchParams)).toEqual({
    key: 'key',
    version: '1.0.0',
    origin: 'https://shop.example',
    state: 'a',
    description: 'Gold & more',
  });
});
