import type { Page } from '@playwright/test';
import { expect, test } from './checkout.ts';
import type { Origins } from './origins.ts';
import { pressLast } from './press.ts';

/** A challenge document that shows what it was sent, with a button for each way it can end. */
const DOCUMENT = `<!doctype html><title>Challenge</title>
<pre></pre><button>Confirm</button><button>Refuse</button><button>Expire</button><button>Leave</button><button>Lie</button>
<script>
  const { channel, origin } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
  const reports = {
    Confirm: { kind: 'token', token: { id: 'result', type: 'three_d_secure_action_result' } },
    Refuse: { kind: 'error', code: 'three-d-secure-failed', message: 'Refused.' },
    Expire: { kind: 'error', code: 'not-found', message: 'Expired.' },
    Leave: { kind: 'done' },
    Lie: { kind: 'token', token: { id: 7 } },
  };
  addEventListener('message', ({ source, data, ports: [port] }) => {
    if (source !== parent) return;
    document.querySelector('pre').textContent = JSON.stringify(data);
    port.onmessage = ({ data }) => (document.querySelector('pre').textContent = JSON.stringify(data));
    port.postMessage({ kind: 'ready' });
    onclick = ({ target }) => port.postMessage(reports[target.textContent]);
  });
  parent.postMessage({ service: 'three-d-secure', kind: 'hello', channel }, origin);
</script>`;

const open = async (page: Page, origins: Origins, script: string) => {
  const { browser } = origins;
  origins.files['three-d-secure.html'] = { type: 'text/html', body: DOCUMENT };
  origins.headers = {
    'content-security-policy':
      `default-src 'none'; script-src ${browser} 'nonce-page'; frame-src ${browser}; ` +
      "require-trusted-types-for 'script'",
  };
  origins.page = `<!doctype html>
<html lang="de"><meta charset="utf-8"><title>Checkout</title>
<form id="form"><div id="payment"></div><button>Pay</button></form><div id="challenge"></div>
<script src="${browser}/v1/service.js"></script>
<script nonce="page">
  window.log = [];
  service.configure('key');
  const risk = service.Risk();
  const show = (options = {}) => {
    const challenge = risk.ThreeDSecure({ actionTokenId: 'action', ...options });
    for (const event of ['attach', 'ready', 'token', 'error', 'done', 'remove'])
      challenge.on(event, (value) => log.push(value instanceof service.ServiceError
        ? ['error', value.code, value.classification, value.message] : value ? [event, value] : event));
    window.challenge = challenge.attach('#challenge');
  };
  ${script}
</script>`;
  await page.goto(origins.shop);
};

const log = (page: Page) => page.evaluate(() => (window as never as { log: unknown[] }).log);
const frame = (page: Page) => page.frameLocator('iframe.service-three-d-secure');

const press = (page: Page, name: string) => pressLast(frame(page).getByRole('button', { name }));

test('a confirmed payment: the page gets the token, and the focus back', async ({ page, origins }) => {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await open(page, origins, `form.onsubmit = (event) => { event.preventDefault(); show(); };`);
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => log(page)).toEqual(['attach', 'ready']);
  const element = page.locator('iframe.service-three-d-secure');
  await expect(element).toHaveAttribute('title', 'Zahlung bestätigen');
  await expect(element).toBeFocused();
  const sent = JSON.parse((await frame(page).locator('pre').textContent()) ?? '');
  expect(sent).toMatchObject({ key: 'key', actionTokenId: 'action', theme: 'light' });
  expect(sent.languages[0]).toBe('de');

  await press(page, 'Lie');
  await press(page, 'Confirm');
  await expect
    .poll(() => log(page))
    .toEqual(['attach', 'ready', ['token', { id: 'result', type: 'three_d_secure_action_result' }], 'done']);
  await expect(element).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Pay' })).toBeFocused();
  expect(problems).toEqual([]);
});

