import { execFileSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, type RunningService, test } from '../fixtures/index.ts';
import { sell } from './account-link.ts';
import { barriers } from './barriers.ts';
import { withKeyboard } from './console-hands.ts';

// Virtual authenticators are Chromium's.
test.describe.configure({ mode: 'default' });
test.use({ serviceOptions: { env: { SECRETS_KEY: randomBytes(32).toString('base64') } } });

const HOME = fileURLToPath(new URL('../..', import.meta.url));
const PASSWORD = 'a long walk by the sea';
/** The choice of the role, with its description. */
const SUPPORT = 'support: Helps customers: subscriptions, mail, notes, and refunds up to a limit.';

/** Runs a command of the service. Returns what it prints. */
const command = ({ dataDir, consoleUrl }: RunningService, tool: 'site' | 'operator', ...given: string[]): string =>
  execFileSync(process.execPath, [`token-service/src/cli/${tool}.ts`, ...given], {
    cwd: HOME,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir, CONSOLE_PORT: new URL(consoleUrl).port },
  });

/** Gives the browser a device that makes and uses passkeys, and whose user is always there. */
const withPasskeys = async (page: Page): Promise<void> => {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns what an authenticator app shows for a key (RFC 6238). `later`: steps of thirty seconds from now. */
const codeOf = (key: string, later = 0): string => {
  const bits = [...key.replaceAll(' ', '')].map((one) => BASE32.indexOf(one).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const hash = createHmac('sha1', bytes).update(step).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
};

/** Presses Tab until an element has the focus. */
const tabTo = async (page: Page, name: string): Promise<void> => {
  for (let pressed = 0; pressed < 40; pressed += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => document.activeElement?.textContent?.trim());
    if (focused === name) return;
  }
  throw new Error(`No press of Tab leads to ${name}.`);
};

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test.describe('@chromium the console', () => {
  test('the demo owner signs in with the keyboard alone, and comes back to the page that was asked for', async ({
    page,
    service,
  }) => {
    await sell(service, 'keyboard', '4111111111111111');
    await page.goto(`${service.consoleUrl}/customers`);
    await expect(title(page, 'Sign in')).toBeVisible();
    await tabTo(page, 'Continue as demo owner');
    await page.keyboard.press('Enter');
    await expect(title(page, 'Customers')).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    await expect(page).toHaveURL(/\/customers\/[^/]+$/);
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await expect(title(page, 'Invoices')).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type('keyboard@example.com');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/customers\/keyboard/);
  });

  test('the demo owner signs in and out with the mouse', async ({ page, service }) => {
    await page.goto(service.consoleUrl);
    await page.getByRole('button', { name: 'Continue as demo owner' }).click();
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'API keys' }).click();
    await expect(title(page, 'API keys')).toBeVisible();
    await page.getByText('demo owner', { exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(title(page, 'Sign in')).toBeVisible();
    await page.goto(`${service.consoleUrl}/keys`);
    await expect(title(page, 'Sign in')).toBeVisible();
  });

  test('an owner of a production site has a passkey, and an operator whom she invites a password and an app', async ({
    page,
    browser,
    service,
  }) => {
    command(service, 'site', 'create', 'live', '--mode', 'production', '--currencies', 'EUR');
    const printed = command(service, 'operator', 'invite', 'ada@example.com', '--site', 'live', '--role', 'owner');
    const [link = ''] = /http\S+\/invitation\/\S+/.exec(printed) ?? [];
    await withPasskeys(page);
    await page.goto(link);
    await page.getByRole('button', { name: 'Create a passkey on this device' }).click();
    // The page of the invitation has the address too.
    await expect(page).not.toHaveURL(/invitation/);
    await expect(page.getByText('ada@example.com', { exact: true })).toBeVisible();

    await page.goto(`${service.consoleUrl}/operators`);
    await page.getByRole('link', { name: 'Invite' }).click();
    await page.getByLabel('Email').fill('bob@example.com');
    await page.getByLabel('Role').selectOption('support');
    await page.getByRole('button', { name: 'Invite' }).click();
    await expect(title(page, 'Invitation of bob@example.com')).toBeVisible();
    const bobs = (await page.locator('code.secret').textContent()) ?? '';

    const other = await browser.newContext();
    const bob = await other.newPage();
    await bob.goto(bobs);
    await bob.getByLabel('Password').fill(PASSWORD);
    await bob.getByRole('button', { name: 'Set the password and sign in' }).click();
    await expect(title(bob, 'Set up a second factor')).toBeVisible();
    const key = (await bob.locator('code.secret').textContent()) ?? '';
    await bob.getByLabel('The code that it shows').fill(codeOf(key));
    await bob.getByRole('button', { name: 'Set up the app' }).click();
    await expect(title(bob, 'Set up a second factor')).toHaveCount(0);
    await expect(bob.getByText('bob@example.com', { exact: true })).toBeVisible();
    await bob.goto(`${service.consoleUrl}/operators`);
    await expect(title(bob, 'Your role does not include this')).toBeVisible();
    await other.close();

    // The passkey signs in again, and proves a dangerous action.
    await page.getByText('ada@example.com', { exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByText('ada@example.com', { exact: true })).toBeVisible();
    await page.goto(`${service.consoleUrl}/prove?to=%2Fkeys%2Fcreate`);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page).toHaveURL(`${service.consoleUrl}/keys/create`);
  });

  test('with the keyboard alone, an owner invites an operator, who sets a password and an app, and signs in', async ({
    page,
    browser,
    service,
  }) => {
    command(service, 'site', 'create', 'keys', '--mode', 'production', '--currencies', 'EUR');
    const printed = command(service, 'operator', 'invite', 'eve@example.com', '--site', 'keys', '--role', 'owner');
    const [link = ''] = /http\S+\/invitation\/\S+/.exec(printed) ?? [];
    /** Opens the link of an invitation and sets both factors up. Returns the key of the app. */
    const enrol = async (tab: Page, invitation: string): Promise<string> => {
      const hands = withKeyboard(tab);
      await tab.goto(invitation);
      await hands.type(tab.getByLabel('Password'), PASSWORD);
      await tab.keyboard.press('Enter');
      await expect(title(tab, 'Set up a second factor')).toBeVisible();
      const key = (await tab.locator('code.secret').textContent()) ?? '';
      await hands.type(tab.getByLabel('The code that it shows'), codeOf(key));
      await hands.press(tab.getByRole('button', { name: 'Set up the app' }));
      await expect(tab.getByRole('navigation', { name: 'Console' })).toBeVisible();
      return key;
    };
    await enrol(page, link);

    const hands = withKeyboard(page);
    await hands.go('Operators');
    await hands.press(page.getByRole('main').getByRole('link', { name: 'Invite' }));
    await hands.type(page.getByLabel('Email'), 'kim@example.com');
    await hands.select(page.getByLabel('Role'), SUPPORT);
    await hands.press(page.getByRole('main').getByRole('button', { name: 'Invite' }));
    await expect(title(page, 'Invitation of kim@example.com')).toBeVisible();
    const invitation = (await page.locator('code.secret').textContent()) ?? '';

    const other = await browser.newContext();
    const kim = await other.newPage();
    const key = await enrol(kim, invitation);
    const theirs = withKeyboard(kim);
    await theirs.press(kim.locator('summary', { hasText: 'kim@example.com' }));
    await theirs.press(kim.getByRole('button', { name: 'Sign out' }));
    await expect(title(kim, 'Sign in')).toBeVisible();
    await theirs.type(kim.getByLabel('Email'), 'kim@example.com');
    await theirs.type(kim.getByLabel('Password'), PASSWORD);
    await kim.keyboard.press('Enter');
    await expect(title(kim, 'Second factor')).toBeVisible();
    // Each code is accepted once, and the one after it is accepted already.
    await theirs.type(kim.getByLabel('Code of your authenticator app'), codeOf(key, 1));
    await kim.keyboard.press('Enter');
    await expect(title(kim, 'Home')).toBeVisible();
    await expect(kim.getByText('kim@example.com', { exact: true })).toBeVisible();
    await other.close();
  });

  test('an operator views the account pages as the customer in a new tab', async ({ page, service }) => {
    await sell(service, 'viewed', '4111111111111111');
    await page.goto(`${service.consoleUrl}/customers/viewed/view-as`);
    await page.getByRole('button', { name: 'Continue as demo owner' }).click();
    const opening = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'View as the customer' }).click();
    const tab = await opening;
    await expect(tab).toHaveURL(`${service.apiUrl}/account`);
    await expect(tab.getByText('looks at this page as the customer')).toBeVisible();
    expect(await barriers(tab)).toEqual([]);
    await tab.getByRole('link', { name: 'Edit details' }).click();
    await tab.locator('main form button[type=submit]').first().click();
    await expect(title(tab, 'Nothing can be changed here')).toBeVisible();
  });

  test('signing in, home, customers, a customer and an invoice have no barriers, in light and dark', async ({
    page,
    service,
  }) => {
    test.slow();
    await sell(service, 'barriers', '4111111111111111');
    const inspect = async (name: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect(await barriers(page, { colorScheme }), `${name}, ${colorScheme}`).toEqual([]);
      }
    };
    await page.goto(`${service.consoleUrl}/customers/barriers`);
    await inspect('sign-in');
    await page.getByRole('button', { name: 'Continue as demo owner' }).click();
    await expect(title(page, /./)).toBeVisible();
    await inspect('customer');
    for (const path of ['/', '/customers', '/invoices/1000', '/customers/barriers/view-as', '/operators', '/profile']) {
      await page.goto(service.consoleUrl + path);
      await inspect(path);
    }
  });
});
