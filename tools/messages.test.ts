import { expect, test } from 'vitest';
import { filePaths, readSource } from './repository.ts';

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

test('a value that is refused because it is there comes with the reason, which says what to send instead', () => {
  const sources = filePaths()
    .filter((path) => /^(billing|token-service\/src)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
    .map(readSource);
  const refusals = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/symbol: 'present'[^}]*\}/g)].map(([refusal]) => ({ path, refusal })),
  );
  expect(refusals.length).toBeGreaterThan(20);
  expect(refusals.filter(({ refusal }) => !refusal.includes('reason'))).toEqual([]);
});
