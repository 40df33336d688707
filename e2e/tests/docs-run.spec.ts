import { expect, test } from '../fixtures/index.ts';

test('the documentation of a sandbox runs its examples with the token and the records of the reader', async ({
  page,
  service,
}) => {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  const made = await fetch(`${service.browserUrl}/js/v1/token`, {
    method: 'POST',
    body: new URLSearchParams({
      key: 'demo-public-key',
      first_name: 'Ada',
      last_name: 'Lovelace',
      number: '4111111111111111',
      month: '12',
      year: '2040',
      cvv: '123',
    }),
  });
  const { id } = (await made.json()) as { id: string };

  await page.goto(`${service.apiUrl}/docs`);
  const sale = page.locator('#first-sale figure.request').first();
  await expect(sale.locator('pre:visible mark')).toHaveText(id);
  await sale.getByRole('button', { name: 'Run' }).click();
  await expect(sale.locator('.ran')).toContainText('Your sandbox answered 200');
  await expect(page.locator('p.spoken')).toHaveText('Your sandbox answered 200');
  const [, number = ''] =
    /<invoice_number[^>]*>(\d+)</.exec((await sale.locator('.ran pre').textContent()) ?? '') ?? [];
  expect(number).not.toBe('');

  // The refund is of the invoice that the sale has made.
  const refund = page.locator('#first-sale figure.request').nth(1);
  await expect(refund.locator('pre:visible')).toContainText(`/v2/invoices/${number}/refund`);
  await refund.getByRole('button', { name: 'Run' }).click();
  await expect(refund.locator('.ran')).toContainText('Your sandbox answered 201');

  // A page of the reference has the reader's account in the address, in every language.
  await page.goto(`${service.apiUrl}/docs/accounts#account`);
  const lookUp = page.locator('#account figure.request');
  await lookUp.getByRole('button', { name: 'Python' }).click();
  await expect(lookUp.locator('pre:visible')).toContainText(`${service.apiUrl.replace(/\/$/, '')}/v2/accounts/`);
  await lookUp.getByRole('button', { name: 'Run' }).click();
  await expect(lookUp.locator('.ran pre')).toContainText('<account_code>');
  expect(problems).toEqual([]);
});
