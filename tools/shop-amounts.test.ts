import { expect, test } from 'vitest';
import { readSource } from './repository.ts';

/** The lists of currencies without a minor unit, and with one of three digits. */
const listsOf = (path: string) =>
  [...readSource(path).text.matchAll(/^const (NONE|THREE) = (\/.*\/);$/gm)].map(([, name, list]) => [name, list]);

test('the example shop shows the minor units that the service charges', () => {
  const service = listsOf('billing/values/money/currency.ts');
  expect(service.map(([name]) => name)).toEqual(['NONE', 'THREE']);
  expect(listsOf('examples/assets/money.js')).toEqual(service);
});
