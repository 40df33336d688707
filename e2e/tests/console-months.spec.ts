import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/index.ts';
import { api } from './account-link.ts';
import { barriers } from './barriers.ts';
import { noticeOn, park, runCommand, sellToCustomer, signInToConsole } from './console.ts';
import { withKeyboard } from './console-hands.ts';

// A service of its own, because the story moves the clock of its site.
test.use({ serviceOptions: { env: {} } });

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const linkTo = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name });

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };

/** Checks that the page can be used by everyone, in light, in the dark and on a phone. */
const checkLooks = async (page: Page): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await barriers(page, { colorScheme })).toEqual([]);
  }
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
};

test('closes a month with the keyboard: sees what is left, does it, saves a file, and reopens it', async ({
  page,
  service,
}) => {
  const { invoice } = await sellToCustomer(service);
  park(service);
  const month = new Date().toISOString().slice(0, 7);
  await runCommand(service, 'site', 'travel', 'demo', '--by', '40d');
  const hands = withKeyboard(page);
  await signInToConsole(page, service, (target) => hands.press(target));
  await hands.go('Reports', 'r');
  await hands.press(linkTo(page, 'Closed months'));
  await expect(page.getByRole('row', { name: month })).toContainText('to close');
  await checkLooks(page);
  await hands.press(linkTo(page, month));
  const left = page.getByRole('row').filter({ hasText: 'No due work of the month is left' });
  await expect(left).toContainText('1 item of it, the first of the kind “mail delivery”');
  await expect(linkTo(page, `Close ${month}`)).toHaveCount(0);
  await checkLooks(page);

  await hands.press(left.getByRole('link', { name: 'Open' }));
  await hands.press(
    page
      .getByRole('main')
      .getByRole('link', { name: /mail.delivery/ })
      .first(),
  );
  await hands.press(linkTo(page, 'Dismiss'));
  await hands.type(page.getByLabel('Reason'), 'The message is out of date');
  await hands.press(button(page, /^Dismiss/));
  await expect(noticeOn(page)).toBeVisible();
  await page.goto(`${service.consoleUrl}/reports/periods/${month}`);
  await hands.press(linkTo(page, 'Compare the reports'));
  await hands.press(linkTo(page, `Close ${month}`));
  await expect(page.getByRole('main')).toContainText('Only an owner can reopen the month.');
  await hands.press(button(page, `Close ${month}`));
  await expect(noticeOn(page)).toContainText(`${month} is closed.`);
  await expect(async () => {
    await page.goto(`${service.consoleUrl}/reports/periods/${month}?compared=1`);
    await expect(page.getByRole('main')).toContainText('The reports equal the snapshot, to the byte.', {
      timeout: 500,
    });
  }).toPass();
  await checkLooks(page);
  const saved = page.waitForEvent('download');
  await hands.press(linkTo(page, `sales-${month}.csv`));
  expect(await readFile(await (await saved).path(), 'utf8')).toContain(`\n${invoice},`);

  await hands.press(linkTo(page, `Reopen ${month}`));
  await hands.type(page.getByLabel('Reason'), 'An invoice came late');
  await hands.press(button(page, `Reopen ${month}`));
  await expect(title(page)).toContainText('reopened');
  await expect(page.getByRole('main')).toContainText('An invoice came late');
});

/** Reports with a column for each month, which are as wide as their months. */
const GRIDS = ['waterfall', 'cohorts'];

test('shows every amount of a report without scrolling sideways', async ({ page, service }) => {
  const { invoice } = await sellToCustomer(service);
  // With labels for the books, reports about revenue have more columns.
  const labelled = '<plan><performance_obligation_id>4</performance_obligation_id></plan>';
  await api(service, 'PUT', '/v2/plans/tideline', labelled, '2.29');
  await sellToCustomer(service);
  await runCommand(service, 'site', 'travel', 'demo', '--by', '40d');
  await api(
    service,
    'POST',
    `/v2/invoices/${invoice}/refund`,
    '<invoice><amount_in_cents>1000</amount_in_cents></invoice>',
  );
  await signInToConsole(page, service);
  await page.setViewportSize(DESKTOP);
  await page.goto(`${service.consoleUrl}/reports`);
  const paths = await page
    .getByRole('table')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const names = paths.map((path) => path.replace('/reports/', '')).filter((name) => !GRIDS.includes(name));
  expect(names).toContain('schedules');
  const first = new Date().toISOString().slice(0, 7);
  for (const name of names) {
    await page.goto(`${service.consoleUrl}/reports/${name}`);
    const form = page.getByLabel('First day');
    if ((await form.count()) > 0) await page.goto(`${service.consoleUrl}/reports/${name}?from=${first}-01`);
    const hidden = await page
      .getByRole('table')
      .evaluateAll((tables) =>
        tables.map((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0)).filter((width) => width > 1),
      );
    expect(hidden, name).toEqual([]);
  }
});
