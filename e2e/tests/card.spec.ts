import { AMEX, expect, test, VISA, WITHOUT_FUNDS } from './checkout.ts';

test('a card typed key by key becomes the card on file @phone', async ({ checkout, page }) => {
  await checkout.card.type({ ...VISA, number: '4111111111111111' });
  await expect(checkout.card.number).toHaveValue('4111 1111 1111 1111');
  await checkout.fillInPerson();
  await checkout.save();

  await expect(checkout.result).toHaveText(/Your card is saved: Visa ending in 1111, expires 12\/2040/);
  await expect(page.getByRole('heading', { name: 'Your card on file' })).toBeVisible();
  await expect(checkout.says('•••• 1111')).toBeVisible();
  await expect(checkout.says('ada@example.com')).toBeVisible();
});

test('a card pasted with dashes is accepted', async ({ checkout, page }) => {
  await page.getByLabel('Email').fill('3782-822463-10005');
  await page.getByLabel('Email').selectText();
  await page.keyboard.press('ControlOrMeta+x');
  await checkout.card.number.click();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(checkout.card.number).toHaveValue('3782 822463 10005');

  await checkout.card.type({ month: '4', year: '39', cvv: '1234' });
  await checkout.fillInPerson();
  await checkout.save();
  await expect(checkout.result).toHaveText(/American Express ending in 0005, expires 04\/2039/);
});

test('the whole checkout works by keyboard', async ({ checkout, page }) => {
  const { card } = checkout;
  const type = (text: string) => page.keyboard.type(text);
  const tab = () => page.keyboard.press('Tab');

  await page.getByRole('link').first().focus();
  await tab();
  await expect(card.number).toBeFocused();
  await type('5555555555554444');
  await tab();
  await expect(card.month).toBeFocused();
  await type('11');
  await tab();
  await expect(card.year).toBeFocused();
  await type('2041');
  await page.keyboard.press('Shift+Tab');
  await expect(card.month).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(card.number).toBeFocused();
  await tab();
  await tab();
  await tab();
  await expect(card.cvv).toBeFocused();
  await type('321');
  await tab();
  await expect(page.getByLabel('First name')).toBeFocused();

  await type('Grace');
  await tab();
  await type('Hopper');
  await tab();
  await type('grace@example.com');
  await tab();
  await expect(checkout.saveButton).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(checkout.result).toHaveText(/master ?card ending in 4444/i);
});

test('Enter in a card field submits the form', async ({ checkout, page }) => {
  await checkout.card.type(VISA);
  await checkout.fillInPerson();
  await checkout.card.cvv.focus();
  await page.keyboard.press('Enter');
  await expect(checkout.result).toHaveText(/Your card is saved/);
});

test('a click on a label focuses the field in its frame', async ({ checkout, page }) => {
  for (const [label, field] of [
    ['Card number', checkout.card.number],
    ['Security code', checkout.card.cvv],
    ['Expiry year', checkout.card.year],
  ] as const) {
    await page.locator('label', { hasText: label }).first().click();
    await expect(field).toBeFocused();
  }
});

test('a declined card is explained, and another one can be tried @phone', async ({ checkout, page }) => {
  await checkout.card.type(WITHOUT_FUNDS);
  await checkout.fillInPerson();
  await checkout.save();
  await expect(checkout.says('There are not enough funds for this payment. Try another card.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
  await expect(checkout.saveButton).toBeEnabled();

  await checkout.card.number.fill('');
  await checkout.card.type({ number: '4111111111111111' });
  await checkout.save();
  await expect(checkout.result).toHaveText(/Visa ending in 1111/);
});

test('a wrong security code is reported under its field', async ({ checkout }) => {
  await checkout.card.type({ ...VISA, number: '4000 0000 0000 0101' });
  await checkout.fillInPerson();
  await checkout.save();
  await expect(checkout.says('The security code is wrong. Check it and try again.')).toBeVisible();
});

test('a declined replacement keeps the card on file', async ({ checkout, page }) => {
  await checkout.card.type(AMEX);
  await checkout.fillInPerson();
  await checkout.save();
  await expect(checkout.says('•••• 0005')).toBeVisible();

  await page.getByRole('button', { name: 'Use another card' }).click();
  await checkout.card.ready();
  await checkout.card.type({ ...VISA, number: '4000 0000 0000 0002' });
  await checkout.save();
  await expect(checkout.says('The payment was declined. Try another card or ask your bank.')).toBeVisible();

  await page.reload();
  await expect(checkout.says('•••• 0005')).toBeVisible();
});

test('missing and invalid values are named before anything is sent', async ({ checkout, page }) => {
  let requests = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') requests += 1;
  });
  await checkout.card.type({ number: '4111 1111 1111 1112', month: '13', year: '2020' });
  await checkout.save();
  await expect(checkout.says('Check the card number. A digit may be missing or swapped.')).toBeVisible();
  await expect(checkout.says('There is no such month. Enter one from 01 to 12, then the year.')).toBeVisible();
  await expect(checkout.says(/Enter the security code/)).toBeVisible();
  await expect(checkout.says('Enter your first name.')).toBeVisible();
  expect(requests).toBe(0);
});

test('a field that is left with an invalid value shows an error, until it is corrected', async ({ checkout, page }) => {
  const { card } = checkout;
  const fault = page.getByText('The card number is too short. Check that no digit is missing.').first();
  await card.number.pressSequentially('4111 1111 1111 111');
  await expect(fault).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(card.month).toBeFocused();
  await expect(fault).toBeVisible();

  await card.number.press('End');
  await card.number.press('1');
  await expect(fault).toBeHidden();
});

test('another card can be typed as soon as the form is shown', async ({ checkout, page }) => {
  await checkout.card.type(VISA);
  await checkout.fillInPerson();
  await checkout.save();
  await page.getByRole('button', { name: 'Use another card' }).click();
  await expect(checkout.card.number).toBeFocused();
});

test('a reload before saving clears the form, and after saving finds the card', async ({ checkout, page }) => {
  await checkout.card.type({ number: '4111 1111', month: '12' });
  await page.reload();
  await checkout.card.ready();
  await expect(checkout.card.number).toHaveValue('');

  await checkout.card.type(VISA);
  await checkout.fillInPerson();
  await checkout.save();
  await expect(checkout.says('•••• 1111')).toBeVisible();
  await page.reload();
  await expect(checkout.says('•••• 1111')).toBeVisible();
});

test('a token that is twenty minutes old is refused with an explanation, and a second attempt works', async ({
  checkout,
  page,
  service,
}) => {
  await checkout.card.type(VISA);
  await checkout.fillInPerson();
  await page.route(
    '**/api/billing-info',
    async (route) => {
      await service.letPass({ minutes: 20 });
      await route.continue();
    },
    { times: 1 },
  );
  await checkout.save();
  await expect(checkout.says('This took too long, so nothing was saved. Try again.')).toBeVisible();

  await checkout.save();
  await expect(checkout.result).toHaveText(/Your card is saved/);
});

test('a card can be removed, after a confirmation', async ({ checkout, page }) => {
  await checkout.card.type(VISA);
  await checkout.fillInPerson();
  await checkout.save();
  const remove = page.getByRole('button', { name: 'Remove card' });

  await remove.click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect(checkout.says('•••• 1111')).toBeVisible();

  await remove.click();
  await page.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(checkout.result).toHaveText('Your card is removed.');
  await checkout.card.ready();
  await page.reload();
  await checkout.card.ready();
});
