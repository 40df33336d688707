import { describe, expect, test } from 'vitest';
import { filledText, templateVariables, wrongVariables } from './variables.ts';

describe('a text with variables', () => {
  test('names custom fields of records in braces', () => {
    expect(templateVariables('Size {account.size}, {charge.batch-no}')).toEqual([
      { relatedType: 'account', name: 'size' },
      { relatedType: 'charge', name: 'batch-no' },
    ]);
    expect(templateVariables('Plain')).toEqual([]);
  });

  test.each([
    ['Size {account.size}', []],
    ['{size}', ['{size}']],
    ['{invoice.size} {account.size} {account.}', ['{invoice.size}', '{account.}']],
    ['{account.colour} {account.colour}', ['{account.colour}']],
    ['a { b', ['{']],
    ['a } b', ['}']],
    ['{{account.size}}', ['{', '}']],
    ['{account.size', ['{']],
  ])('names what is wrong in braces: %s', (text, wrong) => {
    expect(wrongVariables(text, ({ name }) => name === 'size')).toEqual(wrong);
  });

  test('is filled with values, as they are, and loses the rows that have none', () => {
    const fields = {
      account: [{ name: 'size', value: 'M {account.size}' }],
      plan: [{ name: 'audience', value: null }],
    };
    const text = 'Size: {account.size}\nFor: {plan.audience}\nBoth: {account.size}/{plan.audience}\nThanks';
    expect(filledText(text, fields)).toBe('Size: M {account.size}\nBoth: M {account.size}/\nThanks');
    expect(filledText('{item.material}', fields)).toBeNull();
    expect(filledText(null, fields)).toBeNull();
  });
});
