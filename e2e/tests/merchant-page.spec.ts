import { cardFields } from '../fixtures/index.ts';
import { checkoutOn, expect, test } from './checkout.ts';
import { eavesdropOn } from './eavesdropper.ts';
import { findCode, findNumber, withCheckDigit } from './secrets.ts';

const NUMBER = withCheckDigit('37655198243171');
const CODE = '7391';

test('the merchant page never gets the number or the code', async ({ page, service }) => {
  const eavesdropper = await eavesdropOn(page);
  const { card, ...checkout } = checkoutOn(page, service);
  await checkout.open();

  await card.type({ number: NUMBER, month: '12', year: '2040', cvv: CODE });
  const halfway = await eavesdropper.heard();
  await checkout.fillInPerson();
  await checkout.save();
  await expect(checkout.result).toHaveText(/American Express ending in/);

  const observed = [...halfway, ...(await eavesdropper.heard())];
  expect(findNumber(NUMBER, observed)).toEqual([]);
  expect(findCode(CODE, observed)).toEqual([]);

  // The recorder works: it has the state of the fields, which a page may know.
  const messages = observed.find(({ name }) => name === 'messages to the page')?.text;
  expect(messages).toContain(NUMBER.slice(0, 6));
  expect(messages).toContain(NUMBER.slice(-4));
});

test('the recorder detects what a careless library would expose', async ({ page, service }) => {
  const eavesdropper = await eavesdropOn(page);
  await page.goto(`${service.shopUrl}/card.html`);
  await cardFields(page).ready();
  await page.getByLabel('Email').fill(`${CODE} ${NUMBER}`);
  await page.evaluate(
    async ([number, code]) => {
      Object.assign(window, { form: { fields: [new Map([['number', { value: `${number} ${code}` }]])] } });
      const { port1, port2 } = new MessageChannel();
      const arrived = new Promise((resolve) => port1.addEventListener('message', resolve));
      port1.start();
      port2.postMessage({ value: `${number} ${code}` });
      await arrived;
      console.log(`${number} ${code}`);
      localStorage.setItem('card', `${number} ${code}`);
      await fetch('/health', { method: 'POST', body: `${number} ${code}` }).catch(() => undefined);
    },
    [NUMBER, CODE] as const,
  );

  const observed = await eavesdropper.heard();
  const places = ['messages to the page', 'objects of the page', 'document of the page', 'storage of the page'];
  for (const place of [...places, 'requests of the page', 'console']) {
    expect(findNumber(NUMBER, observed), place).toContain(`${place}: plain`);
    expect(findCode(CODE, observed), place).toContain(`${place}: plain`);
  }
});

test('scripts of the page cannot access a frame', async ({ checkout, page }) => {
  await checkout.card.type({ number: NUMBER });
  const reached = await page.evaluate(() =>
    [...document.querySelectorAll('iframe')].map((frame) => {
      try {
        return frame.contentWindow?.document.title ?? frame.contentDocument;
      } catch (error) {
        return (error as Error).name;
      }
    }),
  );
  expect(reached).toEqual(['SecurityError', 'SecurityError', 'SecurityError', 'SecurityError']);
});

test('browsers cache the frame document forever, at an address that changes with its content', async ({
  page,
  service,
}) => {
  const answered = page.waitForResponse(/\/js\/v1\/field\.html/);
  await page.goto(`${service.shopUrl}/card.html`);
  expect((await answered).headers()['cache-control']).toBe('public, max-age=31536000, immutable');
});
