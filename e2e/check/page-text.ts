import type { Page } from '@playwright/test';

/** Returns the lines of text that the customer sees; those in frames are not the merchant's. */
export const shownLines = async (page: Page): Promise<string[]> => {
  const text = await page.evaluate(() => document.body?.innerText ?? '').catch(() => '');
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
};

/** Lines that a report quotes. */
const MOST = 8;

/** Returns the lines that were not there before, at most eight. */
export const newLines = (before: readonly string[], after: readonly string[]): string[] =>
  [...new Set(after)].filter((line) => !before.includes(line)).slice(0, MOST);

/** A word; a run of characters in scripts without blanks between words. */
const WORD = /\p{L}[\p{L}\p{M}'’]*/gu;
const wordsIn = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/**
 * Returns the lines with a word that is nowhere in the text of a page, at most eight. Labels that are shown again, and
 * amounts that are missing or other ones, say nothing new.
 */
export const linesWithNewWords = (page: readonly string[], lines: readonly string[]): string[] => {
  const known = page.join('\n').toLowerCase();
  const words = new Set(wordsIn(known));
  // A text in a script without blanks has its words within longer runs.
  const isNew = (word: string) => !words.has(word) && !(/[^\p{Script=Latin}'’]/u.test(word) && known.includes(word));
  return [...new Set(lines)].filter((line) => wordsIn(line).some(isNew)).slice(0, MOST);
};

/** Returns lines in quotation marks, shortened. */
export const quoted = (lines: readonly string[]): string =>
  lines
    .map((line) => line.replaceAll(/\s+/g, ' '))
    .map((line) => `“${line.length > 160 ? `${line.slice(0, 157)}…` : line}”`)
    .join(' ');

/** Returns the lines that screen readers do not announce by themselves: outside of alerts, states and live regions. */
export const silentLines = (page: Page, lines: readonly string[]): Promise<string[]> =>
  page.evaluate(
    (lines) =>
      lines.filter((line) => {
        const holders = [...document.querySelectorAll<HTMLElement>('body *')].filter(
          (element) => element.checkVisibility() && element.innerText?.trim() === line,
        );
        const spoken = '[role=alert], [role=status], [role=alertdialog], output, [aria-live]:not([aria-live=off])';
        const described = (element: Element) =>
          element.id !== '' &&
          document.querySelector(
            `[aria-describedby~="${CSS.escape(element.id)}"], [aria-errormessage="${CSS.escape(element.id)}"]`,
          );
        return holders.length > 0 && !holders.some((element) => element.closest(spoken) || described(element));
      }),
    lines,
  );
