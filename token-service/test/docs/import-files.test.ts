import { readFileSync } from 'node:fs';
import { readHeader } from '@service/billing/domain/imports/column.ts';
import { expect, test } from 'vitest';
import { EXPORT_TABLES } from '../../src/adapters/storage/exports/export-tables.ts';
import { IMPORT_FILES, importFilesPage } from './import-files-page.ts';

const PAGE = '../../../docs/import-files.md';

test('docs/import-files.md is what the tables of imports say (-u writes it)', async () => {
  await expect(importFilesPage()).toMatchFileSnapshot(PAGE);
});

test.each(IMPORT_FILES)('a page without $file is found', (table) => {
  const page = readFileSync(new URL(PAGE, import.meta.url), 'utf8');
  expect(importFilesPage(IMPORT_FILES.filter((other) => other !== table))).not.toBe(page);
});

/** Columns of exports by the files of an import that take them. */
const exported = EXPORT_TABLES.flatMap(({ name, columns }) =>
  IMPORT_FILES.filter(({ file, otherFiles }) => [file, ...otherFiles].includes(`${name}.csv`)).map((table) => ({
    name,
    table,
    columns: columns.flatMap((column) =>
      column.holds === 'cents' ? [column.name, `${column.name}_in_cents`] : [column.name],
    ),
  })),
);

test('exports of accounts, subscriptions, redemptions and invoices are read by their columns', () => {
  expect(exported.map(({ name }) => name)).toEqual(['accounts', 'subscriptions', 'invoices', 'coupon_redemptions']);
});

test.each(exported)('every column of the export $name has a meaning or is ignored', ({ table, columns }) => {
  expect(readHeader(table, columns).problems).toEqual([]);
});
