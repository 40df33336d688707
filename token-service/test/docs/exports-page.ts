import { EXPORT_TABLES, type StoredExportColumn } from '../../src/adapters/storage/exports/export-tables.ts';

const INTRODUCTION = `# Exports

All records of a site as CSV files, for spreadsheets and other programs:

    npm run export -- demo --folder /var/exports

This writes \`/var/exports/demo/2026-11-30/invoices.csv\` and a file for each other table below, by the day in the time
zone of the site. All of them are of one moment, whatever changes while they are written, so that they fit together.
Files of any size take the same memory. A file appears once it is whole; those of the same day are replaced.

## Every night

    npm run export -- schedule demo on

From then on the worker writes the files at the beginning of each day of the site. \`EXPORT_TO\` of the worker and of the
process that serves the API says where they go:

| \`EXPORT_TO\` | Where |
|---|---|
| a folder | \`<folder>/demo/2026-11-30/invoices.csv\`, which processes on several machines have to share |
| \`s3://bucket/prefix\` | a bucket of S3, or with \`EXPORT_S3_ENDPOINT\` of another server that speaks its protocol. [Configuration](configuration.md) has the access key |

Clients of the XML API find them at \`GET /v2/export_dates\`, \`/v2/export_dates/2026-11-30/export_files\` and
\`/v2/export_dates/2026-11-30/export_files/invoices.csv\`, whose \`download_url\` needs no credentials for an hour. It leads
to the service for files in a folder, and to the bucket for those in one.

An export that fails is tried again, and is then parked like other [due work](operations.md#failed-due-work): it is in
\`npm run due\`, on the page Work of the console, in health and in the metrics. Where the clock of a sandbox moves over
several nights, one export is made, with the records of the present. Files are never deleted by the service; let the
bucket or a cron job remove old ones. \`npm run export -- schedule demo off\` ends it.

## In the database

Programs of business intelligence can read the same from the database: the view \`report_invoices\` has the rows of
\`invoices.csv\`, and so on for each table below. Each row says its \`site\`. Amounts are in cents, as
\`total_in_cents\`; moments are of the type \`timestamp with time zone\`, and in SQLite texts as in the files. On
PostgreSQL, let a role read the views and nothing else:

    CREATE ROLE bi LOGIN PASSWORD 'choose one';
    GRANT SELECT ON report_invoices, report_line_items, report_transactions TO bi;

A new release may replace the views, and keeps the roles that may read them. The view \`report_definitions\` has one
row, the digest that says which definitions the others have, so that programs can tell when they change. Point heavy
queries to a replica of the database.

## The files

They are RFC 4180 in UTF-8: commas, lines that end with CRLF, a heading. A missing value is empty. Moments are in
UTC, such as \`2026-11-30T08:15:00Z\`; flags are \`true\` or \`false\`. Each amount has two columns: \`total\` in whole units,
with the decimals of its currency, and \`total_in_cents\` in the smallest unit. A cell that a spreadsheet would take for a
formula begins with an apostrophe. Columns may be added at the end of a table; read them by their names.

The files hold personal data, so the command lets only its own user read them. What pays, signs in or redeems (tokens,
card numbers, codes of gift cards) is in none of them.
`;

const KINDS: Readonly<Record<StoredExportColumn['holds'], string>> = {
  text: 'text',
  moment: 'moment',
  cents: 'amount',
  count: 'number',
  flag: 'flag',
};

/** The page of the documentation that lists every table and column of an export, in Markdown. */
export const exportsPage = (tables = EXPORT_TABLES): string =>
  [
    INTRODUCTION,
    ...tables.map(({ name, about, columns }) =>
      [
        `## \`${name}.csv\``,
        '',
        about,
        '',
        '| Column | Holds |',
        '|---|---|',
        ...columns.map((column) =>
          column.holds === 'cents'
            ? `| \`${column.name}\`, \`${column.name}_in_cents\` | ${KINDS.cents} |`
            : `| \`${column.name}\` | ${KINDS[column.holds]} |`,
        ),
        '',
      ].join('\n'),
    ),
  ].join('\n');
