import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { knownMigrations } from './migrate.ts';

const rows = readFileSync(new URL('README.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `0'))
  .map((line) =>
    line
      .split('|')
      .slice(1, 4)
      .map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name)),
  );

test('the README lists the tables of every migration that creates some', () => {
  const created = knownMigrations().map(({ name, sql }) => [
    [name],
    [...sql.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, table]) => table),
  ]);
  expect(rows.map(([migration, tables]) => [migration, tables])).toEqual(
    created.filter(([, tables]) => tables && tables.length > 0),
  );
});

test('the README lists every file of records with tables of its own', () => {
  const files = readdirSync(new URL('records/', import.meta.url))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => file.replace('.ts', ''))
    .filter(
      (file) =>
        ![
          'among',
          'count-up-to',
          'index',
          'joined',
          'account-country',
          'few',
          'runs',
          'reports',
          'owed',
          'report-cells',
          'error-code',
        ].includes(file) && !file.startsWith('search'),
    );
  expect(rows.flatMap(([, , records]) => records ?? []).sort()).toEqual(files.sort());
});
