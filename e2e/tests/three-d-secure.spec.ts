import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/index.ts';
import { PERSON, VISA } from './checkout.ts';
import { pressLast } from './press.ts';

test.use({ locale: 'en-US' });

/** The bank asks the customer to confirm each payment with this card. */
const CHALLENGED = { ...VISA, number: '4000 0000 0000 3220' };
/** The bank recognizes the device: it confirms without showing anything. */
const RECOGNIZED = { ...VISA, number: '4000 0000 0000 3063' };

const challenge = (page: Page) => page.frameLocator('iframe.service-three-d-secure');
const bank = (page: Page) => challenge(page).frameLocator('iframe');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm your payment' });
const pay = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });

const press = (page: Page, name: string, within = bank(page)) => pressLast(within.getByRole('button', { name }));

const fillIn = async (page: Page) => {
  for (const [label, value] of Object.entries(PERSON)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Country').selectOption('United States');
  const code = page.getByLabel('Postal code');
  await code.pressSequentially('94105');
  await code.press('Tab');
  await expect(page.getByRole('button', { name: 'Pay $27.18', exact: true })).toBeEnabled();
};

const thanked = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible({ timeout: 20_000 });

test.beforeEach(async ({ page, service, card }) => {
  await page.goto(`${service.shopUrl}/checkout.html`);
  await card.ready();
  await expect(pay(page)).toBeEnabled();
});

test('a purchase is confirmed on the page of the bank, and paid once @firefox', async ({ page, card, service }) => {
  const purchases: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/purchase')) purchases.push(request.postData());
  });
  await fillIn(page);
  await card.type(CHALLENGED);
  await pay(page).click();

  await expect(bank(page).getByRole('heading', { name: 'Confirm this payment?' })).toBeVisible();
  await expect(bank(page).getByText('$27.18')).toBeVisible();
  await expect(challenge(page).getByRole('heading', { name: 'Confirm your payment' })).toBeVisible();
  await press(page, 'Confirm payment');
  await thanked(page);
  await expect(page.getByRole('article')).toContainText('$27.18 by Visa ending in 3220');
  expect(purchases).toHaveLength(2);
  expect(service.output()).not.toMatch(/4000000000003220|4000 0000 0000 3220/);
});

test('a recognized device confirms without a question', async ({ page, card }) => {
  await fillIn(page);
  await card.type(RECOGNIZED);
  await pay(page).click();
  await thanked(page);
  await expect(page.getByRole('article')).toContainText('by Visa ending in 3063');
});

test('a refused payment is not charged, and the order stays to be paid with another card', async ({ page, card }) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await fillIn(page);
  await card.type(CHALLENGED);
  await pay(page).click();
  await press(page, 'Refuse');
  await expect(page.getByRole('alert').filter({ hasText: 'Your bank did not confirm this payment.' })).toHaveText(
    'Your bank did not confirm this payment. Try again, or use another card. ' +
      'Nothing was charged, and your order is still here.',
  );
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  expect(logged.filter((text) => text.includes('postMessage'))).toEqual([]);

  await card.number.press('ControlOrMeta+a');
  await card.type({ number: '4111 1111 1111 1111' });
  await pay(page).click();
  await thanked(page);
  await expect(page.getByRole('article')).toContainText('by Visa ending in 1111');
});

