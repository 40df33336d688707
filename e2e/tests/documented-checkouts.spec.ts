/** The complete checkouts of the documents, as `check` sees them: none may lose an order, or charge twice. */
import { expect, type RunningService } from '../fixtures/index.ts';
import { check, checkedTexts, SHORT_CHECK } from './check/run-program.ts';
import { test } from './checkout.ts';
import { type Framework, openProject } from './components/project.ts';
import { openRecipeShop } from './recipe-shop.ts';

test.describe.configure({ timeout: 600_000 });

const openBuiltShop = async (service: RunningService, framework: Framework) => {
  const project = await openProject(framework);
  try {
    return await openRecipeShop(service, await project.page(await project.serverHtml()));
  } finally {
    await project.remove();
  }
};

const CHECKOUTS = {
  'the recipe for 3-D Secure': (service: RunningService) => openRecipeShop(service),
  'the README for React': (service: RunningService) => openBuiltShop(service, 'react'),
  'the README for Vue': (service: RunningService) => openBuiltShop(service, 'vue'),
};

for (const [name, open] of Object.entries(CHECKOUTS)) {
  test(`the checkout of ${name} is clean`, async ({ page, service, long }, info) => {
    await using shop = await open(service);
    const checked = await check(shop.url, service, info.outputPath('report'), ...(long ? [] : SHORT_CHECK));
    expect(checked.results.filter(({ level }) => level !== 'good')).toEqual([]);
    expect(checkedTexts(checked, 'lost-answer')).toContain('a second press, the customer was charged once.');
    expect(checkedTexts(checked, 'reload')).toContain('After the reload, the page says of the payment: “Paid”');

    await test.step('an error page in place of an answer keeps the order for the next press', async () => {
      await page.route(`${shop.url}/buy`, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<h1>Busy</h1>' }),
      );
      await page.goto(shop.url);
      const field = (title: string) => page.frameLocator(`iframe[title="${title}"]`).getByLabel(title);
      await field('Card number').pressSequentially('4111111111111111');
      await field('Expiry date').pressSequentially('1240');
      await field('Security code').pressSequentially('123');
      await page.getByLabel('First name').fill('Ada');
      await page.getByLabel('Last name').fill('Lovelace');
      await page.getByRole('button', { name: 'Pay $24.99' }).click();
      await expect(page.getByText('The shop did not answer. Press the button again')).toBeVisible();
      await page.unroute(`${shop.url}/buy`);
      // As after a press of the button: what was sent before is sent again.
      await page.reload();
      await expect(page.getByText('Thank you. You are subscribed.')).toBeVisible();
    });
  });
}
