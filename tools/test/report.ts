import type { Tally } from './tally.ts';

/**
 * Prints skipped and failed tests, and the outcome alone on the last line. Returns the exit code. With `everything`, a
 * skipped test is a failure.
 */
export const report = ({ passed, failures, skipped }: Tally, { everything }: { everything: boolean }): 0 | 1 => {
  list(everything ? 'Skipped, which counts as failed here:' : 'Skipped:', skipped);
  list('Failed:', failures);
  const failed = failures.length + (everything ? skipped.length : 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
};

const list = (title: string, lines: readonly string[]): void => {
  if (lines.length > 0) console.log(`\n${title}\n${lines.map((line) => `  ${line}`).join('\n')}`);
};
