import { expect, test } from 'vitest';
import { acceptHello } from './accept.ts';

test('a hello is read member by member', () => {
  expect(acceptHello({ kind: 'hello', protocol: 1, type: 'number', group: 'form', more: 1 })).toEqual({
    kind: 'hello',
    protocol: 1,
    type: 'number',
    group: 'form',
  });
});

test.each([
  ['text', 'hello'],
  ['nothing', null],
  ['of an extension', { kind: 'hello', from: 'extension' }],
  ['of an unknown field', { kind: 'hello', protocol: 1, type: 'pin', group: 'form' }],
])('no hello: %s', (_, data) => {
  expect(acceptHello(data)).toBeUndefined();
});
