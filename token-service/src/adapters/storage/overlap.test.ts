import { describe, expect, test } from 'vitest';
import { knownMigrations } from './migrate.ts';
import { breaksOverlap, contractOf, misplacedContracts, refuseContracted } from './overlap.ts';

const migration = (sql: string, name = '0120-next.sql') => ({ version: 120, name, sql });

describe('every migration of this release', () => {
  test('leaves the release before at work, or says by its name that it does not', () => {
    expect(knownMigrations().flatMap(breaksOverlap)).toEqual([]);
    expect(misplacedContracts(knownMigrations())).toEqual([]);
  });
});

describe('a migration that breaks the release before', () => {
  test.each([
    'DROP TABLE notes;',
    'DELETE FROM notes;',
    'ALTER TABLE notes DROP COLUMN text;',
    'ALTER TABLE notes\n  DROP text;',
    'ALTER TABLE notes RENAME TO remarks;',
    'ALTER TABLE notes RENAME COLUMN text TO body;',
    'ALTER TABLE notes ALTER COLUMN text TYPE bigint;',
    'ALTER TABLE notes ALTER COLUMN text SET NOT NULL;',
    'ALTER TABLE notes ADD CONSTRAINT short CHECK (length(text) < 9);',
    'ALTER TABLE notes ADD COLUMN author text NOT NULL;',
    'CREATE UNIQUE INDEX notes_text ON notes (site_id, text);',
    'CREATE TABLE a (site_id text);\n-- and then\nDROP TABLE b;',
  ])('is found: %s', (sql) => {
    expect(breaksOverlap(migration(sql))).toEqual([
      expect.stringMatching(/^0120-next\.sql (removes|renames|changes|refuses)/),
    ]);
    expect(breaksOverlap(migration(sql, '0120-next.contract-0114.sql'))).toEqual([]);
  });

  test.each([
    'CREATE TABLE notes (site_id text NOT NULL, id text NOT NULL, PRIMARY KEY (site_id, id));',
    'CREATE TABLE notes (site_id text);\nCREATE UNIQUE INDEX notes_id ON notes (site_id);',
    'ALTER TABLE notes ADD COLUMN author text;',
    "ALTER TABLE notes ADD COLUMN author text NOT NULL DEFAULT '';",
    'ALTER TABLE notes ALTER COLUMN text DROP NOT NULL;',
    'CREATE INDEX notes_text ON notes (site_id, text);',
    'DROP INDEX notes_text;',
    '-- DROP TABLE notes;\nCREATE INDEX notes_text ON notes (site_id, text);',
    "UPDATE notes SET author = '' WHERE author IS NULL;",
  ])('is not one that expands: %s', (sql) => expect(breaksOverlap(migration(sql))).toEqual([]));

  test('names an earlier migration', () => {
    expect(contractOf('0120-next.contract-0114.sql')).toBe(114);
    expect(contractOf('0120-next.sql')).toBe(0);
    for (const name of ['0120-next.contract.sql', '0120-next.contract-0120.sql', '0120-next.contract-114.sql']) {
      expect(misplacedContracts([{ version: 120, name }])).toHaveLength(1);
    }
  });
});

test('a program works on a database of a newer release until that removes what it uses', () => {
  const newer = [
    { version: 115, name: '0115-more.sql' },
    { version: 116, name: '0116-less.contract-0114.sql' },
  ];
  expect(() => refuseContracted(newer, 114)).not.toThrow();
  expect(() => refuseContracted([{ version: 114, name: '0114-most.sql' }, ...newer], 113)).toThrow(
    /^This database is at version 116 and this program knows versions up to 113, too few/,
  );
});
