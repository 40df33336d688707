/** Returns the problem of a value that must be a text; undefined if there is none. */
export const textProblem = (value: unknown): string | undefined => {
  if (!String(value ?? '').trim()) return "can't be blank";
  return typeof value === 'string' ? undefined : 'is invalid';
};
