import type { Page } from '@playwright/test';
import { expect, test } from './checkout.ts';
import type { Origins } from './origins.ts';
import { AGREEMENT, press } from './wallet-window.ts';

type Library = { service: typeof import('../src/index.ts').service };

/** A page with a button that requests a wallet token and records the callback's arguments. */
const openShop = async (page: Page, origins: Origins) => {
  origins.files['wallet/agreement'] = { type: 'text/html', body: AGREEMENT };
  origins.page = `<!doctype html><form id="form"><input type="hidden" name="service-token" value="old"></form>
    <button id="pay">Pay</button>
    <script src="${origins.browser}/v1/service.js"></script>
    <script>
      window.told = [];
      service.configure('key');
      pay.onclick = () => service.wallet.token({ form, description: 'Gold' }, (error, token) =>
        told.push(error ? { name: error.name, code: error.code, message: error.message } : token));
    </script>`;
  await page.goto(origins.shop);
};

const told = (page: Page) => page.evaluate(() => (window as never as { told: unknown[] }).told);

const openWallet = async (page: Page) => {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Pay' }).click();
  return opened;
};

test('a customer who agrees gets a token, in the callback and in the form', async ({ origins, page }) => {
  await openShop(page, origins);
  const popup = await openWallet(page);
  await expect(popup.locator('#description')).toHaveText('Gold');
  await press(popup, 'Agree');
  await expect.poll(() => told(page)).toEqual([{ id: 'wallet-token', type: 'paypal' }]);
  await expect(page.locator('[name=service-token]')).toHaveValue('wallet-token');
});

test('a button that is pressed twice opens one window, with and without a form', async ({ origins, page }) => {
  await openShop(page, origins);
  const windows: Page[] = [];
  page.on('popup', (popup) => windows.push(popup));
  const twice = async (options: string) => {
    await page.evaluate((options) => {
      const button = document.querySelector('#pay') as HTMLButtonElement;
      button.onclick = new Function(`
        for (let press = 0; press < 2; press += 1)
          service.wallet.token(${options}).then((token) => told.push(token.id), ({ code }) => told.push(code));
      `) as () => void;
    }, options);
    const popup = await openWallet(page);
    await press(popup, 'Agree');
  };
  await twice('{ form: document.forms[0] }');
  await expect.poll(() => told(page)).toEqual(['wallet-token', 'wallet-token']);
  await twice("{ description: 'Gold' }");
  await expect.poll(() => told(page)).toEqual(Array(4).fill('wallet-token'));
  expect(windows).toHaveLength(2);
});

for (const button of ['Leave', 'Close']) {
  test(`a customer who leaves by ${button} has canceled`, async ({ origins, page }) => {
    await openShop(page, origins);
    const popup = await openWallet(page);
    await press(popup, button);
    await expect.poll(() => told(page)).toMatchObject([{ name: 'wallet-canceled', code: 'wallet-canceled' }]);
    await expect(page.locator('[name=service-token]')).toHaveValue('');
  });
}

test('an error of the wallet is passed on', async ({ origins, page }) => {
  await openShop(page, origins);
  const popup = await openWallet(page);
  await press(popup, 'Break');
  await expect
    .poll(() => told(page))
    .toEqual([{ name: 'wallet-not-configured', code: 'wallet-not-configured', message: 'The site has no wallet.' }]);
});

test('only the pop-up can answer', async ({ origins, page }) => {
  await openShop(page, origins);
  const popup = await openWallet(page);
  const state = new URL(popup.url()).searchParams.get('state');
  await page.evaluate((state) => {
    const forged = { service: 'wallet', state, outcome: 'agreed', token: { id: 'forged', type: 'paypal' } };
    postMessage(forged, '*');
  }, state);
  await press(popup, 'Agree');
  await expect.poll(() => told(page)).toEqual([{ id: 'wallet-token', type: 'paypal' }]);
});

test('a blocked pop-up is an error that says what to do', async ({ origins, page }) => {
  await openShop(page, origins);
  await page.evaluate(() => {
    window.open = () => null;
  });
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect
    .poll(() => told(page))
    .toMatchObject([{ code: 'wallet-error', message: expect.stringContaining('click') }]);
});

test('destroy closes the pop-up and calls back', async ({ origins, page }) => {
  await openShop(page, origins);
  const popup = await openWallet(page);
  const closed = popup.waitForEvent('close');
  await page.evaluate(() => (window as never as Library).service.destroy());
  await closed;
  await expect.poll(() => told(page)).toMatchObject([{ code: 'api-error' }]);
});
