import type { BrowserContextOptions, Page } from '@playwright/test';
import { type CheckFinding, checkWarning, good, problem } from './finding.ts';
import { quoted, shownLines, silentLines } from './page-text.ts';
import type { CountPayments } from './payments.ts';
import type { CheckoutVisit, PressOutcome } from './visit.ts';

/** The means of a situation. */
export interface Scene {
  /** Opens the checkout in a browser of its own. `change` prepares the page before it is loaded. */
  visit(options?: BrowserContextOptions, change?: (page: Page) => Promise<void>): Promise<CheckoutVisit>;
  readonly count: CountPayments;
  /** Milliseconds that the page has for each step. */
  readonly patience: number;
  /** The lines that a customer sees after a payment. The situation `pays`, which runs first, adds them. */
  readonly paid: string[];
}

/** Something that can happen to a customer, and what a checkout should do about it. */
export interface Situation {
  /** For `--only`. */
  readonly name: string;
  readonly title: string;
  run(scene: Scene): Promise<readonly CheckFinding[]>;
}

/** Words of programs, which say nothing to a customer. */
const INTERNAL =
  /\b[a-z]+_[a-z_]+\b|\b[a-z]+-error\b|undefined|\[object|\bnull\b|TypeError|SyntaxError|Failed to fetch|NetworkError|\bHTTP\b|\b[45]\d\d\b(?! ?\d)|<\w+>/;

/** Words of the XML API's errors, which speak to developers about customers. */
const OF_API = /\b(?:the customer|[a-z]+ = (?:true|false)|API|XML|Idempotency-Key)\b/;

/** Warns of lines that are not written for customers. */
export const judgeWords = (lines: readonly string[]): CheckFinding[] => {
  const ofApi = lines.filter((line) => OF_API.test(line));
  const internal = lines.filter((line) => INTERNAL.test(line) && !ofApi.includes(line));
  return [
    ...(ofApi.length > 0
      ? [checkWarning(`This text of the API is for developers, not for customers: ${quoted(ofApi)}`)]
      : []),
    ...(internal.length > 0 ? [checkWarning(`This is written for programs: ${quoted(internal)}`)] : []),
  ];
};

/** Judges what a customer is told after something went wrong. */
export const judgeMessage = async (
  visit: CheckoutVisit,
  { saw, left }: PressOutcome,
  paid: readonly string[],
  what: string,
) => {
  const findings: CheckFinding[] = [];
  if (saw.length === 0) return [problem(`After ${what}, the customer sees nothing new.`)];
  if (
    paid.length > 0 &&
    saw.some((line) => paid.includes(line) && line.length > 8) &&
    paid.every((line) => saw.includes(line))
  ) {
    return [problem(`After ${what}, the customer sees what they see after a payment: ${quoted(saw)}`)];
  }
  findings.push(good(`After ${what}, the customer sees: ${quoted(saw)}`));
  findings.push(...judgeWords(saw));
  if (!left && (await silentLines(visit.page, saw)).length === saw.length) {
    findings.push(
      checkWarning('Screen readers do not announce it: put it into an element with role="alert" or "status".'),
    );
  }
  return findings;
};

/** Judges whether the customer can go on: what they entered is there, and the button can be pressed. */
export const judgeForm = async (visit: CheckoutVisit, before: Readonly<Record<string, string>>, what: string) => {
  const now = await visit.entered();
  const lost = Object.entries(before)
    .filter(([name, value]) => now[name] !== value)
    .map(([name]) => name);
  const findings: CheckFinding[] = [];
  if (!(await visit.canPay())) findings.push(problem(`After ${what}, there is no button that the customer can press.`));
  if (lost.length > 0) findings.push(problem(`After ${what}, the form has lost: ${lost.join(', ')}.`));
  if (findings.length === 0)
    findings.push(good(`After ${what}, the form is as it was, and the button can be pressed.`));
  return findings;
};

/** Whether the customer sees something that they see after a payment. Unknown payments look like none. */
const looksPaid = (lines: readonly string[], paid: readonly string[]) => paid.some((line) => lines.includes(line));

/** Pays with a good card, and says whether that worked. */
export const payAfter = async (visit: CheckoutVisit, paid: readonly string[], what: string): Promise<CheckFinding> => {
  // A page without a button has none of its card fields either, and they are not waited for.
  const fields = (await visit.canPay()) ? await visit.fields() : [];
  if (fields.length === 0) return problem(`After ${what}, the customer cannot pay any more.`);
  await visit.fill('approved');
  const { orders } = await visit.pay();
  await visit.picture('paid after all');
  if (orders.length === 0) {
    return problem(`After ${what}, pressing the button sends nothing: the customer cannot pay any more.`);
  }
  const lines = await shownLines(visit.page);
  if (paid.length > 0 && !looksPaid(lines, paid)) {
    return problem(
      `After ${what}, a good card does not lead where it led before. The customer sees: ${quoted(lines.slice(-4))}`,
    );
  }
  return good(`After ${what}, a good card pays.`);
};

/** Runs an operation, and returns how many payments it made; undefined if they are not counted. */
export const counted = async <Value>(count: CountPayments, run: () => Promise<Value>) => {
  const before = await count?.();
  const value = await run();
  const after = await count?.();
  return { value, payments: before === undefined || after === undefined ? undefined : after - before };
};

export const timesText = (number: number): string =>
  number === 1 ? 'once' : number === 2 ? 'twice' : `${number} times`;
