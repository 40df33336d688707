import { describe, expect, test } from 'vitest';
import { moneyViolations } from './money.ts';
import { filePaths, readSource } from './repository.ts';

test('money is formatted by one function', () => {
  expect(moneyViolations(filePaths().map(readSource))).toEqual([]);
});

describe('a planted violation is found', () => {
  const violations = (text: string) => moneyViolations([{ path: 'token-service/src/cli/site.ts', text }]);

  test.each([
    "new Intl.NumberFormat(locale, { style: 'currency', currency })",
    '(cents / 100).toFixed(2)',
    'const scale = 10 ** minorDigits(currency);',
    'const shown = amount_in_cents / 100;',
    'const shown = total / 10 ** digits;',
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the text of a program.
    'const text = `${decimalText(total, currency)} ${currency}`;',
    'const text = `${amount_in_cents} ${currency}`;',
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the text of a program.
  ])('%s', (text) => {
    expect(violations(text)).toHaveLength(1);
  });

  test.each([
    "new Intl.NumberFormat(locale, { style: 'percent' })",
    'moneyFormat(locale, currency)(cents)',
    "{ style: 'currency', currency, currencyDisplay: 'name' }",
  ])('while %s is fine', (text) => {
    expect(violations(text)).toEqual([]);
  });
});
