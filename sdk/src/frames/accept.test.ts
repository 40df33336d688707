import { describe, expect, test } from 'vitest';
import { acceptHello, acceptMessage } from './accept.ts';

const state = { valid: false, empty: true, focus: false, length: 0 };
const number = { ...state, brand: 'visa', firstSix: '411111', lastFour: '' };

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

describe('a state', () => {
  test('comes with the members it should have', () => {
    expect(acceptMessage({ kind: 'state', count: 3, state: { ...number, value: '4111' } })).toEqual({
      kind: 'state',
      count: 3,
      state: number,
    });
    expect(acceptMessage({ kind: 'state', count: 0, state })).toEqual({ kind: 'state', count: 0, state });
  });

  test.each([
    ['without a count', { kind: 'state', state }],
    ['with a word for a flag', { kind: 'state', count: 1, state: { ...state, valid: 'yes' } }],
    ['with half a length', { kind: 'state', count: 1, state: { ...state, length: 0.5 } }],
    ['with more than six digits', { kind: 'state', count: 1, state: { ...number, firstSix: '4111111' } }],
    ['with more than four digits', { kind: 'state', count: 1, state: { ...number, lastFour: '11111' } }],
  ])('is ignored %s', (_, data) => {
    expect(acceptMessage(data)).toBeUndefined();
  });
});

describe('an answer', () => {
  test('with a token keeps all that the server sent', () => {
    const token = { id: 'abc', type: 'credit_card', card: { last_four: '1111' } };
    expect(acceptMessage({ kind: 'answer', id: 'a', answer: { token } })).toEqual({
      kind: 'answer',
      id: 'a',
      answer: { token },
    });
  });

  test('with an error is filled up', () => {
    const answer = { error: { code: 'declined', message: 'No.', details: [{ field: 'number' }, 7] } };
    expect(acceptMessage({ kind: 'answer', id: 'a', answer })).toEqual({
      kind: 'answer',
      id: 'a',
      answer: { error: { name: 'api-error', code: 'declined', message: 'No.', fields: [], details: [] } },
    });
  });

  test.each([
    ['without an id', { kind: 'answer', answer: { token: { id: 'abc', type: 'credit_card' } } }],
    ['without a token or an error', { kind: 'answer', id: 'a', answer: {} }],
  ])('is ignored %s', (_, data) => {
    expect(acceptMessage(data)).toBeUndefined();
  });
});

test.each([{ kind: 'submit' }, { kind: 'gone' }])('a plain word: %j', (message) => {
  expect(acceptMessage({ ...message, more: 1 })).toEqual(message);
});
