import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CARD, checkout, expect, FIELDS, test } from './checkout.ts';

type Library = { service: typeof import('../src/index.ts').service };

test('loading the script twice does not replace the instance in use', async ({ origins, shop }) => {
  origins.page = `${checkout(origins.browser, FIELDS)}<script src="${origins.browser}/v1/service.js"></script>`;
  await shop.page.goto(origins.shop);
  expect(await shop.page.evaluate(() => (window as never as Library).service.configured)).toBe(true);
  await shop.type(CARD);
  expect(await shop.pay()).toMatchObject({ hidden: 'token-for-Lovelace' });
});

test('the script runs with the hash in the manifest, and not with another', async ({ origins, shop }) => {
  const manifest = JSON.parse(await readFile(join(import.meta.dirname, '../dist/manifest.json'), 'utf8'));
  const { integrity } = manifest.files['service.js'];
  const pinned = (hash: string) =>
    checkout(origins.browser, FIELDS).replace('<script src', `<script crossorigin integrity="${hash}" src`);
  origins.page = pinned(integrity);
  await shop.page.goto(origins.shop);
  await shop.type(CARD);
  expect(await shop.pay()).toMatchObject({ hidden: 'token-for-Lovelace' });

  origins.page = pinned(integrity.replace(/-./, (start: string) => (start === '-A' ? '-B' : '-A')));
  await shop.page.goto(origins.shop);
  expect(await shop.page.evaluate(() => 'service' in window)).toBe(false);
});

test('the module finds its API at its own origin', async ({ origins, page }) => {
  origins.page = `<script type="module">
    import { service, Service, ServiceError } from '${origins.browser}/v1/service.mjs';
    service.configure('key');
    window.found = { api: service.config.api, state: service.readyState, same: service instanceof Service };
  </script>`;
  await page.goto(origins.shop);
  await expect
    .poll(() => page.evaluate(() => (window as never as { found: unknown }).found))
    .toEqual({ api: `${origins.browser}/js/v1`, state: 3, same: true });
});

test('a selector without a match is refused, and nothing changes', async ({ shop }) => {
  await shop.open();
  const refusal = await shop.page.evaluate(() => {
    const { service } = window as never as Library;
    try {
      service.configure({ fields: { cvv: '#nowhere' }, required: ['cvv'] });
    } catch (error) {
      return { ...(error as object), required: service.config.required };
    }
  });
  expect(refusal).toMatchObject({ code: 'missing-hosted-field-target', type: 'cvv', selector: '#nowhere' });
  expect(refusal?.required).not.toContain('cvv');
});

test('without a target for the number there is no card token', async ({ shop }) => {
  await shop.open('<input data-service="number"><div data-service="month"></div>');
  const code = await shop.page.evaluate(() => {
    try {
      (window as never as Library).service.token({}, () => {});
    } catch (error) {
      return (error as { code: string }).code;
    }
  });
  expect(code).toBe('missing-hosted-field-target');
});

test('fields have the height that the page sets, and never collapse', async ({ shop }) => {
  // Set by script, because the page's security policy allows no inline style.
  await shop.open(`<script>
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('.tall { height: 60px } #month .service-hosted-field { height: 50px } .hidden { display: none }');
      document.adoptedStyleSheets = [sheet];
    </script>
    <div class="tall" data-service="number"></div><div id="month" data-service="month"></div>
    <div data-service="year"></div><div class="hidden"><div id="cvv" class="tall" data-service="cvv"></div></div>`);
  await shop.page.locator('#cvv').evaluate((target) => target.parentElement?.removeAttribute('class'));
  const heights = await shop.page.locator('iframe').evaluateAll((frames) => frames.map((frame) => frame.clientHeight));
  expect(heights).toEqual([60, 50, 44, 60]);
});

test('a frame without a page, or with an invalid address, stays empty', async ({ origins, page }) => {
  const alone = `${origins.browser}/js/v1/field.html?v=1#protocol=1&type=number&group=form&origin=${origins.browser}`;
  await page.goto(alone);
  await expect(page.locator('input')).toHaveCount(0);

  origins.page = `<iframe src="${origins.browser}/js/v1/field.html#type=number"></iframe>`;
  await page.goto(origins.shop);
  await expect(page.frameLocator('iframe').locator('body')).toBeAttached();
  await expect(page.frameLocator('iframe').locator('input')).toHaveCount(0);
});