test('a refused payment stays on the page until the customer leaves it, and can be shown again @chromium', async ({
  page,
  origins,
}) => {
  await open(page, origins, `show({ locale: 'fr', theme: 'dark' });`);
  await expect(frame(page).locator('pre')).toContainText('"languages":["fr"],"theme":"dark"');
  await press(page, 'Refuse');
  const refused = ['attach', 'ready', ['error', 'three-d-secure-failed', 'customer', 'Refused.']];
  await expect.poll(() => log(page)).toEqual(refused);
  await press(page, 'Leave');
  await expect.poll(() => log(page)).toEqual([...refused, 'done']);
  await page.evaluate("challenge.attach('#challenge')");
  await expect.poll(() => log(page)).toEqual([...refused, 'done', 'attach', 'ready']);
  await page.evaluate('challenge.remove()');
  await expect.poll(async () => (await log(page)).at(-1)).toBe('remove');
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('a frame that is loaded again continues; other windows are ignored @chromium', async ({ page, origins }) => {
  await open(page, origins, 'show();');
  await expect.poll(() => log(page)).toEqual(['attach', 'ready']);
  // The page itself says hello, with the right channel.
  await page.evaluate(() => {
    const { src } = document.querySelector('iframe') as HTMLIFrameElement;
    const { channel } = JSON.parse(decodeURIComponent(new URL(src).hash.slice(1)));
    postMessage({ service: 'three-d-secure', kind: 'hello', channel }, '*');
  });
  const challenge = page.frames().find((each) => each.url().includes('three-d-secure.html'));
  await challenge?.evaluate(() => location.reload());
  await expect.poll(() => log(page)).toEqual(['attach', 'ready', 'ready']);
  await press(page, 'Confirm');
  await expect.poll(async () => (await log(page)).at(-1)).toBe('done');
});

test('a challenge changes its theme with the page, unless the page has chosen one @chromium', async ({
  page,
  origins,
}) => {
  await open(page, origins, 'show();');
  const pre = frame(page).locator('pre');
  await expect(pre).toContainText('"theme":"light"');
  await page.evaluate("document.body.style.background = 'black'");
  await expect(pre).toHaveText('{"kind":"theme","theme":"dark"}');
  await page.evaluate("document.documentElement.lang = 'en'; document.body.style.background = 'white'");
  await expect(pre).toHaveText('{"kind":"theme","theme":"light"}');
  await page.evaluate("document.body.style.transition = 'background 10ms'");
  await page.evaluate("document.body.style.background = 'rgb(1, 1, 1)'");
  await expect(pre).toHaveText('{"kind":"theme","theme":"dark"}');

  await page.evaluate(
    "document.body.style = 'background: none'; document.documentElement.style.colorScheme = 'light dark'",
  );
  await expect(pre).toHaveText('{"kind":"theme","theme":"light"}');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(pre).toHaveText('{"kind":"theme","theme":"dark"}');

  await page.evaluate("show({ theme: 'light' })");
  await expect(pre).toContainText('"theme":"light"');
  const told = await pre.textContent();
  await page.evaluate("document.body.style.background = 'black'");
  await press(page, 'Lie');
  await expect(pre).toHaveText(told ?? '');
});

test('what is missing is said at once @chromium', async ({ page, origins }) => {
  await open(
    page,
    origins,
    `const told = (run) => { try { run(); } catch ({ code, message }) { log.push([code, message]); } };
     told(() => risk.ThreeDSecure());
     told(() => risk.ThreeDSecure({ actionTokenId: '' }));
     told(() => risk.ThreeDSecure({ actionTokenId: 7 }));
     told(() => risk.ThreeDSecure({ actionTokenId: 'action' }).attach('#absent'));
     told(() => new service.Service().Risk().ThreeDSecure({ actionTokenId: 'action' }));`,
  );
  const text = (got: string) => `The \`actionTokenId\` option must be a non-empty string, got '${got}'.`;
  expect(await log(page)).toEqual([
    ['invalid-option', text('undefined')],
    ['invalid-option', text('')],
    ['invalid-option', text('7')],
    ['missing-hosted-field-target', expect.stringContaining('#absent')],
    ['not-configured', expect.any(String)],
  ]);
});

test('a file that does not load is an error of the challenge @chromium', async ({ page, origins }) => {
  await page.route('**/three-d-secure.js*', (route) => route.abort());
  await open(page, origins, 'show();');
  await expect.poll(() => log(page)).toEqual([['error', 'api-error', 'api', expect.stringContaining('did not load')]]);
});

test('the payment form shows the challenge in place of its fields, which keep their values', async ({
  page,
  origins,
}) => {
  await open(
    page,
    origins,
    `const payment = service.PaymentForm({ methods: ['card', 'bank'] }).attach('#payment');
     payment.on('ready', () => log.push('ready'));
     window.confirm3ds = () => payment.confirm('action', (error, token) => log.push(error ? error.code : token.id));
     form.onsubmit = (event) => { event.preventDefault(); confirm3ds(); };`,
  );
  await expect.poll(() => log(page)).toEqual(['ready']);
  await page.getByLabel('Vorname').fill('Ada');
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(frame(page).locator('pre')).toContainText('"action"');
  await expect(page.getByLabel('Vorname')).toBeHidden();
  await press(page, 'Refuse');
  await expect.poll(() => log(page)).toEqual(['ready', 'three-d-secure-failed']);
  await expect(page.getByRole('status')).toContainText('Ihre Bank hat die Zahlung nicht bestätigt.');
  await expect(page.getByLabel('Vorname')).toHaveValue('Ada');

  await page.getByRole('button', { name: 'Pay' }).click();
  await press(page, 'Expire');
  await expect(page.getByRole('status')).toContainText('Die Zahlung wurde nicht bestätigt.');

  await page.getByRole('button', { name: 'Pay' }).click();
  await press(page, 'Confirm');
  await expect.poll(() => log(page)).toEqual(['ready', 'three-d-secure-failed', 'not-found', 'result']);
  await expect(page.locator('#payment [role=status]')).toBeEmpty();
  await expect(page.locator('iframe.service-three-d-secure')).toHaveCount(0);

  await page.evaluate('confirm3ds()');
  await expect(frame(page).locator('pre')).toContainText('"action"');
  await page.evaluate('service.destroy()');
  await expect.poll(async () => (await log(page)).at(-1)).toBe('api-error');
});

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
]) {
  test(`a challenge is scrolled into view, at once, on ${viewport.width} x ${viewport.height} @chromium`, async ({
    page,
    origins,
  }) => {
    await page.setViewportSize(viewport);
    await open(
      page,
      origins,
      `const tall = Object.assign(document.createElement('div'), { style: 'height: 600px' });
       document.documentElement.style.scrollBehavior = 'smooth';
       form.before(tall);
       const payment = service.PaymentForm({ methods: ['card', 'bank'] }).attach('#payment');
       payment.on('ready', () => log.push('ready'));
       form.onsubmit = (event) => { event.preventDefault(); payment.confirm('action').catch(() => {}); };
       const look = new MutationObserver(() => {
         const frame = document.querySelector('iframe.service-three-d-secure');
         if (!frame) return;
         look.disconnect();
         // The first rectangle that is seen is where it stays.
         requestAnimationFrame(() => log.push(frame.getBoundingClientRect().bottom <= innerHeight));
       });
       look.observe(document.body, { childList: true, subtree: true });`,
    );
    await expect.poll(() => log(page)).toEqual(['ready']);
    const pay = page.getByRole('button', { name: 'Pay' });
    await pay.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => log(page)).toEqual(['ready', true]);
    await expect(page.locator('iframe.service-three-d-secure')).toBeInViewport({ ratio: 1 });
  });
}

