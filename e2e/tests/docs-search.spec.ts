import { expect, test } from '../fixtures/index.ts';

test('the documentation is searched with the keyboard, and shows the sentence that was found', async ({
  page,
  service,
}) => {
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  await page.goto(`${service.apiUrl}/docs`);
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  const results = page.locator('.results a');
  await search.fill('POST /v2/purchases');
  await expect(results.first()).toHaveAttribute('href', /\/docs\/purchases#create_purchase$/);

  // From the text of a section whose name does not say it.
  await search.fill('february');
  await expect(results.first().locator('.sentence mark').first()).toHaveText('February');
  await page.keyboard.press('ArrowDown');
  await expect(results.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toContainText(/february/i);

  // Enter in the box opens the first result.
  await page.getByRole('searchbox').fill('csp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Content security policy');

  await page.getByRole('searchbox').fill('xyzzy');
  await expect(page.getByText('Nothing found. Try another word.')).toBeVisible();
  expect(problems).toEqual([]);
});

test('the search works without scripts, on a page of results', async ({ browser, service }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${service.apiUrl}/docs`);
  await page.getByRole('searchbox').fill('apple pay');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search');
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page.getByRole('main')).toContainText('Neither Apple Pay nor Google Pay is offered.');
  await context.close();
});
