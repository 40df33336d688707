import { expect, test } from 'vitest';
import { readSource } from './repository.ts';

/** The patterns of a file, by country. */
const patternsOf = (path: string) =>
  Object.fromEntries(
    [...readSource(path).text.matchAll(/^ {2}([A-Z]{2}): \[?(\/.*?\/i?)[,\]]/gm)].map(([, ...pair]) => pair),
  );

test('the example shop refuses the postal codes that the service refuses', () => {
  const service = patternsOf('billing/values/tax/postal-codes.ts');
  expect(Object.keys(service)).toEqual(['US', 'CA']);
  expect(patternsOf('examples/assets/postal-codes.js')).toMatchObject(service);
});