test('a challenge that is in view already does not move the page @chromium', async ({ page, origins }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(
    page,
    origins,
    `document.body.style.minHeight = '3000px';
     form.onsubmit = (event) => { event.preventDefault(); scrollTo(0, 20); show(); };`,
  );
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => log(page)).toEqual(['attach', 'ready']);
  expect(await page.evaluate(() => scrollY)).toBe(20);
});

test('confirm returns the token, or rejects with what ended the challenge', async ({ page, origins }) => {
  await open(
    page,
    origins,
    `const wait = () => { show(); challenge.confirm().then(({ id }) => log.push(id), ({ code }) => log.push(code)); };
     form.onsubmit = (event) => { event.preventDefault(); log.length = 0; wait(); };`,
  );
  const pay = async () => {
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect.poll(() => log(page)).toEqual(['attach', 'ready']);
  };
  for (const [button, outcome] of [
    ['Confirm', 'result'],
    ['Refuse', 'three-d-secure-failed'],
    ['Leave', 'three-d-secure-canceled'],
  ] as const) {
    await pay();
    await press(page, button);
    await expect.poll(() => log(page)).toContainEqual(outcome);
    await page.evaluate(() => (window as never as { challenge: { remove(): void } }).challenge.remove());
    await expect(page.locator('iframe.service-three-d-secure')).toHaveCount(0);
  }
  await pay();
  await page.evaluate(() => (window as never as { challenge: { remove(): void } }).challenge.remove());
  await expect.poll(() => log(page)).toContainEqual('three-d-secure-canceled');
});

test('the page replaces the texts around the page of the bank @chromium', async ({ page, origins }) => {
  await open(
    page,
    origins,
    `service.configure({ texts: { challenge_title: 'One more step', challenge_back: 'Return', number: 'Card' } });
     show({ texts: { challenge_back: 'Back to the shop' } });`,
  );
  await expect(page.locator('iframe.service-three-d-secure')).toHaveAttribute('title', 'One more step');
  await expect
    .poll(async () => JSON.parse((await frame(page).locator('pre').textContent()) || '{}').texts)
    .toEqual({ title: 'One more step', back: 'Back to the shop' });
  await page.evaluate("show({ texts: { challenge_titel: 'x' } })");
  await expect.poll(() => log(page)).toContainEqual(['error', 'invalid-option', 'merchant', expect.any(String)]);
});
