import { describe, expect, test } from 'vitest';
import { NEXT_NUMBER } from './next-number.ts';
import { severalOf } from './several.ts';

const TYPES = ['text', 'text', 'bigint'];
const LIST =
  'unnest(CAST($2 AS text[]), CAST($3 AS bigint[])) WITH ORDINALITY AS asked (asked_2, asked_3, asked_place)';

const each = (sql: string, counts = false): string | undefined => {
  const several = severalOf(sql);
  return several?.is === 'each' ? several.sql(TYPES, counts) : undefined;
};

describe('statements of one text', () => {
  test('that add rows become one with the rows of all, and their site once', () => {
    const several = severalOf('INSERT INTO lines (site_id, id, n, size) VALUES ($1, $2, 0, $3), ($1, $2, 1, $4)');
    expect(several).toMatchObject({ is: 'rows', rows: 2, skipsConflicts: false });
    expect(several?.is === 'rows' && several.sql(2)).toBe(
      'INSERT INTO lines (site_id, id, n, size) VALUES ($1, $2, 0, $3), ($1, $2, 1, $4), ($1, $5, 0, $6), ($1, $5, 1, $7)',
    );
    const skipping = severalOf('INSERT INTO lines (site_id, id) VALUES ($1, $2) ON CONFLICT (site_id, id) DO NOTHING');
    expect(skipping).toMatchObject({ is: 'rows', rows: 1, skipsConflicts: true });
    expect(skipping?.is === 'rows' && skipping.sql(2)).toBe(
      'INSERT INTO lines (site_id, id) VALUES ($1, $2), ($1, $3) ON CONFLICT (site_id, id) DO NOTHING',
    );
  });

  test('that read by a value become one that says of each row who asked for it', () => {
    expect(each('SELECT r.size FROM things r WHERE r.site_id = $1 AND r.id = $2 AND r.at > $3 ORDER BY r.at')).toBe(
      `SELECT found.*, asked_place FROM ${LIST}, LATERAL ` +
        '(SELECT r.size FROM things r WHERE r.site_id = $1 AND r.id = asked_2 AND r.at > asked_3 ORDER BY r.at) found',
    );
  });

  test('that change or delete rows by their key become one, which says whose rows there were', () => {
    expect(each('UPDATE things SET size = $3 WHERE site_id = $1 AND id = $2')).toBe(
      `UPDATE things SET size = asked_3 FROM ${LIST} WHERE site_id = $1 AND id = asked_2`,
    );
    expect(each('DELETE FROM things WHERE site_id = $1 AND id = $2 AND size > $3', true)).toBe(
      `DELETE FROM things USING ${LIST} WHERE site_id = $1 AND id = asked_2 AND size > asked_3 RETURNING asked_place`,
    );
  });

  test('that add what a read finds become one', () => {
    const found = `FROM ${LIST}, LATERAL (SELECT site_id, id FROM things WHERE site_id = $1 AND id = asked_2) found (site_id, id)`;
    const add = 'INSERT INTO queue (site_id, id) SELECT site_id, id FROM things WHERE site_id = $1 AND id = $2';
    expect(each(add)).toBe(`INSERT INTO queue (site_id, id) SELECT $1, found.id ${found}`);
    expect(each(add, true)).toBe(
      `WITH all_found (site_id, id, asked_place) AS MATERIALIZED (SELECT found.*, asked_place ${found}), ` +
        'added AS (INSERT INTO queue (site_id, id) SELECT $1, id FROM all_found) SELECT asked_place FROM all_found',
    );
    expect(each('INSERT INTO log (site_id, size) VALUES ($1, (SELECT o.size FROM things o WHERE o.id = $2))')).toBe(
      `INSERT INTO log (site_id, size) SELECT $1, found.size FROM ${LIST}, LATERAL ` +
        '(SELECT $1, (SELECT o.size FROM things o WHERE o.id = asked_2)) found (site_id, size)',
    );
  });

  test('that take numbers become one', () => {
    expect(severalOf(NEXT_NUMBER)).toEqual({ is: 'series' });
  });
});

test.each([
  ['ranges of a site', 'SELECT r.id FROM things r WHERE r.site_id = $1 AND r.id > $2 ORDER BY r.id LIMIT $3'],
  ['locks', 'SELECT r.id FROM things r WHERE r.site_id = $1 AND r.id = $2 FOR UPDATE'],
  ['rows of several keys', 'UPDATE things SET size = $3 WHERE site_id = $1 AND (id = $2 OR other = $2)'],
  ['rows that a subquery finds', 'DELETE FROM things WHERE site_id = $1 AND id = $2 AND size IN (SELECT 1)'],
  ['counters of a site', 'UPDATE things SET size = size + $2 WHERE site_id = $1'],
  ['replaced rows', 'INSERT INTO things (site_id, id) VALUES ($1, $2) ON CONFLICT (site_id, id) DO UPDATE SET id = $2'],
  ['returned rows', 'INSERT INTO things (site_id, id) VALUES ($1, $2) RETURNING id'],
  ['returned rows of a change', 'UPDATE things SET size = $3 WHERE site_id = $1 AND id = $2 RETURNING size'],
  ['no site', 'SELECT 1'],
])('statements are sent one by one: %s', (_what, sql) => {
  expect(severalOf(sql)).toBeUndefined();
});
