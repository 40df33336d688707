import { expect, test } from 'vitest';
import { isEndpoint } from './endpoint.ts';

test.each([
  ['https://payments.example', true],
  ['https://payments.example:8443/', true],
  ['http://127.0.0.1:12111', true],
  ['http://localhost:12111', true],
  ['http://[::1]:12111', true],
  ['http://payments.example', false],
  ['http://10.0.0.1:12111', false],
  ['https://payments.example/v1', false],
  ['https://payments.example?key=1', false],
  ['https://user:password@payments.example', false],
  ['ftp://payments.example', false],
  ['payments.example', false],
  ['', false],
])('%s', (text, expected) => {
  expect(isEndpoint(text)).toBe(expected);
});
