import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { anchorsOf } from './anchors.ts';
import { filePaths, readSource } from './repository.ts';

const documents = filePaths().filter((path) => path.endsWith('.md'));

// Links to `/docs` are checked with the pages that the service renders.
test('every link between documents has a target file, and heading if it names one', () => {
  const files = new Set(filePaths().flatMap((path) => [path, ...parents(path)]));
  const broken = documents.flatMap((path) =>
    [...readSource(path).text.matchAll(/\]\((?!https?:|mailto:|\/docs\b)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([, to = '', at]) => {
        const target = to === '' ? path : normalize(join(dirname(path), to)).replace(/\/$/, '');
        const found = files.has(target) && (at === undefined || anchorsOf(target).includes(at));
        return found ? [] : [`${path}: ${to}${at ? `#${at}` : ''}`];
      },
    ),
  );
  expect(documents.length).toBeGreaterThan(10);
  expect(broken).toEqual([]);
});

const parents = (path: string): string[] => (dirname(path) === '.' ? [] : [dirname(path), ...parents(dirname(path))]);

test('the README fits on three screens', () => {
  expect(readSource('README.md').text.split('\n').length - 1).toBeLessThanOrEqual(120);
});

test('samples to paste send the latest version of the XML API', () => {
  const [, latest] = /LATEST: Version = '(2\.\d+)'/.exec(readSource('billing/resources/version.ts').text) ?? [];
  const sent = [...documents, 'examples/index.html'].flatMap((path) =>
    // "or later" states where something appeared.
    [...readSource(path).text.matchAll(/X-Api-Version'?: '?(2\.\d+)(?!.* or later)/g)].map(([, version]) => version),
  );
  expect(sent.length).toBeGreaterThan(2);
  expect(new Set(sent)).toEqual(new Set([latest]));
});
