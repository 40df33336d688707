import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { filePaths, readSource } from './repository.ts';

const documents = filePaths().filter((path) => path.endsWith('.md'));

/** Returns the anchor of a heading, as Git hosts generate it. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (path: string): string[] =>
  [...readSource(path).text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchor(heading));

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

test('Configuration lists every setting that the service reads', () => {
  const { text } = readSource('token-service/src/config.ts');
  const settings = [...text.matchAll(/\benv\.([A-Z_]{4,})|\benv, '([A-Z_]{4,})'/g)].map(([, a, b]) => a ?? b ?? '');
  const page = readSource('docs/configuration.md').text;
  // It moves the clock, and startup refuses it on any interface but loopback.
  const forTests = 'TEST_CLOCK_FILE';
  expect(settings.length).toBeGreaterThan(15);
  expect(settings.filter((name) => name !== forTests && !page.includes(`\`${name}\``))).toEqual([]);
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