test('a frame answers only the page that its address names', async ({ origins, page }) => {
  const address = `protocol=1&type=number&group=form&origin=${encodeURIComponent('https://shop.example')}`;
  origins.page = `<iframe src="${origins.browser}/js/v1/field.html#${address}"></iframe>`;
  await page.goto(origins.shop);
  const frame = page.frames()[1];
  await frame?.evaluate(() => {
    const heard = new Promise((resolve) => addEventListener('message', () => setTimeout(resolve)));
    Object.assign(window, { heard });
  });
  await page.evaluate(() => {
    window.frames[0]?.postMessage({ kind: 'welcome', group: 'form', options: {} }, '*', [new MessageChannel().port1]);
  });
  await frame?.evaluate(() => (window as never as { heard: Promise<void> }).heard);
  expect(await frame?.locator('input').count()).toBe(0);
});

test('a frame of another version is reported', async ({ origins, shop }) => {
  origins.document = `<!doctype html><script>
    const { type, group, origin } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    parent.postMessage({ kind: 'hello', protocol: 2, type, group }, origin);
  </script><style></style>`;
  await shop.open('<div data-service="number"></div>');
  await expect.poll(async () => (await shop.seen()).events).toEqual(['configured', 'error api-error']);
  expect(await shop.pay()).toMatchObject({ name: 'api-error', code: 'api-error', genuine: true });
});

test('frames that never load are tried once more, then reported', async ({ shop }) => {
  await shop.page.clock.install();
  let requests = 0;
  await shop.page.route(/field\.html/, () => {
    requests++;
  });
  await shop.open('');
  await shop.page.evaluate(() => {
    document.forms[0]?.insertAdjacentHTML('afterbegin', '<div data-service="number"></div>');
    (window as never as Library).service.configure('key');
  });
  await expect.poll(() => requests).toBe(1);
  await shop.page.clock.fastForward(10_000);
  expect(requests).toBe(1);
  await shop.page.clock.fastForward(5_100);
  await expect.poll(() => requests).toBe(2);
  expect((await shop.seen()).events).not.toContain('error api-timeout');
  await shop.page.clock.fastForward(15_100);
  expect((await shop.seen()).events).toContain('error api-timeout');
});

for (const [what, block] of [
  // Firefox does not report a frame that a policy blocks.
  [
    'a policy of the page @chromium',
    { policy: "default-src 'none'; script-src 'unsafe-inline' http:; frame-src 'none'" },
  ],
  ['something that puts another document there', { document: '<!doctype html><script></script><style></style>' }],
] as const) {
  test(`frames blocked by ${what} are reported soon`, async ({ origins, shop }) => {
    await shop.page.clock.install();
    if ('policy' in block) origins.headers = { 'content-security-policy': block.policy };
    else origins.document = block.document;
    await shop.page.addInitScript(() => {
      const loaded = { count: 0 };
      Object.assign(window, { loaded });
      document.addEventListener(
        'load',
        ({ target }) => (target as Element).tagName === 'IFRAME' && loaded.count++,
        true,
      );
    });
    await shop.open('<div data-service="number"></div>');
    const loads = () => shop.page.evaluate(() => (window as never as { loaded: { count: number } }).loaded.count);
    await expect.poll(loads).toBe(1);
    await shop.page.clock.fastForward(3_100);
    await expect.poll(loads).toBe(2);
    expect((await shop.seen()).events).toEqual(['configured']);
    await shop.page.clock.fastForward(3_100);
    expect((await shop.seen()).events).toEqual(['configured', 'error api-timeout']);
  });
}

test('a page without an origin gets an error that says what it needs', async ({ origins, page }) => {
  const inner = `<div data-service="number"></div><script src="${origins.browser}/v1/service.js"></script><script>
    try { service.configure('key') } catch ({ code }) { parent.postMessage(code, '*') }</script>`;
  origins.page = `<script>addEventListener('message', ({ data }) => { window.code = data })</script>
    <iframe sandbox="allow-scripts" srcdoc="${inner.replaceAll('"', '&quot;')}"></iframe>`;
  await page.goto(origins.shop);
  await expect.poll(() => page.evaluate(() => (window as never as { code: string }).code)).toBe('unsupported-page');
});
