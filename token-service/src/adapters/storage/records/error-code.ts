import type { Bind } from '../paging.ts';

/** The part of a stored error of which there is an index. It has the code whole: codes have at most 64 characters. */
const BEGINNING = 'substr(r.transaction_error, 1, 80) COLLATE "C"';

/**
 * Returns a condition over the row `r`: its error has a code. The engines read JSON by different functions, so the code
 * is found as it is written: every error begins with it.
 */
export const hasError = (error_code: string, bind: Bind): string => {
  const beginning = JSON.stringify({ error_code }).slice(0, -1);
  // The quotation mark at its end is followed by a comma or a brace.
  return `r.transaction_error IS NOT NULL AND ${BEGINNING} >= ${bind(beginning)} AND ${BEGINNING} < ${bind(`${beginning}~`)}`;
};
