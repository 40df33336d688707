import type { Page } from '@playwright/test';

/** Words on buttons that pay. */
const PAYS =
  'pay|buy|subscribe|order|purchase|check ?out|donate|complete|place|zahlen|bezahlen|kaufen|bestellen|payer|acheter|commander|pagar|comprar|paga|acquista|betaal|koop|save|submit';

/** Marks the button, so that a selector finds it whatever happens to its words. */
const MARK = 'data-check-submit';

/**
 * Finds the button that pays: the submit button of the form around the card fields, else one whose words say so.
 * Returns a selector for it; undefined if there is none.
 */
export const findButton = async (page: Page, given: string | undefined): Promise<string | undefined> => {
  if (given !== undefined) return (await page.locator(given).count()) > 0 ? given : undefined;
  const found = await page.evaluate(
    ([words, mark]) => {
      const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
      const text = (button: HTMLElement) =>
        (button as HTMLInputElement).value || button.innerText || button.ariaLabel || '';
      const marked = document.querySelector<HTMLElement>(`[${mark}]`);
      if (marked && shown(marked)) return true;
      marked?.removeAttribute(mark);
      const form = document.querySelector('iframe[src*="/js/v1/"]')?.closest('form');
      const inForm = [...(form?.elements ?? [])].filter(
        (each): each is HTMLButtonElement =>
          /^(BUTTON|INPUT)$/.test(each.tagName) && (each as HTMLButtonElement).type === 'submit',
      );
      const others = [
        ...document.querySelectorAll<HTMLElement>('button, input[type=submit], input[type=button], [role=button]'),
      ];
      const pays = (each: HTMLElement) => new RegExp(words, 'i').test(text(each));
      const candidates = [inForm.filter(pays), inForm, others.filter(pays)].map((all) => all.filter(shown));
      const button = candidates.find((all) => all.length > 0)?.at(-1);
      button?.setAttribute(mark, '');
      return Boolean(button);
    },
    [PAYS, MARK] as const,
  );
  return found ? `[${MARK}]` : undefined;
};

/** Whether a button can be pressed: it is visible, enabled, and does not say that it is busy. */
export const canPress = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((selector) => {
    const button = document.querySelector<HTMLButtonElement>(selector);
    if (!button?.checkVisibility({ visibilityProperty: true })) return false;
    return !button.matches(':disabled, [aria-disabled=true], [aria-busy=true]');
  }, selector);
