import type { Locator, Page } from '@playwright/test';
import {
  type Card,
  type CardFields,
  cardFields,
  expect,
  test as fixtures,
  type RunningService,
} from '../fixtures/index.ts';

/** Test cards of the sandbox gateway. */
export const VISA: Card = { number: '4111 1111 1111 1111', month: '12', year: '2040', cvv: '123' };
export const AMEX: Card = { number: '3782 822463 10005', month: '04', year: '2039', cvv: '1234' };
export const WITHOUT_FUNDS: Card = { ...VISA, number: '4000 0000 0000 0077' };

export const PERSON = { 'First name': 'Ada', 'Last name': 'Lovelace', Email: 'ada@example.com' };

/** The example shop's checkout page, as a customer uses it. */
export interface Checkout {
  readonly page: Page;
  readonly card: CardFields;
  readonly saveButton: Locator;
  /** The page's message about the outcome. */
  readonly result: Locator;
  /** The error of the whole form. */
  readonly problem: Locator;
  /** Texts on the page. An error is shown below its field, and once more for screen readers. */
  says(words: string | RegExp): Locator;
  open(): Promise<void>;
  fillInPerson(): Promise<void>;
  save(): Promise<void>;
}

export const checkoutOn = (page: Page, { shopUrl }: RunningService): Checkout => {
  const saveButton = page.getByRole('button', { name: /save/i });
  const card = cardFields(page);
  return {
    page,
    card,
    saveButton,
    result: page.getByRole('status').first(),
    problem: page.getByRole('alert').first(),
    says: (words) => page.getByText(words).first(),
    async open() {
      await page.goto(`${shopUrl}/card.html`);
      await card.ready();
    },
    async fillInPerson() {
      for (const [label, value] of Object.entries(PERSON)) await page.getByLabel(label).fill(value);
    },
    save: () => saveButton.click(),
  };
};

export const test = fixtures.extend<{ checkout: Checkout; long: boolean }>({
  /** Whether this is `npm run test:long`, which runs more cases and takes screenshots. */
  long: [false, { option: true }],
  checkout: async ({ page, service }, use) => {
    const checkout = checkoutOn(page, service);
    await checkout.open();
    await use(checkout);
  },
});

export { expect };
