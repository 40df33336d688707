import { expect, type Locator, type Page } from '@playwright/test';

/** The ways in which an operator works the pages: mouse or keys. */
export interface Hands {
  /** Presses a link or a button. `key`: the letter that does the same. */
  press(target: Locator, key?: string): Promise<void>;
  type(field: Locator, text: string): Promise<void>;
  /** Chooses one of several radio buttons. */
  choose(radio: Locator): Promise<void>;
  /** Chooses an option of a list by its text. */
  select(list: Locator, text: string): Promise<void>;
  search(text: string): Promise<void>;
  /** Opens a page of the menu. `key`: the second key of its shortcut. */
  go(name: string, key?: string): Promise<void>;
}

const searchBox = (page: Page) => page.getByLabel('Search customers, invoices, payments and more');
const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true });

/** Works with the mouse; also where there is no script. */
export const withMouse = (page: Page): Hands => ({
  press: (target) => target.click(),
  type: (field, text) => field.fill(text),
  choose: (radio) => radio.check(),
  async select(list, text) {
    await list.selectOption({ label: text });
  },
  async search(text) {
    await searchBox(page).fill(text);
    await searchBox(page).press('Enter');
  },
  go: (name) => menuLink(page, name).click(),
});

/** More than any page of the stories has. */
const MOST_STOPS = 200;

/** Moves the focus with the Tab key until it is on the element, as someone without a mouse does. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not reach ${target}`);
};

/** Works with the keyboard alone. */
export const withKeyboard = (page: Page): Hands => ({
  async press(target, key) {
    await expect(target).toBeVisible();
    if (key) return page.keyboard.press(key);
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  },
  async type(field, text) {
    await tabTo(page, field);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  },
  async choose(radio) {
    // Of a group, the Tab key reaches the one that is chosen; the arrows move from there.
    const name = (await radio.getAttribute('name')) ?? '';
    await tabTo(page, page.locator(`input[name="${name}"]:checked`));
    for (let step = 0; step < 10 && !(await radio.isChecked()); step += 1) await page.keyboard.press('ArrowDown');
    await expect(radio).toBeChecked();
  },
  async select(list, text) {
    await tabTo(page, list);
    await page.keyboard.type(text);
    await expect(list.locator('option:checked')).toHaveText(text);
  },
  async search(text) {
    await page.keyboard.press('/');
    await expect(searchBox(page)).toBeFocused();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  },
  async go(name, key) {
    if (!key) {
      await tabTo(page, menuLink(page, name));
      return page.keyboard.press('Enter');
    }
    await page.keyboard.press('g');
    await page.keyboard.press(key);
  },
});
