import { expect, test } from 'vitest';
import { importsOf, resolve } from './imports.ts';

const source = (...lines: string[]) => lines.join('\n');

test('reads every form of an import, with its line', () => {
  const found = importsOf(
    source(
      "import Koa from 'koa';",
      "import type { Site } from '@service/billing/resources/site.ts';",
      'import {',
      '  Failure,',
      '  type Issue,',
      "} from '../failure.ts';",
      "import { type A, type B } from './types.ts';",
      "export { token } from './tokens.ts';",
      "export * from './all.ts';",
      "import './side-effect.ts';",
      "const later = () => import('./later.ts');",
    ),
  );
  expect(found.map(({ specifier, typesOnly, line }) => [line, specifier, typesOnly]).sort()).toEqual(
    [
      [1, 'koa', false],
      [2, '@service/billing/resources/site.ts', true],
      [3, '../failure.ts', false],
      [7, './types.ts', true],
      [8, './tokens.ts', false],
      [9, './all.ts', false],
      [10, './side-effect.ts', false],
      [11, './later.ts', false],
    ].sort(),
  );
});

test('ignores text that only looks like an import', () => {
  const prose = source(
    ' * import { x } from "./comment.ts"',
    "const text = 'import x from somewhere';",
    'export const from = 1;',
    "const path = 'x';",
  );
  expect(importsOf(prose)).toEqual([]);
});

test.each([
  ['node:fs', { kind: 'node', name: 'node:fs' }],
  ['../adapters/vault/vault.ts', { kind: 'file', path: 'token-service/src/adapters/vault/vault.ts' }],
  ['@service/billing/values/card/luhn.ts', { kind: 'file', path: 'billing/values/card/luhn.ts' }],
  ['@koa/router', { kind: 'package', name: '@koa/router' }],
  ['lru-cache/raw', { kind: 'package', name: 'lru-cache' }],
])('resolves %s to %j', (specifier, target) => {
  expect(resolve(specifier, 'token-service/src/apis/routes.ts')).toEqual(target);
});
