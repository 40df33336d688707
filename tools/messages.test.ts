import { expect, test } from 'vitest';
import { readSource } from './repository.ts';

/** The texts of a file by name, from lines such as `number_empty: 'Enter the card number.',`. */
const textsOf = (text: string) =>
  Object.fromEntries([...text.matchAll(/^ {2}(\w+):\s+'(.*)',$/gm)].map(([, ...pair]) => pair)) as Record<
    string,
    string
  >;

test('the example shop says of a field what the payment form says', () => {
  const form = textsOf(readSource('sdk/src/texts/en.ts').text);
  const [, shop = ''] = /const TEXTS = \{([\s\S]*?)\n\};/.exec(readSource('examples/assets/form-errors.js').text) ?? [];
  const texts = textsOf(shop);
  expect(Object.keys(texts).length).toBeGreaterThan(20);
  expect(form).toMatchObject(texts);
});
