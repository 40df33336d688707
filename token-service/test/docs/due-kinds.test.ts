import { readFileSync } from 'node:fs';
import { DUE_KIND_NAMES, DUE_KINDS } from '@service/billing/domain/due/kinds.ts';
import { expect, test } from 'vitest';

const pageOf = (name: string): string => readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8');

/** The rows below a heading of a table: its cells without the blanks around them. */
const rowsBelow = (page: string, heading: string): string[][] => {
  const [, rows = ''] = page.split(`${heading}\n`);
  const table = rows.split('\n\n')[0] ?? '';
  return table
    .split('\n')
    .slice(1)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
};

const describedIn = (page: string): string[] =>
  rowsBelow(page, '| Kind | Due | What it does |').map(([kind = '']) => kind.replaceAll('`', ''));

const parkedRows = (page: string): string[][] => rowsBelow(page, '| Kind | If it stays parked |');

test('docs/architecture.md describes every kind of due work, in their order', () => {
  expect(describedIn(pageOf('architecture'))).toEqual(DUE_KIND_NAMES);
});

test('docs/operations.md says of every kind of due work what it means if it stays parked', () => {
  const rows = DUE_KIND_NAMES.map((kind) => [`\`${kind}\``, DUE_KINDS[kind].ifParked]);
  expect(parkedRows(pageOf('operations'))).toEqual(rows);
});

test.each(DUE_KIND_NAMES)('a page without %s is found', (kind) => {
  const without = (page: string) => page.replace(new RegExp(`\\n\\| \`${kind}\` \\|.*`), '');
  expect(describedIn(without(pageOf('architecture')))).not.toContain(kind);
  expect(parkedRows(without(pageOf('operations')))).toHaveLength(DUE_KIND_NAMES.length - 1);
});
