import type { ImportColumn, ImportTable } from '@service/billing/domain/imports/column.ts';
import { EXPECTED_RENEWALS, IMPORT_TABLES } from '@service/billing/domain/imports/tables.ts';

export const IMPORT_FILES: readonly ImportTable[] = [...IMPORT_TABLES, EXPECTED_RENEWALS];

const INTRODUCTION = `# Import files

The files that \`npm run import\` reads to bring a business over.
[Import customers](recipes/import-customers.md) says how.

They are RFC 4180 in UTF-8: commas, or quotes around a cell that has one, and the names of the columns in the first row,
in any order and case. Leave a cell, a column or a file out where you have nothing to say; what is **bold** is needed.
Moments are \`2026-11-30T12:00:00Z\`; a day is its beginning, UTC. Amounts are in whole units of their currency, such as
\`19.99\`, and flags \`true\` or \`false\`. Other names of a column and of a file are those of [exports](exports.md) and
of the XML API, so that exports of another system with these names need not be renamed. A column of such exports that
has no meaning here is ignored; any other unknown column is an error. A card number anywhere is an error.
`;

/** Breaks a paragraph into lines of at most 120 characters. */
const wrapped = (text: string): string => text.replaceAll(/(.{1,119}\S)(?: +|$)/g, '$1\n').trimEnd();

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const columnRow = ([name, { required, synonyms = [], inCents = [], holds }]: [string, ImportColumn]): string => {
  const others = [...synonyms, ...inCents];
  return `| ${required ? `**\`${name}\`**` : `\`${name}\``} | ${holds} | ${quoted(others)} |`;
};

/** The page of the documentation that lists every file and column of an import, in Markdown. */
export const importFilesPage = (tables: readonly ImportTable[] = IMPORT_FILES): string =>
  [
    INTRODUCTION,
    ...tables.map(({ file, otherFiles, holds, columns }) =>
      [
        `## \`${file}\``,
        '',
        wrapped(otherFiles.length > 0 ? `${holds} The file may be named ${quoted(otherFiles)}.` : holds),
        '',
        '| Column | Holds: if it is empty | Also named |',
        '|---|---|---|',
        ...Object.entries(columns).map(columnRow),
        '',
      ].join('\n'),
    ),
  ].join('\n');
