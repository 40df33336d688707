import { CARD, checkout, expect, FIELDS, test } from './checkout.ts';

type Library = { service: typeof import('../src/index.ts').service };

const DIGITS = /4111 ?1111|"123"/;

test('a page that patches the prototypes it shares with the library sees no value', async ({ origins, shop }) => {
  const spy = `<script>
    window.spied = [];
    const watch = (object, name) => {
      const original = object[name];
      object[name] = function (...args) {
        try { spied.push(name + ' ' + args.map((arg) => typeof arg === 'object' ? Object.values(arg ?? {}).join() : arg).join()); } catch {}
        return original.apply(this, args);
      };
    };
    watch(MessagePort.prototype, 'postMessage');
    watch(JSON, 'stringify');
    watch(URLSearchParams.prototype, 'set');
    watch(window, 'fetch');
    const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage');
    Object.defineProperty(MessagePort.prototype, 'onmessage', {
      set(listener) { set.call(this, (event) => { spied.push(JSON.stringify(event.data)); listener(event); }); },
    });
    Object.defineProperty(Object.prototype, 'api', { value: 'https://evil.example', writable: true, configurable: true });
    Object.defineProperty(Object.prototype, 'kind', { value: 'token', writable: true, configurable: true });
  </script>`;
  await shop.open(spy + FIELDS);
  await shop.type(CARD);
  expect(await shop.pay()).toMatchObject({ token: { id: 'token-for-Lovelace' } });
  const spied = await shop.page.evaluate(() => JSON.stringify((window as never as { spied: string[] }).spied));
  expect(spied).toContain('"kind');
  expect(spied).not.toMatch(DIGITS);
  expect(origins.requests.map(({ url }) => url)).toEqual(['/js/v1/token']);
});

test('forged messages have no effect on page and frames', async ({ origins, shop }) => {
  await shop.open();
  await shop.type(CARD);
  await shop.page.evaluate(() => {
    const group = document.querySelector('iframe')?.name.split('-')[1];
    const state = { valid: true, empty: false, focus: false, length: 9, brand: 'forged', firstSix: '', lastFour: '' };
    const { port1, port2 } = new MessageChannel();
    const received: unknown[] = [];
    Object.assign(window, { received });
    port1.onmessage = ({ data }) => received.push(data);
    postMessage({ kind: 'hello', protocol: 1, type: 'number', group }, '*');
    postMessage({ kind: 'state', count: 99, state }, '*');
    postMessage(null, '*');
    const frame = document.querySelector('iframe')?.contentWindow;
    frame?.postMessage({ kind: 'welcome', group, options: { format: false } }, '*', [port2]);
    frame?.postMessage({ kind: 'token', id: 'x', key: 'k', version: '1', timeout: 1, inputs: {}, required: [] }, '*');
  });
  expect(await shop.pay()).toMatchObject({ token: { id: 'token-for-Lovelace' } });
  expect(JSON.stringify(await shop.state())).not.toContain('forged');
  expect(await shop.page.evaluate(() => (window as never as { received: unknown[] }).received)).toEqual([]);
  expect(origins.requests).toHaveLength(1);
});

test('a frame that is moved is created again in its own place, and none is left over', async ({ shop }) => {
  await shop.open(`${FIELDS}<div id="elsewhere"></div>`);
  await shop.type(CARD);
  await shop.page.evaluate(() => {
    const frame = document.querySelector('#number iframe') as Element;
    document.querySelector('#elsewhere')?.append(frame);
  });
  await expect.poll(async () => (await shop.seen()).events).toEqual(['configured', 'ready', 'ready']);
  await expect(shop.page.locator('#elsewhere iframe')).toHaveCount(0);
  await expect(shop.page.locator('iframe')).toHaveCount(4);
  await shop.type({ number: CARD.number });
  expect(await shop.pay()).toMatchObject({ token: { type: 'credit_card' } });
});

test('a frame that navigated to another address gets no card, and the error names it', async ({ origins, shop }) => {
  await shop.open();
  await shop.type({ month: '12', year: '40', cvv: '123' });
  await shop.page.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>('#number iframe');
    frame?.setAttribute('src', 'about:blank');
  });
  const outcome = await shop.pay();
  expect(outcome).toMatchObject(
    // Either the frame was replaced meanwhile and is empty, or it was not and is named.
    outcome.code === 'validation' ? { fields: ['number'] } : { code: 'api-error' },
  );
  expect(origins.requests).toEqual([]);
});

