import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { test as base, expect, type RunningService } from '../fixtures/index.ts';
import { barriers } from './barriers.ts';
import { pressLast } from './press.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCREENSHOTS = `${ROOT}test-results/screenshots/`;
const DEMO = 'demo-public-key';

/** A shop with its own origin, and one page. */
const openOrigin = async (html: string) => {
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, close: () => void server.close() };
};

/** A page with a button that opens a wallet, and shows the result. */
const test = base.extend<{
  long: boolean;
  openShop: (publicKey?: string) => Promise<Shop>;
  openPage: (html: string) => Promise<string>;
}>({
  long: [false, { option: true }],

  async openPage({ page }, use) {
    const closing: (() => void)[] = [];
    await use(async (html) => {
      const { origin, close } = await openOrigin(html);
      closing.push(close);
      await page.goto(origin);
      return origin;
    });
    for (const close of closing) close();
  },

  async openShop({ page, service, openPage }, use) {
    await use(async (publicKey = DEMO) => {
      const origin =
        await openPage(`<!doctype html><title>Shop</title><button>Pay from my wallet</button><output></output>
        <script src="${service.browserUrl}/v1/service.js"></script>
        <script>
          const [button, told] = document.querySelectorAll('button, output');
          service.configure({ publicKey: '${publicKey}' });
          button.addEventListener('click', () => service.wallet.token({ description: 'Gold, every month' }, (error, token) => {
            told.textContent += JSON.stringify(error ? { code: error.code, message: error.message } : token);
          }));
        </script>`);
      const pay = () => page.getByRole('button', { name: 'Pay from my wallet' }).click();
      return {
        origin,
        pay,
        async openWallet() {
          const opened = page.waitForEvent('popup');
          await pay();
          const wallet = await opened;
          // It opens blank, and is then sent to the wallet.
          await wallet.waitForURL('**/wallet/agreement?*', { waitUntil: 'commit' });
          return wallet;
        },
        told: page.getByRole('status'),
      };
    });
  },
});

interface Shop {
  readonly origin: string;
  /** Presses the button; a wallet that is refused closes at once. */
  readonly pay: () => Promise<void>;
  readonly openWallet: () => Promise<Page>;
  readonly told: Locator;
}

const press = (wallet: Page, name: string) => pressLast(wallet.getByRole('button', { name }));

const addressOf = ({ browserUrl }: RunningService, changes: Record<string, string> = {}): string => {
  const parameters = { key: DEMO, version: '1', origin: 'https://shop.example', state: 'state', ...changes };
  return `${browserUrl}/js/v1/wallet/agreement?${new URLSearchParams(parameters)}`;
};

test('a customer agrees, and the account pays from the wallet', async ({ openShop, service }) => {
  const { origin, openWallet, told } = await openShop();
  const wallet = await openWallet();
  await expect(wallet.getByRole('heading', { level: 1 })).toHaveText('Pay Tideline from your wallet?');
  await expect(wallet.getByText(origin, { exact: true })).toBeVisible();
  await expect(wallet.getByText('Gold, every month')).toBeVisible();
  await wallet.getByRole('radio', { name: /Grace Hopper/ }).check();
  const closed = wallet.waitForEvent('close');
  await press(wallet, 'Agree');
  await closed;

  await expect(told).toHaveText(/"type":"paypal"/);
  const { id } = JSON.parse((await told.textContent()) ?? '');
  const answer = await fetch(`${service.apiUrl}/v2/accounts`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from('demo-private-key:').toString('base64')}`,
      Accept: 'application/xml',
      'Content-Type': 'application/xml; charset=utf-8',
      'X-Api-Version': '2.19',
    },
    body: `<account><account_code>grace-${Date.now()}-${test.info().project.name}</account_code><billing_info><token_id>${id}</token_id></billing_info></account>`,
  });
  expect(answer.status, await answer.text()).toBe(201);
});

for (const [way, leave] of [
  ['Cancel', (wallet: Page) => press(wallet, 'Cancel')],
  [
    'Escape',
    (wallet: Page) =>
      wallet.evaluate(
        () => void setTimeout(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))),
      ),
  ],
  ['closing the window', (wallet: Page) => wallet.close()],
] as const) {
  test(`a customer who leaves by ${way} has canceled`, async ({ openShop }) => {
    const { openWallet, told } = await openShop();
    const wallet = await openWallet();
    await expect(wallet.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await leave(wallet);
    await expect(told).toHaveText(/^\{"code":"wallet-canceled",[^{]*\}$/);
  });
}

test('a customer agrees with the keyboard alone @chromium', async ({ openShop }) => {
  const { openWallet, told } = await openShop();
  const wallet = await openWallet();
  await expect(wallet.getByRole('button', { name: 'Agree' })).toBeVisible();
  await wallet.keyboard.press('Tab');
  await expect(wallet.getByRole('radio', { name: /Ada Lovelace/ })).toBeFocused();
  await wallet.keyboard.press('ArrowDown');
  await expect(wallet.getByRole('radio', { name: /Grace Hopper/ })).toBeChecked();
  await wallet.keyboard.press('Tab');
  await expect(wallet.getByRole('button', { name: 'Agree' })).toBeFocused();
  const closed = wallet.waitForEvent('close');
  // The window may close before the key is released; `closed` says that it was pressed.
  await wallet.keyboard.press('Enter').catch(() => {});
  await closed;
  await expect(told).toHaveText(/"type":"paypal"/);
});

test('a failure of the wallet is a wallet-error', async ({ openShop }) => {
  const { openWallet, told } = await openShop();
  const wallet = await openWallet();
  await wallet.getByRole('radio', { name: /Charles Babbage/ }).check();
  await press(wallet, 'Agree');
  await expect(told).toHaveText(/^\{"code":"wallet-error","message":"The wallet could not make the agreement\./);
});

test('a wallet that does not answer can be opened again', async ({ openShop }) => {
  const { openWallet, told } = await openShop();
  const wallet = await openWallet();
  await wallet.route('**/wallet/agreements', (route) => route.abort(), { times: 1 });
  await wallet.getByRole('button', { name: 'Agree' }).click();
  await expect(wallet.getByRole('alert')).toHaveText(/did not answer\. Check your connection/);
  await expect(told).toBeEmpty();
  await press(wallet, 'Agree');
  await expect(told).toHaveText(/"type":"paypal"/);
});

test('a site without a wallet, and an unknown key, are refused at once', async ({ openShop, service }) => {
  const name = `none-${test.info().project.name}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['token-service/src/cli/site.ts', 'create', name], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: service.dataDir },
  });
  const publicKey = /public key +(\S+)/.exec(stdout)?.[1];
  const without = await openShop(publicKey);
  await without.pay();
  await expect(without.told).toHaveText(/^\{"code":"wallet-not-configured",.*--wallet on/);

  const unknown = await openShop('unknown-key');
  await unknown.pay();
  await expect(unknown.told).toHaveText(/^\{"code":"invalid-public-key"/);
});

