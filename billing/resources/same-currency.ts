import type { Issue } from '../values/failure.ts';

/**
 * Returns what is wrong with a currency that a client repeats where another record has fixed it: nothing, unless it is
 * another one.
 */
export const currencyIssues = (
  field: string,
  sent: string | null | undefined,
  fixed: string | null | undefined,
): Issue[] => (sent && fixed && sent !== fixed ? [{ field, symbol: 'invalid_currency' }] : []);