test('a page with a strict policy, with Trusted Types enforced', async ({ origins, shop }) => {
  const violations: string[] = [];
  shop.page.on('console', (message) => /policy|trusted/i.test(message.text()) && violations.push(message.text()));
  origins.headers = {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'nonce-page' ${origins.browser}`,
      `frame-src ${origins.browser}`,
      `connect-src ${origins.browser}`,
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
  };
  const page = checkout(origins.browser, FIELDS).replace('<script>', '<script nonce="page">');
  origins.page = page;
  await shop.page.goto(origins.shop);
  await shop.type(CARD);
  expect(await shop.pay()).toMatchObject({ token: { id: 'token-for-Lovelace' } });
  const bank = await shop.page.evaluate(
    () =>
      new Promise((resolve) =>
        (window as never as Library).service.bankAccount.bankInfo({ routingNumber: '1' }, (error) => resolve(error)),
      ),
  );
  expect(bank).toBeNull();
  expect(violations).toEqual([]);
});

test('a cross-origin isolated page', async ({ origins, shop }) => {
  origins.headers = {
    ...origins.headers,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  };
  await shop.open();
  expect(await shop.page.evaluate(() => crossOriginIsolated)).toBe(origins.shop.startsWith('http://'));
  await shop.type(CARD);
  expect(await shop.pay()).toMatchObject({ token: { id: 'token-for-Lovelace' } });
  const wallet = await shop.page.evaluate(
    () =>
      new Promise((resolve) => (window as never as Library).service.wallet.token({}, (error) => resolve(error?.code))),
  );
  expect(wallet).toBe('wallet-error');
});

test('a checkout inside a frame of the merchant', async ({ origins, shop }) => {
  const inner = checkout(origins.browser, FIELDS);
  // The outer page loads the inner one from its own address, once the route of the inner one is set.
  origins.headers = {};
  origins.page = '<!doctype html><title>Shop</title><script>addEventListener("go", () => {})</script>';
  await shop.page.goto(origins.shop);
  origins.page = inner;
  await shop.page.evaluate((address) => {
    const frame = document.createElement('iframe');
    frame.id = 'checkout';
    frame.src = `${address}/checkout`;
    document.body.append(frame);
  }, origins.shop);
  const checkoutFrame = shop.page.frameLocator('#checkout');
  const titles = { number: 'Card number', month: 'Expiry month', year: 'Expiry year', cvv: 'Security code' };
  for (const [name, title] of Object.entries(titles)) {
    await checkoutFrame
      .frameLocator(`iframe[title="${title}"]`)
      .getByLabel(title)
      .pressSequentially(CARD[name as keyof typeof CARD]);
  }
  await checkoutFrame.getByRole('button', { name: 'Pay' }).click();
  await expect(checkoutFrame.locator('[name=service-token]')).toHaveValue('token-for-Lovelace');
});

test('fields in shadow roots, passed as elements', async ({ origins, shop }) => {
  await shop.open('<div id="host"></div>');
  await shop.page.evaluate(() => {
    const { service } = window as never as Library;
    const root = (document.querySelector('#host') as Element).attachShadow({ mode: 'open' });
    const fields: Record<string, { selector: Element }> = {};
    for (const name of ['number', 'month', 'year', 'cvv']) {
      const label = document.createElement('label');
      label.textContent = `The ${name}`;
      label.htmlFor = `the-${name}`;
      const target = document.createElement('div');
      target.id = `the-${name}`;
      root.append(label, target);
      fields[name] = { selector: target };
    }
    service.configure({ fields });
  });
  await shop.type(CARD);
  await shop.page.getByText('The cvv').click();
  await expect(shop.input('cvv')).toBeFocused();
  await expect(shop.page.locator('#the-cvv')).toHaveCSS('height', '44px');
  const outcome = await shop.page.evaluate(
    () =>
      new Promise((resolve) =>
        (window as never as Library).service.token({ first_name: 'Ada', last_name: 'Lovelace' }, (error, token) =>
          resolve(error?.fields ?? token?.id),
        ),
      ),
  );
  expect(outcome).toBe('token-for-Lovelace');
  expect(origins.requests[0]?.params).toMatchObject(CARD);
  await shop.page.evaluate(() => (window as never as Library).service.destroy());
  await expect(shop.page.locator('iframe, slot, .service-hosted-field')).toHaveCount(0);
});
