import type { Issue } from '../../values/failure.ts';

/** Characters of a password of an operator. */
export const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 256;

const FIELD = 'operator.password';

/** Returns what is wrong with a new password: it is short, or as easy to guess as the email address. */
export const passwordIssues = (password: string, email: string): Issue[] => {
  const { length } = [...password];
  if (length < SHORTEST_PASSWORD) return [{ field: FIELD, symbol: 'too_short', count: SHORTEST_PASSWORD }];
  if (length > LONGEST_PASSWORD) return [{ field: FIELD, symbol: 'too_long', count: LONGEST_PASSWORD }];
  const isGuessable = password.toLowerCase().includes(email) || new Set(password).size < 4;
  return isGuessable ? [{ field: FIELD, symbol: 'invalid' }] : [];
};
