import { expect, test } from '../fixtures/index.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a changed look is shown by the live form, and its code can be copied @phone', async ({ page, service }) => {
  await page.goto(`${service.shopUrl}/appearance.html`);
  const code = page.locator('#code');
  await expect(code).toContainText("theme: 'light'");
  await page.getByLabel('Theme').selectOption('Dark');
  await page.getByLabel('Labels').selectOption('Capitals');
  await page.getByLabel('Corner radius').fill('4');
  await expect(code).toContainText("textTransform: 'uppercase'");
  await expect(code).toContainText("borderRadius: '4px'");
  await expect(code).not.toContainText('colorText');
  await expect(page.locator('.service-pf-label').first()).toHaveCSS('text-transform', 'uppercase');
  const box = page.getByLabel('First name');
  await expect(box).toHaveCSS('border-top-left-radius', '4px');
  await expect(box).toHaveCSS('background-color', 'rgb(23, 25, 29)');

  // The form does not start again: what was typed stays.
  await box.fill('Ada');
  for (const [knob, choice] of [
    ['Field edge', 'Thick'],
    ['Errors', 'Bold'],
    ['Chosen method', 'Filled'],
  ] as const)
    await page.getByLabel(knob).selectOption(choice);
  await page.getByLabel('Error color').fill('#ff0000');
  await page.getByLabel('Text size').fill('18');
  await expect(box).toHaveCSS('border-top-width', '2px');
  await expect(box).toHaveCSS('font-size', '18px');
  await expect(box).toHaveValue('Ada');
  for (const written of ["colorDanger: '#ff0000'", "fontSize: '18px'", "'Method:selected': {", 'Error: {'])
    await expect(code).toContainText(written);

  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.locator('#spoken')).not.toBeEmpty();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("colorDanger: '#ff0000'");
  expect(copied).toBe(await code.textContent());

  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(code).toHaveText(/appearance: \{\s+theme: 'light',\s+\}/);
  await expect(page.getByLabel('First name')).toHaveCSS('border-top-left-radius', '12px');
});
