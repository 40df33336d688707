import { emailKind, isFault } from '../../resources/kind.ts';
import { LATEST } from '../../resources/version.ts';
import type { Issue } from '../../values/failure.ts';

/** Returns an email address in the form in which operators are stored. */
export const operatorEmail = (typed: string): string => typed.trim().toLowerCase();

/** Returns what is wrong with the email address of a new operator. */
export const operatorEmailIssues = (email: string): Issue[] => {
  const fault = email === '' ? ({ symbol: 'blank' } as const) : emailKind().check?.(email, LATEST);
  return isFault(fault) ? [{ field: 'operator.email', ...fault }] : [];
};
