import { loadModule } from 'libpg-query';
import { beforeAll, expect, test } from 'vitest';
import { crossesSites } from './sites-of-statement.ts';

beforeAll(loadModule);

/** `a`, `b` and `c` are distributed, `sites` is shared. */
const faults = (sql: string): string[] => crossesSites(sql, (table) => table.length === 1);

test.each([
  'SELECT 1',
  'SELECT id FROM sites',
  'SELECT id FROM a WHERE site_id = $1',
  'SELECT id FROM a r WHERE $1 = r.site_id AND (r.id = $2 OR r.id = $3)',
  'SELECT id FROM a WHERE (site_id, id) = ($1, $2)',
  'SELECT 1 FROM a JOIN b ON b.site_id = a.site_id WHERE a.site_id = $1',
  'SELECT 1 FROM a JOIN b USING (site_id, id) WHERE a.site_id = $1',
  'SELECT 1 FROM a, b WHERE a.site_id = b.site_id AND b.site_id = $1',
  'SELECT 1 FROM sites s JOIN a ON a.site_id = s.id WHERE s.id = $1',
  'SELECT 1 FROM a LEFT JOIN b ON b.site_id = a.site_id WHERE a.site_id = $1',
  'SELECT 1 FROM a WHERE site_id = $1 AND EXISTS (SELECT 1 FROM b WHERE b.site_id = a.site_id)',
  'SELECT (SELECT max(id) FROM b WHERE b.site_id = a.site_id) FROM a WHERE a.site_id = $1',
  'SELECT id FROM a WHERE site_id = $1 UNION ALL SELECT id FROM b WHERE site_id = $1',
  'SELECT 1 FROM (SELECT site_id FROM a WHERE site_id = $1 UNION ALL SELECT site_id FROM b WHERE site_id = $1) u JOIN c ON c.site_id = u.site_id',
  'WITH w AS (SELECT site_id FROM a WHERE site_id = $1) SELECT 1 FROM w JOIN b ON b.site_id = w.site_id',
  'WITH RECURSIVE w(id) AS (SELECT id FROM a WHERE site_id = $1 UNION ALL SELECT b.id FROM w JOIN b ON b.site_id = $1) SELECT 1 FROM w',
  'INSERT INTO a (site_id, id) VALUES ($1, $2), ($1, $3) ON CONFLICT (site_id, id) DO NOTHING',
  'INSERT INTO a (id, site_id) SELECT id, site_id FROM b WHERE site_id = $1',
  'UPDATE a SET id = $2 WHERE site_id = $1 AND id = (SELECT max(id) FROM b WHERE b.site_id = a.site_id) RETURNING id',
  'DELETE FROM a USING b WHERE a.site_id = b.site_id AND b.site_id = $1',
])('runs at one site: %s', (sql) => {
  expect(faults(sql)).toEqual([]);
});

test.each([
  ['SELECT id FROM a', 'a without its site'],
  ['SELECT id FROM a WHERE site_id > $1', 'a without its site'],
  ['SELECT id FROM a WHERE site_id = $1 OR id = $2', 'a without its site'],
  ['SELECT id FROM a WHERE NOT (site_id = $1)', 'a without its site'],
  ['SELECT 1 FROM a JOIN b ON b.id = a.id WHERE a.site_id = $1', 'b without its site'],
  ['SELECT 1 FROM a LEFT JOIN b ON b.site_id = a.site_id AND a.site_id = $1', 'a without its site'],
  [
    'SELECT 1 FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.site_id = a.site_id AND b.site_id = $1)',
    'a without its site',
  ],
  ['SELECT 1 FROM a WHERE site_id = $1 AND id IN (SELECT id FROM b)', 'b without its site'],
  ['SELECT 1 FROM a WHERE site_id = $1 ORDER BY (SELECT max(id) FROM b)', 'b without its site'],
  ['SELECT 1 FROM a WHERE site_id = $1 UNION ALL SELECT 1 FROM b', 'b without its site'],
  ['SELECT 1 FROM (SELECT site_id FROM a LIMIT 1) u WHERE u.site_id = $1', 'a without its site'],
  [
    'SELECT 1 FROM (SELECT site_id FROM a WHERE site_id = $1 UNION ALL SELECT id FROM sites) u JOIN c ON c.site_id = u.site_id',
    'c without its site',
  ],
  ['SELECT 1 FROM a JOIN b ON b.id = a.id WHERE a.site_id = $1 AND b.site_id = $2', 'several sites: $1, $2'],
  ['INSERT INTO a (id) VALUES ($1)', 'a without its site'],
  ['INSERT INTO a (site_id, id) VALUES ($1, $2), ($3, $4)', 'several sites: $1, $3'],
  ['INSERT INTO a (site_id, id) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING', 'a: a conflict beside the site'],
  ['INSERT INTO a (site_id, id) SELECT site_id, id FROM b', 'a without its site'],
  ['UPDATE a SET id = $1', 'a without its site'],
  ['UPDATE a SET site_id = $2 WHERE site_id = $1', 'moves a row to another site'],
  ['DELETE FROM a USING b WHERE a.site_id = $1', 'b without its site'],
  ['DROP TABLE a', 'unknown kind DropStmt'],
])('crosses sites: %s', (sql, fault) => {
  expect(faults(sql)).toContain(fault);
});
