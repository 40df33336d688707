import { expect, test } from 'vitest';
import { readNamedNumber } from './named-number.ts';

const read = (text: string) => readNamedNumber(text.split(' '));

test('a number is read with the words of its customer, in any order', () => {
  expect(read('jane 4242')).toEqual({ digits: '4242', names: ['jane'] });
  expect(read('visa 4242 jane doe 12/27')).toEqual({ digits: '4242', names: ['jane', 'doe'] });
  expect(read('invoice #1025 of smith')).toEqual({ digits: '1025', names: ['smith'] });
});

test('nothing is read without a name, or with two numbers', () => {
  for (const text of ['4242', 'visa 4242', 'card ends in 4242', 'invoice 1025', 'jane 42 4242', 'jane doe']) {
    expect(read(text), text).toBeUndefined();
  }
});
