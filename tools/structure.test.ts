import { expect, test } from 'vitest';
import { ENTRIES, readStructure, structureOf } from './structure.ts';

const structure = readStructure();

/**
 * The figures of today, rounded up. Lower a limit with the change that makes it possible. An account once took 60
 * files: custom fields, external accounts, acquisition, campaigns and several payment methods came after that. An
 * invoice also keeps the evidence of where the customer is, and states its tax in the currency of the tax's country.
 */
const LIMITS = {
  'open-intent': 3,
  'create-account': 75,
  'create-purchase': 239,
  'change-subscription': 276,
  renewal: 221,
};

test.each(Object.entries(LIMITS))('%s loads at most %d files', (name, limit) => {
  expect(structure.behind[name as keyof typeof ENTRIES].files).toBeLessThanOrEqual(limit);
});

test('no chain of imports is longer than 38 files', () => {
  expect(structure.longestChain.length).toBeLessThanOrEqual(38);
});

test('no folders import one another, not even types', () => {
  expect(structure.tangledFolders).toEqual([]);
});

test('an entry that has moved is named', () => {
  expect(() => structureOf([])).toThrow(`${ENTRIES['open-intent']} does not exist`);
});

test('folders that import one another are found; a file beside folders counts for itself', () => {
  const pages = 'token-service/src/pages/console';
  const tangledWith = (...files: readonly (readonly [path: string, imported: string])[]) =>
    structureOf([
      ...Object.values(ENTRIES).map((path) => ({ path, text: '' })),
      ...files.map(([path, imported]) => ({ path: `${pages}/${path}`, text: `import '${imported}';\n` })),
    ]).tangledFolders;
  expect(
    tangledWith(
      ['parts/list.ts', '../steps/proof.ts'],
      ['steps/proof.ts', '../parts/path.ts'],
      ['parts/path.ts', 'koa'],
    ),
  ).toEqual([[`${pages}/parts`, `${pages}/steps`]]);
  expect(tangledWith(['list.ts', './steps/proof.ts'], ['steps/proof.ts', '../visit.ts'], ['visit.ts', 'koa'])).toEqual(
    [],
  );
});
