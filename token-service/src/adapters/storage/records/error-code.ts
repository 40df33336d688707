/** Returns the error code of a transaction as its stored error has it. */
export const errorMember = (error_code: string): string => JSON.stringify({ error_code }).slice(1, -1);

/**
 * Returns a condition over the row `r`. The engines read JSON by different functions, so a member is found as it is
 * written.
 */
export const hasError = (member: string): string =>
  `r.transaction_error IS NOT NULL AND replace(r.transaction_error, ${member}, '') <> r.transaction_error`;
