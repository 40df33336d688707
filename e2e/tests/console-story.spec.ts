import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/index.ts';
import { noticeOn, park, runCommand, sellToCustomer, signInToConsole } from './console.ts';
import { type Hands, withKeyboard, withMouse } from './console-hands.ts';

const WAYS: readonly (readonly [name: string, hands: (page: Page) => Hands, javaScriptEnabled: boolean])[] = [
  ['with the mouse', withMouse, true],
  ['with the keyboard alone', withKeyboard, true],
  ['without JavaScript', withMouse, false],
];

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const linkTo = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name });

for (const [way, handsOf, javaScriptEnabled] of WAYS) {
  test.describe(way, () => {
    test.use({ javaScriptEnabled });

    test('finds a customer by the card, explains the invoice, refunds one line, and sees the mail', async ({
      page,
      service,
    }) => {
      const { code, invoice, lastFour } = await sellToCustomer(service);
      const hands = handsOf(page);
      await signInToConsole(page, service, (target) => hands.press(target));
      await hands.search(lastFour);
      await expect(page).toHaveURL(`${service.consoleUrl}/customers/${code}`);
      await expect(title(page)).toContainText('Ada Lovelace');

      await hands.press(linkTo(page, invoice).first());
      await expect(title(page)).toContainText(`Invoice ${invoice}`);
      const line = page.getByRole('row').filter({ hasText: 'Seats' });
      await hands.press(line.getByRole('link', { name: 'Explain' }));
      const sentences = page.locator((await line.getByRole('link').getAttribute('href')) ?? '');
      await expect(sentences).toBeInViewport();
      await expect(sentences).toContainText('Price: 3 x 15.00 USD = 45.00 USD.');

      await hands.press(linkTo(page, 'Refund'), 'r');
      await expect(title(page)).toHaveText(`Refund invoice ${invoice}`);
      await hands.choose(page.getByRole('radio', { name: 'Parts of lines' }));
      await hands.type(page.getByLabel('How much of Seats to refund'), '3');
      await hands.press(button(page, 'Show the refund'));
      await hands.press(button(page, `Refund $45.00 to Visa ${lastFour}`));
      await expect(noticeOn(page)).toContainText(`Refunded $45.00 to Visa ${lastFour}, with credit invoice`);
      await expect(noticeOn(page)).toContainText(
        `The customer is sent a mail about the refund to ${code}@example.com.`,
      );

      await hands.press(linkTo(page, 'Ada Lovelace').first());
      await hands.press(page.getByRole('navigation', { name: 'Kinds of entries' }).getByRole('link', { name: 'Mail' }));
      const mail = page.getByRole('listitem').filter({ hasText: 'Mail: Refund' });
      await hands.press(mail.getByRole('link', { name: 'message' }));
      await expect(page.getByRole('main')).toContainText(`${code}@example.com`);
      await expect(page.getByRole('main')).toContainText('$45.00');
    });

    test('changes a plan after seeing what it costs, then cancels with a refund and a reason', async ({
      page,
      service,
    }) => {
      const { code } = await sellToCustomer(service);
      const hands = handsOf(page);
      await signInToConsole(page, service, (target) => hands.press(target));
      await hands.search(code);
      await hands.press(linkTo(page, 'Tideline'));
      await hands.press(linkTo(page, 'Change'));
      await hands.select(page.getByLabel('Plan'), 'Tideline, by the year, $199.00 every year');
      await hands.press(button(page, 'Show what it does'));
      const preview = page.getByRole('region', { name: 'What it does' });
      await expect(preview).toContainText('$19.99 every month');
      await expect(preview).toContainText('$199.00 every year');
      const change = button(page, /^Change and charge \$/);
      const [, due = ''] = /(\$[\d.,]+)$/.exec((await change.textContent()) ?? '') ?? [];
      await expect(preview.getByRole('row', { name: 'Due now' })).toContainText(due);
      await hands.press(change);
      await expect(noticeOn(page)).toContainText(`${due} was charged.`);
      await expect(title(page)).toContainText('Tideline, by the year');

      await hands.press(linkTo(page, 'Cancel'));
      await hands.choose(page.getByRole('radio', { name: /^Now, and refund the unused part/ }));
      await hands.select(page.getByLabel('Reason'), 'Too expensive');
      await hands.type(page.getByLabel('In their own words'), 'The price is for a year.');
      await hands.press(button(page, /^Cancel now and refund \$[\d.]+$/));
      await expect(noticeOn(page)).toContainText(/The subscription has ended\. \$[\d.]+ was refunded/);

      await hands.press(linkTo(page, 'Ada Lovelace').first());
      await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(
        'Too expensive. “The price is for a year.”',
      );
    });

    test('opens a dispute and answers it with evidence', async ({ page, service }) => {
      const { code, payment } = await sellToCustomer(service);
      await runCommand(service, 'dispute', 'simulate', 'demo', payment, 'dispute');
      const hands = handsOf(page);
      await signInToConsole(page, service, (target) => hands.press(target));
      // The worker processes the report of the gateway.
      await expect(async () => {
        await page.goto(`${service.consoleUrl}/disputes?account_code=${code}`);
        await expect(linkTo(page, 'General')).toBeVisible({ timeout: 500 });
      }).toPass();
      await hands.press(linkTo(page, 'General'));
      await expect(title(page)).toContainText('Dispute of $');
      const email = page.getByLabel('Email of the customer');
      await expect(email).toHaveValue(`${code}@example.com`);
      await hands.type(page.getByLabel('Anything else'), 'The customer has used the seats every day.');
      await hands.press(button(page, /^Send the evidence for \$/));
      await expect(noticeOn(page)).toContainText('The evidence was sent to the gateway');
      await expect(page.getByRole('main')).toContainText('demo owner sent it');
    });

    test('retries work that waits for a person', async ({ page, service }) => {
      const id = park(service);
      const hands = handsOf(page);
      await signInToConsole(page, service, (target) => hands.press(target));
      await hands.go('Work', 'w');
      const row = page.locator(`a.row-link[href$="${id}"]`);
      await hands.press(row);
      await expect(page.getByRole('main')).toContainText('the mail server does not answer');
      await hands.press(linkTo(page, 'Retry'));
      await hands.press(button(page, 'Retry now'));
      await expect(noticeOn(page)).toContainText('A worker attempts the mail delivery again now.');
      await expect(async () => {
        await page.goto(`${service.consoleUrl}/work`);
        await expect(row).toBeHidden({ timeout: 500 });
      }).toPass();
    });
  });
}

test('keys open lists and rows, and list themselves', async ({ page, service }) => {
  await sellToCustomer(service);
  await signInToConsole(page, service);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(title(page)).toHaveText('Customers');
  const first = page.locator('a.row-link').first();
  const address = (await first.getAttribute('href')) ?? '';
  await page.keyboard.press('j');
  await expect(first).toBeFocused();
  await page.keyboard.press('o');
  await expect(page).toHaveURL(`${service.consoleUrl}${address}`);
});
