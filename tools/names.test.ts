/** An exported name of the domain means one thing. */
import { expect, test } from 'vitest';
import { isTest } from './floors.ts';
import { filePaths, readSource } from './repository.ts';

/**
 * Names that two files export because both are the same thing: a table and the record that it describes, a use case and
 * the transition that it carries out.
 */
const THE_SAME: readonly string[] = [
  'accountBalance',
  'billedTo',
  'collectInvoice',
  'convertTrial',
  'creditPayment',
  'stopDunning',
];

const EXPORTED = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm;

const exportsOf = (paths: readonly string[]): Map<string, string[]> => {
  const found = paths.flatMap((path) =>
    [...readSource(path).text.matchAll(EXPORTED)].map(([, name = '']) => [name, path] as const),
  );
  const byName = Map.groupBy(found, ([name]) => name);
  return new Map([...byName].map(([name, at]) => [name, [...new Set(at.map(([, path]) => path))]]));
};

test('no two files of billing export the same name for different things', () => {
  const sources = filePaths().filter(
    (path) => /^billing\/.*\.ts$/.test(path) && !isTest(path) && !/\/(oracle|bench)\//.test(path),
  );
  const names = exportsOf(sources);
  expect(names.size).toBeGreaterThan(1_000);
  const shared = [...names].filter(([name, paths]) => paths.length > 1 && !THE_SAME.includes(name));
  expect(shared).toEqual([]);
  // A name that is unique again needs no exception.
  expect(THE_SAME.filter((name) => (names.get(name)?.length ?? 0) < 2)).toEqual([]);
});
