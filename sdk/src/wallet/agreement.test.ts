import { expect, test } from 'vitest';
import { acceptAnswer } from './agreement.ts';
import { writeAgreementAddress } from './protocol.ts';

const envelope = { service: 'wallet', state: 'a' };
const token = { id: 'wallet-token', type: 'paypal' };

test.each<[string, unknown, unknown]>([
  [
    'agreed',
    { ...envelope, outcome: 'agreed', token: { ...token, more: 1 } },
    { ...envelope, outcome: 'agreed', token },
  ],
  ['canceled', { ...envelope, outcome: 'canceled' }, { ...envelope, outcome: 'canceled' }],
  [
    'not configured',
    { ...envelope, outcome: 'error', code: 'wallet-not-configured', message: 'No wallet.' },
    { ...envelope, outcome: 'error', code: 'wallet-not-configured', message: 'No wallet.' },
  ],
  [
    'an error of another code',
    { ...envelope, outcome: 'error', code: 'boom', message: 'Boom.' },
    { ...envelope, outcome: 'error', code: 'wallet-error', message: 'Boom.' },
  ],
  ['of another agreement', { ...envelope, state: 'b', outcome: 'canceled' }, undefined],
  ['of another kind', { state: 'a', outcome: 'canceled' }, undefined],
  ['agreed without a token', { ...envelope, outcome: 'agreed' }, undefined],
  ['agreed to a card', { ...envelope, outcome: 'agreed', token: { id: 'x', type: 'credit_card' } }, undefined],
  ['an error without words', { ...envelope, outcome: 'error', code: 'wallet-error' }, undefined],
  ['nothing', null, undefined],
])('an answer that is %s', (_, data, expected) => {
  expect(acceptAnswer(data, 'a')).toEqual(expected);
});

test('the address of the page says who asks, and for what', () => {
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
