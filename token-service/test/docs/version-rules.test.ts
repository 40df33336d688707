import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BEHAVIOURS } from '../../src/reference/behaviours.ts';

const ROOT = new URL('../../../', import.meta.url);
const sourcesBelow = (folder: string): string[] =>
  readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/node_modules|\.test\.ts$|(^|\/)testing\//.test(path))
    .map((path) => `${folder}/${path}`);

/** Versions that a source compares that of a request with: `path since`. */
const gatesIn = (path: string, text: string): string[] => {
  const numbers = new Map(
    [...text.matchAll(/^const (\w+) = (\d+);/gm)].map(([, name, value]) => [name, Number(value)]),
  );
  const from = [...text.matchAll(/atLeast\([\w.]+, '(2\.\d+)'\)/g)].map(([, version]) => version);
  const upTo = [...text.matchAll(/minor\([\w.]*version\) <= (\w+)(?![\w.(])/g)]
    .map(([, name = '']) => numbers.get(name) ?? Number(name))
    .filter((last) => !Number.isNaN(last))
    .map((last) => `2.${last + 1}`);
  return [...new Set([...from, ...upTo])].map((version) => `${path} ${version}`);
};

test('every rule of the sources that asks for a version is described, and no other', () => {
  const sources = ['billing', 'token-service/src'].flatMap(sourcesBelow);
  const found = sources.flatMap((path) => gatesIn(path, readFileSync(new URL(path, ROOT), 'utf8')));
  const described = BEHAVIOURS.flatMap(({ since, gates }) => gates.map((path) => `${path} ${since}`));
  expect([...new Set(described)].sort()).toEqual(found.sort());
});
