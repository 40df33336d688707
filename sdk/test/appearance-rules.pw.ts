import { expect, test } from './checkout.ts';
import { openPaymentForm } from './payment-page.ts';

const RULES = {
  Label: { textTransform: 'uppercase', letterSpacing: '1px' },
  Field: { backgroundColor: 'rgb(240, 250, 255)', color: 'rgb(0, 0, 90)', borderWidth: '2px' },
  'Field:focus': { borderColor: 'rgb(0, 128, 0)' },
  'Field:invalid': { borderColor: 'rgb(128, 0, 0)' },
};

test('rules dress the elements of the form, their states, and the text in the frames', async ({ page, origins }) => {
  const problems: string[] = [];
  page.on('console', (message) => /Unrecognized feature/.test(message.text()) || problems.push(message.text()));
  await openPaymentForm(page, origins, { appearance: { rules: RULES } });
  const name = page.getByLabel('First name');
  const number = page.locator('.service-pf-box').first();
  await expect(number).toHaveCSS('background-color', 'rgb(240, 250, 255)');
  await expect(name).toHaveCSS('border-top-width', '2px');
  await expect(page.locator('.service-pf-label').first()).toHaveCSS('text-transform', 'uppercase');
  const framed = page.frameLocator('iframe[title="Card number"]').getByLabel('Card number');
  await expect(framed).toHaveCSS('color', 'rgb(0, 0, 90)');

  await name.focus();
  await expect(name).toHaveCSS('border-top-color', 'rgb(0, 128, 0)');
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByLabel('Last name')).toHaveCSS('border-top-color', 'rgb(128, 0, 0)');
  expect(problems).toEqual([]);
});

for (const [what, rules, message] of [
  ['an element', { Button: {} }, '`PaymentForm.appearance.rules` option must be one of Label, Field, Field:hover'],
  ['a property', { Field: { position: 'fixed' } }, '`PaymentForm.appearance.rules.Field` option must be'],
  ['a value', { Label: { color: 'reddish' } }, "rules.Label.color` option must be a CSS value, got 'reddish'"],
  ['a value that loads', { Hint: { fontFamily: 'url(x)' } }, 'rules.Hint.fontFamily` option must be a CSS value'],
  ['a value that ends a declaration', { Hint: { color: 'red; position: fixed' } }, 'rules.Hint.color` option must be'],
] as const) {
  test(`${what} that the form does not know is named, and the form stays as it was`, async ({ page, origins }) => {
    const said = page.waitForEvent('console', (event) => event.type() === 'error' && /rules/.test(event.text()));
    await openPaymentForm(page, origins, { appearance: { rules } });
    expect((await said).text()).toContain(message);
    await expect(page.locator('[data-rules]')).toHaveCount(0);
  });
}
