import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CROSS_SITE_STATEMENTS, SHARED_TABLES } from '../../src/adapters/storage/distribution.ts';

const page = readFileSync(new URL('../../../docs/scaling.md', import.meta.url), 'utf8');

test('docs/scaling.md names every shared table, and no other', () => {
  const [, list = ''] = /of which each server has a copy:\n\n([^.]+)\./.exec(page) ?? [];
  expect([...list.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(Object.keys(SHARED_TABLES));
});

test('docs/scaling.md lists the statements that ask every server', () => {
  const [, list = ''] = /and ask every\nserver:\n\n((?:- .*\n)+)/.exec(page) ?? [];
  expect(list.trim().split('\n')).toHaveLength(CROSS_SITE_STATEMENTS.length);
});
