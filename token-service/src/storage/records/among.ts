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
