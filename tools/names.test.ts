/** An exported name means one thing in the whole repository. */
import { expect, test } from 'vitest';
import { isTest } from './floors.ts';
import { filePaths, readSource } from './repository.ts';

/** Names that several files export because all of them are the same thing, by the reason why. */
const THE_SAME: Readonly<Record<string, readonly string[]>> = {
  'a table and the record that it describes, or a use case and the function that it carries out': [
    'accountBalance',
    'billedTo',
    'collectInvoice',
    'convertTrial',
    'creditPayment',
    'stopDunning',
  ],
  'a public type of the library, and the component or the record that merchants know by that name': [
    'CardElement',
    'Coupon',
    'Elements',
    'GiftCard',
    'PaymentForm',
    'Plan',
    'Pricing',
    'ThreeDSecure',
  ],
  'a record as the example shop reads it from the XML API': [
    'Account',
    'BillingInfo',
    'Invoice',
    'Mail',
    'Subscription',
  ],
  'the fields of a card and the reasons of their errors, in packages that are published apart': [
    'ErrorTexts',
    'FieldName',
    'Reason',
  ],
  'the test function of Playwright, with more fixtures': ['test'],
};

/** Tests, benchmarks and the second implementations that they compare with have names of their own. */
const isLeftOut = (path: string): boolean => isTest(path) || path.endsWith('.d.ts') || /\/(oracle|bench)\//.test(path);

/**
 * Returns where a name counts as defined. Each language has a file with the same texts, and React and Vue have the same
 * components; a file of them counts once.
 */
const placeOf = (path: string): string =>
  path
    .replace(/^(token-service\/src\/documents\/messages)\/[a-z]{2}(-\w+)?\//, '$1/<language>/')
    .replace(/^sdk\/(react|vue)\//, 'sdk/<framework>/');

const EXPORTED = /^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;

const exportsOf = (paths: readonly string[]): Map<string, string[]> => {
  const found = paths.flatMap((path) =>
    [...readSource(path).text.matchAll(EXPORTED)].map(([, name = '']) => [name, placeOf(path)] as const),
  );
  const byName = Map.groupBy(found, ([name]) => name);
  return new Map([...byName].map(([name, at]) => [name, [...new Set(at.map(([, path]) => path))]]));
};

test('no two files export the same name for different things', () => {
  const names = exportsOf(filePaths().filter((path) => /\.tsx?$/.test(path) && !isLeftOut(path)));
  expect(names.size).toBeGreaterThan(3_000);
  const theSame = Object.values(THE_SAME).flat();
  const shared = [...names].filter(([name, paths]) => paths.length > 1 && !theSame.includes(name));
  expect(shared).toEqual([]);
  // A name that is unique again needs no exception.
  expect(theSame.filter((name) => (names.get(name)?.length ?? 0) < 2)).toEqual([]);
});
