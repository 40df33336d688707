import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plainLettersSql } from './search-letters.ts';

test('the indexes of the migration have the expression that is looked up', () => {
  const sql = readFileSync(new URL('../migrations/0430-plain-letters.sql', import.meta.url), 'utf8');
  for (const column of ['address_city', 'city']) expect(sql).toContain(`(${plainLettersSql(column)})`);
  expect(sql).toContain(
    plainLettersSql(
      "(coalesce(email, '') || '|' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || '|' || coalesce(company_name, '') || '|' || account_code)",
    ),
  );
});