test('only the named origin gets the answer, and only once', async ({ page, service, openPage }) => {
  const origin = await openPage('<title>Shop</title>');
  const received = () => page.evaluate(() => (window as never as { received: unknown[] }).received);
  await page.evaluate(() => {
    const received: unknown[] = [];
    Object.assign(window, { received });
    addEventListener('message', ({ origin, data }) => received.push([origin, data]));
  });
  const answered = async (origin: string) => {
    const opened = page.waitForEvent('popup');
    await page.evaluate((address) => void window.open(address, '_blank', 'popup'), addressOf(service, { origin }));
    const wallet = await opened;
    const closed = wallet.waitForEvent('close');
    await expect(wallet.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await wallet.evaluate(
      () =>
        void setTimeout(() => {
          const [agree, cancel] = document.querySelectorAll('button');
          for (const button of [cancel, cancel, agree]) button?.click();
        }),
    );
    await closed;
  };
  await answered('https://shop.example');
  await answered(origin);
  await expect
    .poll(received)
    .toEqual([[service.browserUrl, { service: 'wallet', state: 'state', outcome: 'canceled' }]]);
});

test('a page without an opener creates no agreement, and no page may frame it', async ({ page, service, openPage }) => {
  await page.goto(addressOf(service));
  await expect(page.getByRole('heading', { name: 'Go back to the page you came from' })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);

  await page.goto(addressOf(service, { origin: 'https://shop.example/checkout' }));
  await expect(page.getByRole('heading', { name: 'There is nothing to agree to' })).toBeVisible();

  await openPage(`<iframe src="${addressOf(service).replaceAll('&', '&amp;')}"></iframe>`);
  await expect(page.frameLocator('iframe').getByText('from your wallet')).toHaveCount(0);
  await expect(
    page.frameLocator('iframe').getByRole('heading', { name: 'Go back to the page you came from' }),
  ).toHaveCount(0);
});

test('it fits every width, in light and dark, and passes the accessibility scan @chromium', async ({
  long,
  openShop,
  service,
}) => {
  const { openWallet, origin } = await openShop();
  const wallet = await openWallet();
  const states = {
    wallet: addressOf(service, { origin, description: 'Gold, every month' }),
    'wallet-long': addressOf(service, {
      origin: 'https://wolfeschlegelsteinhausenbergerdorff-and-daughters.example.com:8443',
      description: 'اشتراك ذهبي كل شهر',
    }),
    'wallet-unsound': addressOf(service, { origin: '' }),
  };
  for (const [name, address] of Object.entries(states)) {
    await wallet.goto(address);
    for (const colorScheme of ['light', 'dark'] as const) {
      await wallet.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const [width, height] of [
        [320, 480],
        [360, 740],
        [480, 680],
        [1280, 900],
      ] as const) {
        await wallet.setViewportSize({ width, height });
        if (long) await wallet.screenshot({ path: `${SCREENSHOTS}${name}-${width}-${colorScheme}.png` });
        const overhang = await wallet.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overhang, `${name} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
      }
      expect(await barriers(wallet, { colorScheme }), `${name}, ${colorScheme}`).toEqual([]);
    }
  }
});
