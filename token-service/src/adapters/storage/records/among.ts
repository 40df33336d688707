import type { Value } from '../database.ts';

/**
 * The right side of `IN`, and its values, with placeholders from `$first` on. The list is filled up to a power of two,
 * so that there are few different texts and each is prepared once.
 */
export const among = (values: readonly string[], first: number): { readonly sql: string; readonly values: Value[] } => {
  const [filler] = values;
  if (filler === undefined) return { sql: '(NULL)', values: [] };
  const size = 2 ** Math.ceil(Math.log2(values.length));
  const filled = [...values, ...Array<string>(size - values.length).fill(filler)];
  return { sql: `(${filled.map((_, index) => `$${first + index}`).join(', ')})`, values: filled };
};

/**
 * Splits a list, in its order, into parts whose lengths are powers of two: for statements with one row for each value,
 * which cannot be filled up. There are few different texts, and each is prepared once.
 */
export const powersOfTwo = <T>(values: readonly T[]): (readonly T[])[] => {
  const parts: (readonly T[])[] = [];
  for (let from = 0; from < values.length; ) {
    const size = 2 ** Math.floor(Math.log2(values.length - from));
    parts.push(values.slice(from, from + size));
    from += size;
  }
  return parts;
};