test('an abandoned payment can be tried again', async ({ page, card }) => {
  await fillIn(page);
  await card.type(CHALLENGED);
  await pay(page).click();
  await expect(bank(page).getByRole('button', { name: 'Refuse' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('You have not confirmed this payment to your bank').first()).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);

  await pay(page).click();
  await press(page, 'Confirm payment');
  await thanked(page);
});

test('the keyboard reaches first the button that leaves, and Escape leaves from the test bank too', async ({
  page,
  card,
}) => {
  await fillIn(page);
  await card.type(CHALLENGED);
  await pay(page).click();
  await expect(bank(page).getByRole('button', { name: 'Refuse' })).toBeVisible();
  await expect(challenge(page).getByRole('heading', { name: 'Confirm your payment' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(challenge(page).getByRole('button', { name: 'Cancel and go back' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(bank(page).getByRole('button', { name: 'Confirm payment' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByText('You have not confirmed this payment to your bank').first()).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test('the test bank has the theme of the challenge, on a page that has another than the computer', async ({
  page,
  card,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => {
    document.body.style.background = 'white';
  });
  await fillIn(page);
  await card.type(CHALLENGED);
  await pay(page).click();
  await expect(bank(page).getByRole('button', { name: 'Refuse' })).toBeVisible();
  const ground = async (around: string, inside: string) => {
    await expect(challenge(page).locator(':root')).toHaveCSS('background-color', around);
    await expect(bank(page).locator(':root')).toHaveCSS('background-color', inside);
  };
  await ground('rgb(255, 255, 255)', 'rgb(255, 255, 255)');
  await page.evaluate(() => {
    document.body.style.background = 'black';
  });
  await ground('rgb(22, 30, 37)', 'rgb(21, 19, 31)');
});

test('a page that is loaded again during a challenge continues it', async ({ page, card }) => {
  await fillIn(page);
  await card.type(CHALLENGED);
  await pay(page).click();
  await expect(bank(page).getByRole('button', { name: 'Refuse' })).toBeVisible();
  await page.reload();
  await expect(bank(page).getByRole('button', { name: 'Refuse' })).toBeVisible();
  await press(page, 'Confirm payment');
  await thanked(page);
  await expect(page.getByRole('article')).toContainText('$27.18 by Visa ending in 3220');
});

test('the challenge has no axe findings, fits a small window, and speaks German', async ({ page, card, browser }) => {
  test.slow();
  const folder = process.env.PICTURES;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await fillIn(page);
  await card.type(CHALLENGED);
  await pay(page).click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(bank(page).getByRole('button', { name: 'Refuse' })).toBeVisible();
    // The order behind the dialog is examined without it.
    const { violations } = await new AxeBuilder({ page })
      .exclude('#order')
      .options({ resultTypes: ['violations'] })
      .analyze();
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
    for (const [width, height] of [
      [320, 568],
      [360, 740],
      [768, 1024],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      // A frame of another process is laid out a moment after its page.
      for (const inside of [page, challenge(page), bank(page)]) {
        const beyond = () => inside.locator(':root').evaluate((root) => root.scrollWidth - root.clientWidth);
        await expect.poll(beyond, `${width} pixels`).toBeLessThanOrEqual(0);
      }
      const below = () =>
        bank(page)
          .locator(':root')
          .evaluate((root) => root.scrollHeight - root.clientHeight);
      if (width >= 360) await expect.poll(below, `below the frame at ${width} pixels`).toBeLessThanOrEqual(0);
      if (folder) await page.screenshot({ path: `${folder}/dialog-${width}-${colorScheme}.png` });
    }
  }
  const [frame] = page.frames().filter((each) => each.url().includes('three-d-secure.html'));
  const address = new URL(frame?.url() ?? '').href;
  const german = await (await browser.newContext({ locale: 'de-DE' })).newPage();
  await german.goto(address.replace(/#.*/, ''));
  await expect(german.getByRole('heading', { name: 'Zahlung bestätigen' })).toBeVisible();
  await expect(german.getByRole('alert')).toContainText('Diese Seite gehört zu einem Bezahlvorgang.');
  await german.context().close();
});

test('a challenge ends after ten minutes, and says so', async ({ page, card }) => {
  await page.clock.install();
  await fillIn(page);
  await card.type(CHALLENGED);
  await pay(page).click();
  await expect(bank(page).getByRole('button', { name: 'Refuse' })).toBeVisible();
  await page.clock.fastForward('10:01');
  await expect(page.getByText('The payment was not confirmed in time').first()).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test('the page around the bank has the words of the shop', async ({ page }) => {
  await page.evaluate(() => {
    interface Challenges {
      Risk(): { ThreeDSecure(options: object): { attach(target: Element): void } };
    }
    const { service } = window as never as {
      service: Challenges & { Service: new (options: object) => Challenges };
    };
    const target = document.body.appendChild(document.createElement('div'));
    const own = new service.Service({
      publicKey: 'demo-public-key',
      texts: { challenge_title: 'One more step', challenge_gone: 'Please order again.' },
    });
    own
      .Risk()
      .ThreeDSecure({ actionTokenId: 'unknown', texts: { challenge_back: 'To the shop' } })
      .attach(target);
  });
  await expect(challenge(page).getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expect(challenge(page).getByRole('alert')).toContainText('Please order again.');
  await expect(challenge(page).getByRole('button', { name: 'To the shop' })).toBeVisible();
});
