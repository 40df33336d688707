import type { Bind } from '../paging.ts';

/** The beginning of a stored error has the code whole: codes have at most 64 characters. */
const BEGINNING = 'substr(r.transaction_error, 1, 80)';

/** Returns a condition over the row `r`. */
type ErrorCondition = (error_code: string, bind: Bind) => string;

/**
 * The engines read JSON by different functions, so the code is found as it is written: every error begins with it, and
 * the quotation mark at the end of the code is followed by a comma or a brace.
 */
const beginsWith =
  (column: string): ErrorCondition =>
  (error_code, bind) => {
    const beginning = JSON.stringify({ error_code }).slice(0, -1);
    return `r.transaction_error IS NOT NULL AND ${column} >= ${bind(beginning)} AND ${column} < ${bind(`${beginning}~`)}`;
  };

/** Whether the error of a payment has a code, by the index of errors: for codes of which a site has few. */
export const isIndexedByError = beginsWith(`${BEGINNING} COLLATE "C"`);

/**
 * Whether the error of a payment has a code, for a list that is read in its order. An expression that no index has,
 * because a planner would read all payments with the code, and sort them for each page.
 */
export const hasError = beginsWith(`(${BEGINNING} || '') COLLATE "C"`);
