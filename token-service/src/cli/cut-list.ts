import type { OptionValues } from './tool.ts';

/** Rows that a list shows without `--all`. */
export const LISTED = 200;

const EVERY_ROW = 1_000_000_000;

/** The option of every list that is cut. */
export const allOption = { all: { type: 'boolean' } } as const;

/** Returns how many rows a list shows. */
export const limitOf = ({ all }: OptionValues): number => (all === true ? EVERY_ROW : LISTED);

/** Returns a list with a last line that counts the rows it leaves out. */
export const withRest = (list: string, { total, shown }: { readonly total: number; readonly shown: number }): string =>
  total > shown ? `${list}\n\n${total - shown} more. The option --all shows the whole list.` : list;

/**
 * Returns the rows of a list that is read in pages from newest to oldest, so that its records are never in memory all
 * at once.
 */
export const readRows = async <T extends { readonly id: string }>(
  limit: number,
  read: (before: string | undefined, limit: number) => Promise<readonly T[]>,
  row: (record: T) => string[],
): Promise<string[][]> => {
  const rows: string[][] = [];
  let before: string | undefined;
  while (rows.length < limit) {
    const page = await read(before, LISTED);
    rows.push(...page.map(row));
    before = page.at(-1)?.id;
    if (page.length < LISTED) break;
  }
  return rows;
};
