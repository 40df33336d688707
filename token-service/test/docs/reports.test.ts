import { readFile } from 'node:fs/promises';
import { REPORT_NAMES } from '@service/billing/queries/reports/reports.ts';
import { expect, test } from 'vitest';

test('docs/console.md has a row for each report, and none for another', async () => {
  const text = await readFile(new URL('../../../docs/console.md', import.meta.url), 'utf8');
  const [, section = ''] = /\| Report \|([\s\S]*?)\n\n/.exec(text) ?? [];
  const rows = [...section.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].map(([, names = '']) => names);
  expect(rows.flatMap((names) => names.replaceAll('`', '').split(', ')).sort()).toEqual([...REPORT_NAMES].sort());
});
