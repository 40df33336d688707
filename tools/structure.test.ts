import { expect, test } from 'vitest';
import { ENTRIES, readStructure, structureOf } from './structure.ts';

const structure = readStructure();

/** The figures of today, rounded up. Lower a limit with the change that makes it possible. */
const LIMITS = {
  'open-intent': 120,
  'create-account': 135,
  'create-purchase': 205,
  'change-subscription': 225,
  renewal: 195,
};

test.each(Object.entries(LIMITS))('%s loads at most %d files', (name, limit) => {
  expect(structure.behind[name as keyof typeof ENTRIES].files).toBeLessThanOrEqual(limit);
});

test('no chain of imports is longer than 45 files', () => {
  expect(structure.longestChain.length).toBeLessThanOrEqual(45);
});

test('no more groups of folders import one another than today', () => {
  expect(structure.tangledFolders.length).toBeLessThanOrEqual(7);
});

test('an entry that has moved is named', () => {
  expect(() => structureOf([])).toThrow(`${ENTRIES['open-intent']} does not exist`);
});
