import type { Page } from '@playwright/test';

/** Values for the inputs beside the card, by a word in their `data-service`, `autocomplete`, name, id or type. */
const VALUES: readonly (readonly [word: string, value: string])[] = [
  ['first.?name|given.?name|vorname|prenom', 'Ada'],
  ['last.?name|family.?name|surname|nachname', 'Lovelace'],
  ['e-?mail', 'ada@example.com'],
  ['phone|^tel', '+1 415 555 0100'],
  ['postal|zip|plz', '94103'],
  ['address.?(line)?.?2', ''],
  ['address|street', '1 Market Street'],
  ['city|locality|town', 'San Francisco'],
  ['state|region|province', 'CA'],
  ['country', 'US'],
  ['name', 'Ada Lovelace'],
];

/** Codes change what is bought, and tokens are the library's. */
const LEAVE = 'coupon|gift|promo|voucher|discount|vat|tax|token|quantity|search';

/**
 * Fills in the empty inputs that a customer would: all that the form around `button` requires, and those whose meaning
 * is known.
 */
export const fillInputs = (page: Page, button: string): Promise<void> =>
  page.evaluate(
    ([selector, values, leave]) => {
      const form = document.querySelector<HTMLButtonElement>(selector)?.form ?? document;
      const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
      const meant = (input: Element) =>
        ['data-service', 'autocomplete', 'name', 'id', 'type'].map((name) => input.getAttribute(name) ?? '');
      const set = (input: HTMLInputElement | HTMLSelectElement, value: string) => {
        // By the element's own setter, so that frameworks notice the change.
        const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value') ?? {};
        set?.call(input, value);
        for (const event of ['input', 'change']) input.dispatchEvent(new Event(event, { bubbles: true }));
      };
      for (const input of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
        if (!shown(input) || input.disabled || meant(input).some((word) => new RegExp(leave, 'i').test(word))) continue;
        if (input instanceof HTMLInputElement && /^(checkbox|radio)$/.test(input.type)) {
          if (input.type === 'checkbox' && input.required && !input.checked) input.click();
          continue;
        }
        if (input.value !== '') continue;
        const known = values.find(([word]) => meant(input).some((each) => new RegExp(word, 'i').test(each)));
        const value = known?.[1] ?? (input.required ? 'Test' : '');
        if (value !== '') set(input, value);
      }
    },
    [button, VALUES, LEAVE] as const,
  );

/** Returns what the customer entered, by the names of the visible inputs. */
export const enteredIn = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea')]
        .filter(
          (input) =>
            input.checkVisibility() && input.value !== '' && !/^(checkbox|radio|submit|button)$/.test(input.type),
        )
        .map((input) => [input.name || input.id || input.dataset.service || input.ariaLabel || '?', input.value]),
    ),
  );
