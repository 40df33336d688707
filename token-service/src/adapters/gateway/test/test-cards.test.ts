import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ACCOUNTS, cardScenario, testCardNumber } from './test-cards.ts';

const page = readFileSync(new URL('../../../../../docs/payments.md', import.meta.url), 'utf8');
const documented = page
  .split('## Test cards')[1]!
  .split('\n## ')[0]!
  .matchAll(
    /^\| `([a-z-]+)` \| ([\d ]+) \| (?:soft decline, |hard decline, |error at the gateway, )?(?:`([a-z_]+)`)?/gm,
  )
  .map(([, name = '', number = '', code]) => [name, number.replaceAll(' ', ''), code] as const)
  .toArray();

test.each(documented)('"%s" is %s, as documented', (name, number, code) => {
  expect(testCardNumber(name)).toBe(number);
  expect(cardScenario(number).error_code).toBe(code);
});

test('every card is documented', () => {
  expect(documented).toHaveLength(35);
  expect(testCardNumber('wallet')).toBeUndefined();
});

test('every bank account is documented', () => {
  const rows = page
    .split('## Test bank accounts')[1]!
    .split('\n## ')[0]!
    .matchAll(/^\| [^|]+ \| ([A-Z\d, ]+) \|/gm);
  const numbers = rows
    .flatMap(([, cell = '']) => cell.split(', '))
    .map((number) => number.replaceAll(' ', ''))
    .toArray();
  expect(numbers.toSorted()).toEqual(Object.keys(ACCOUNTS).toSorted());
});
