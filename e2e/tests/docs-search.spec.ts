import { expect, test } from '../fixtures/index.ts';

test('the documentation is searched by names and by words of its text, with the keyboard', async ({
  page,
  service,
  context,
}) => {
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  await page.goto(`${service.apiUrl}/docs`);
  const words = page.waitForResponse('**/docs/search-words.json');
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  await words;
  const results = page.locator('.results a');
  await search.fill('POST /v2/purchases');
  await expect(results.first()).toHaveAttribute('href', /\/docs\/purchases#create_purchase$/);

  // From the text of a section whose name does not say it; and offline from now on.
  await context.setOffline(true);
  await search.fill('february');
  await expect(results).not.toHaveCount(0);
  const hrefs = await results.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(new Set(hrefs).size).toBe(hrefs.length);
  await context.setOffline(false);
  await page.keyboard.press('ArrowDown');
  await expect(results.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toContainText(/february/i);

  await page.goto(`${service.apiUrl}/docs`);
  await page.getByRole('searchbox').fill('xyzzy');
  await expect(page.getByText('Nothing found. Try another word.')).toBeVisible();
  expect(problems).toEqual([]);
});
