/** Longer names are no slips of one that is known. */
const LONGEST = 60;

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** A name of so many letters may differ by one letter for each. */
const LETTERS_PER_SLIP = 5;

/**
 * Returns the name that another one was meant to be: the same without case and separators, or one with few letters
 * that are wrong, missing, too many or exchanged. Undefined if there is none.
 */
export const nearestName = (name: string, names: readonly string[]): string | undefined => {
  if (name.length > LONGEST) return undefined;
  const meant = plain(name);
  const near = names
    .map((known) => ({ known, slips: slipsBetween(meant, plain(known)) }))
    .filter(({ known, slips }) => slips <= Math.floor(Math.min(meant.length, plain(known).length) / LETTERS_PER_SLIP));
  return near.toSorted((a, b) => a.slips - b.slips)[0]?.known;
};

/** The distance of Damerau and Levenshtein, in which no part is changed twice. */
const slipsBetween = (a: string, b: string): number => {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (last[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? (beforeLast[j - 2] ?? 0) + 1 : changed;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, changed, swapped));
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
};
