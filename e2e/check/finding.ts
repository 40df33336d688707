/** `problem`: customers lose money, data or the way to pay. `warning`: it could be clearer, or has to be looked at. */
export type Level = 'good' | 'warning' | 'problem';

/** One thing that the check found out. */
export interface CheckFinding {
  readonly level: Level;
  readonly text: string;
}

export const good = (text: string): CheckFinding => ({ level: 'good', text });
export const checkWarning = (text: string): CheckFinding => ({ level: 'warning', text });
export const problem = (text: string): CheckFinding => ({ level: 'problem', text });

/** The result of one situation. */
export interface Result {
  readonly name: string;
  readonly title: string;
  readonly level: Level;
  readonly findings: readonly CheckFinding[];
  /** Files in the folder of the report, in the order in which they were taken. */
  readonly pictures: readonly Picture[];
}

export interface Picture {
  readonly file: string;
  readonly caption: string;
}

const ORDER: readonly Level[] = ['good', 'warning', 'problem'];

/** Returns the worst level of findings; good without any. */
export const worst = (levels: readonly Level[]): Level =>
  ORDER[Math.max(0, ...levels.map((level) => ORDER.indexOf(level)))] ?? 'good';
