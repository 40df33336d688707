import { expect, test } from 'vitest';
import { EXPECTED_RENEWALS, IMPORT_TABLES } from './tables.ts';

test('no table ignores a column that it reads', () => {
  for (const { file, columns, ignored } of [...IMPORT_TABLES, EXPECTED_RENEWALS]) {
    const read = Object.entries(columns).flatMap(([name, { synonyms = [], inCents = [] }]) => [
      name,
      ...synonyms,
      ...inCents,
    ]);
    expect(
      ignored.filter((name) => read.includes(name)),
      file,
    ).toEqual([]);
    // A name has one meaning.
    expect(new Set(read).size, file).toBe(read.length);
  }
});
