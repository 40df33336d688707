import type { Issue } from '../values/failure.ts';

/** Returns the issue of a repeated currency that differs from the one that another record has fixed. */
export const currencyIssues = (
  field: string,
  sent: string | null | undefined,
  fixed: string | null | undefined,
): Issue[] => (sent && fixed && sent !== fixed ? [{ field, symbol: 'invalid_currency' }] : []);
