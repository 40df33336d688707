import type { Millis } from '@service/billing/values/time.ts';

/** Rows in columns of equal width, two blanks apart. */
export const inColumns = (rows: readonly (readonly string[])[]): string => {
  const widths = rows.reduce<number[]>(
    (found, row) => row.map((cell, at) => Math.max(found[at] ?? 0, cell.length)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** `2026-11-20 07:49 UTC`, of milliseconds. */
export const shortTime = (milliseconds: Millis): string =>
  `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
