import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EXPORT_TABLES } from '../../src/adapters/storage/exports/export-tables.ts';
import { exportsPage } from './exports-page.ts';

const PAGE = '../../../docs/exports.md';

test('docs/exports.md is what the tables of exports say (-u writes it)', async () => {
  await expect(exportsPage()).toMatchFileSnapshot(PAGE);
});

test.each(EXPORT_TABLES)('a page without $name is found', (table) => {
  const page = readFileSync(new URL(PAGE, import.meta.url), 'utf8');
  expect(exportsPage(EXPORT_TABLES.filter((other) => other !== table))).not.toBe(page);
});
