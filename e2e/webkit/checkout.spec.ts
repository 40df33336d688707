import { By, until, type WebDriver } from 'selenium-webdriver';
import { findWebKit } from '../browsers.ts';
import { type Card, expect, type FieldName, TITLES, test } from '../fixtures/index.ts';
import { openWebKit } from './browser.ts';

const VISA = { number: '4111111111111111', month: '12', year: '2040', cvv: '123' } as const satisfies Card;
const PERSON = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
const PATIENCE = 20_000;

/** Types into a card field, and returns what it shows then. */
const typeInto = async (driver: WebDriver, field: FieldName, text: string): Promise<string> => {
  const frame = By.css(`iframe[title="${TITLES[field]}"]`);
  await driver.switchTo().frame(await driver.wait(until.elementLocated(frame), PATIENCE));
  const labelled = By.xpath(`//input[@id = //label[. = "${TITLES[field]}"]/@for]`);
  const input = await driver.wait(until.elementLocated(labelled), PATIENCE);
  // Like a customer: before a click, no field of another frame can get the focus.
  await input.click();
  await input.sendKeys(text);
  const shown = await input.getAttribute('value');
  await driver.switchTo().defaultContent();
  return shown ?? '';
};

test('a card typed across the frames becomes the card on file', async ({ service }) => {
  const programs = findWebKit();
  if (!programs) throw new Error('This suite needs WebKitGTK.');
  const { driver, close } = await openWebKit(programs);
  try {
    await driver.get(`${service.shopUrl}/card.html`);
    expect(await typeInto(driver, 'number', VISA.number)).toBe('4111 1111 1111 1111');
    expect(await typeInto(driver, 'month', VISA.month)).toBe('12');
    expect(await typeInto(driver, 'year', VISA.year)).toBe('2040');
    expect(await typeInto(driver, 'cvv', VISA.cvv)).toBe('123');
    for (const [id, value] of Object.entries(PERSON)) await driver.findElement(By.id(id)).sendKeys(value);
    await driver.findElement(By.id('save')).click();

    const onFile = await driver.findElement(By.id('on-file'));
    await driver.wait(until.elementIsVisible(onFile), PATIENCE);
    expect(await onFile.getText()).toMatch(/Visa\s*•••• 1111.*12\/2040.*Ada Lovelace/s);
    expect(await driver.findElement(By.id('result')).getText()).toMatch(/Your card is saved: Visa ending in 1111/);
  } finally {
    await close();
  }
});
