import { type Level, type Result, worst } from './finding.ts';

const SIGNS: Readonly<Record<Level, string>> = { good: '✔', warning: '!', problem: '✘' };

/** Returns one result as text for a terminal. */
export const summarize = ({ name, title, level, findings }: Result): string =>
  [
    `${SIGNS[level]} ${title} (${name})`,
    ...findings.map((finding) => `    ${SIGNS[finding.level]} ${finding.text}`),
  ].join('\n');

/** Returns the last lines: how many situations have problems, and where the report is. */
export const conclude = (results: readonly Result[], report: string): string => {
  const count = (level: Level) => results.filter((result) => result.level === level).length;
  const parts = [`${count('good')} good`, `${count('warning')} to look at`, `${count('problem')} with problems`];
  return `${parts.join(', ')}. The report with pictures: ${report}`;
};

/** Returns the exit status of results: 1 with a problem, else 0. */
export const exitStatus = (results: readonly Result[]): number =>
  worst(results.map(({ level }) => level)) === 'problem' ? 1 : 0;
