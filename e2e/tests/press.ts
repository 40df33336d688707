import type { Locator } from '@playwright/test';

const GONE = /Frame was detached|has been closed|Execution context was destroyed/;

/**
 * Presses a button that navigates or removes its own frame or window. By script, because the drivers wait for the end
 * of a click in a document that is gone by then; even the answer to the script can come too late.
 */
export const pressLast = (button: Locator): Promise<void> =>
  button
    .evaluate((element: HTMLElement) => void setTimeout(() => element.click()))
    .catch((error: unknown) => {
      if (!GONE.test(String(error))) throw error;
    });
