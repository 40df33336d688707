import { PLAIN_LETTERS } from '@service/billing/domain/search/fold.ts';

/**
 * Returns the expression of a text as the search compares it: the letters A to Z in lower case, and without diacritical
 * marks. A text of ASCII alone is done without the rest. It is that of the indexes of migration 0430, to the letter.
 */
export const plainLettersSql = (column: string): string => {
  const lower = `lower(${column} COLLATE "C")`;
  const plain = PLAIN_LETTERS.reduce((sql, [letter, letters]) => `replace(${sql}, '${letter}', '${letters}')`, lower);
  return `CASE WHEN octet_length(${column}) = length(${column}) THEN ${lower} ELSE ${plain} END`;
};
