import type { Page } from '@playwright/test';

/** Returns the lines of text that the customer sees; those in frames are not the merchant's. */
export const shownLines = async (page: Page): Promise<string[]> => {
  const text = await page.evaluate(() => document.body?.innerText ?? '').catch(() => '');
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
};

/** Returns the lines that were not there before, at most eight. */
export const newLines = (before: readonly string[], after: readonly string[]): string[] =>
  [...new Set(after)].filter((line) => !before.includes(line)).slice(0, 8);

/** Returns the lines whose words are nowhere in a text, however that is broken into lines. */
export const unknownLines = (text: readonly string[], lines: readonly string[]): string[] => {
  const words = (parts: readonly string[]) => parts.join(' ').replaceAll(/\s+/g, ' ');
  const known = words(text);
  return lines.filter((line) => !known.includes(words([line])));
};

/** Returns lines in quotation marks, shortened. */
export const quoted = (lines: readonly string[]): string =>
  lines.map((line) => `“${line.length > 160 ? `${line.slice(0, 157)}…` : line}”`).join(' ');

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
