/** Pages that are dark by their color scheme alone, without a background or a color of their own. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './checkout.ts';
import type { Origins } from './origins.ts';

/** The document of a challenge, which shows the theme that it was told. */
const CHALLENGE = `<!doctype html><title>Challenge</title><pre></pre><script>
  const { channel, origin } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
  const show = ({ data }) => data.theme && (document.querySelector('pre').textContent = data.theme);
  addEventListener('message', (event) => {
    show(event);
    event.ports[0].onmessage = show;
    event.ports[0].postMessage({ kind: 'ready' });
  });
  parent.postMessage({ service: 'three-d-secure', kind: 'hello', channel }, origin);
</script>`;

/** Opens a page with each thing that follows its scheme: card fields, elements, the payment form, a challenge. */
const openPage = async (page: Page, origins: Origins, head: string): Promise<void> => {
  const { browser } = origins;
  origins.files['three-d-secure.html'] = { type: 'text/html', body: CHALLENGE };
  origins.headers = {};
  origins.page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Checkout</title>
${head.replace('SHEET', `<link rel="stylesheet" href="${browser}/v1/service.css">`)}
<form id="form" class="service-page">
  <label>Your name <input name="first" value="Ada Lovelace"></label>
  <label for="number">Your number</label><div id="number" data-service="number"></div>
  <label for="month">Your month</label><div id="month" data-service="month"></div>
  <div><label for="year">Your year</label><div id="year" data-service="year"></div></div>
  <div id="element"></div><div id="payment"></div><div id="challenge"></div>
</form>
<script src="${browser}/v1/service.js"></script>
<script>
  service.configure({ publicKey: 'key', fields: { number: { style: { placeholder: { content: '1234' } } } } });
  const element = service.Elements().CardCvvElement();
  element.attach('#element');
  new service.Service('key').PaymentForm().attach('#payment');
  service.Risk().ThreeDSecure({ actionTokenId: 'action' }).attach('#challenge');
</script>`;
  await page.goto(origins.shop);
};

const brightness = (color: string) =>
  (color.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((all, each) => all + +each, 0) / 3;

/** Returns whether the text of an element is bright. */
const isBright = async (locator: Locator) =>
  brightness(await locator.evaluate((each) => getComputedStyle(each).color)) > 127;

/** Returns for each part of the page whether it is dark; the last is what the bank was told. */
const darkParts = async (page: Page) => {
  const inFrame = (target: string) => page.frameLocator(`${target} iframe >> nth=0`).locator('.control').first();
  return {
    cardField: await isBright(inFrame('#number')),
    element: await isBright(inFrame('#element')),
    formLabel: await isBright(page.getByText('Card number').first()),
    formField: await isBright(inFrame('#payment')),
    formBox:
      brightness(
        await page
          .locator('#payment .service-pf-box')
          .first()
          .evaluate((each) => getComputedStyle(each).backgroundColor),
      ) < 127,
    challenge: (await page.frameLocator('.service-three-d-secure').locator('pre').textContent()) === 'dark',
  };
};

const all = (dark: boolean) => ({
  cardField: dark,
  element: dark,
  formLabel: dark,
  formField: dark,
  formBox: dark,
  challenge: dark,
});

const DARK = [
  ['meta, dark alone', '<meta name="color-scheme" content="dark">', 'light'],
  ['meta, dark preferred', '<meta name="color-scheme" content="dark light">', 'dark'],
  ['meta, either', '<meta name="color-scheme" content="light dark">', 'dark'],
  ['style of the root', '<style>:root { color-scheme: dark }</style>', 'light'],
  ['style of a part', '<style>form { color-scheme: only dark; background: canvas }</style>', 'light'],
  ['the background', '<style>body { background: #111; color: #eee }</style>', 'light'],
] as const;

for (const [name, head, system] of DARK) {
  test(`everything on a dark page is dark: ${name} @chromium`, async ({ page, origins }, info) => {
    await page.emulateMedia({ colorScheme: system });
    await openPage(page, origins, head);
    await expect.poll(() => darkParts(page)).toEqual(all(true));
    await page.screenshot({ path: info.outputPath('dark.png'), fullPage: true });
  });
}

for (const scheme of ['light', 'dark light', 'normal', 'only light']) {
  test(`everything on a light page is light: ${scheme} @chromium`, async ({ page, origins }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await openPage(page, origins, `<meta name="color-scheme" content="${scheme}">`);
    await expect.poll(() => darkParts(page)).toEqual(all(false));
  });
}

/** Backgrounds in every notation that the browser keeps or computes, with whether they are dark. */
const BACKGROUNDS = [
  ['oklch(0.2 0.03 260)', true],
  ['oklch(0.97 0.01 260)', false],
  ['oklch(0.62 0.19 260)', false],
  ['oklab(0.3 -0.02 0.05)', true],
  ['oklab(0.9 none none)', false],
  ['lab(15 5 -20)', true],
  ['lab(92 -2 3)', false],
  ['lch(20 30 280)', true],
  ['lch(95 5 100 / 0.9)', false],
  ['color(srgb 0.07 0.09 0.1)', true],
  ['color(srgb 0.95 0.96 1)', false],
  ['color(display-p3 0.1 0.1 0.3)', true],
  ['color(display-p3 0.9 1 0.9 / 0.8)', false],
  ['color-mix(in oklab, black 90%, white)', true],
  ['color-mix(in srgb, white 90%, navy)', false],
  ['hsl(220 40% 10%)', true],
  ['hwb(60 80% 5%)', false],
  // The light page shows through.
  ['oklch(0.1 0 0 / 0.3)', false],
  ['color(srgb 0 0 0 / 0)', false],
  ['rgb(0 0 0 / 0.3)', false],
] as const;

test('everything follows a background in any notation of colors @chromium', async ({ page, origins }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openPage(page, origins, '<style>html { background: #fff }</style>');
  for (const [background, dark] of BACKGROUNDS) {
    await page.evaluate((color) => document.body.style.setProperty('background', color), background);
    // The declaration is one that the browser knows.
    expect(await page.evaluate(() => document.body.style.background), background).not.toBe('');
    await expect.poll(() => darkParts(page), { message: background }).toEqual(all(dark));
  }
});

test('everything follows a page that follows the system @chromium', async ({ page, origins }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openPage(page, origins, '<meta name="color-scheme" content="light dark">');
  await expect.poll(() => darkParts(page)).toEqual(all(false));
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => darkParts(page)).toEqual(all(true));
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => darkParts(page)).toEqual(all(false));
});

/** The ways in which pages switch their theme while they are shown. */
const SWITCHES = [
  ['a class of the root', '.dark body { background: #111 }', 'document.documentElement.classList.toggle("dark", on)'],
  [
    'data-theme of the body',
    '[data-theme=dark] { background: #111 }',
    'document.body.dataset.theme = on ? "dark" : "light"',
  ],
  [
    'data-theme around the form',
    '[data-theme=dark] { background: #111 }',
    'form.dataset.theme = on ? "dark" : "light"',
  ],
  ['color-scheme of the root', '', 'document.documentElement.style.colorScheme = on ? "dark" : "light"'],
  ['color-scheme in <meta>', '', 'document.querySelector("meta[name=color-scheme]").content = on ? "dark" : "light"'],
  [
    'a sheet that is switched on',
    '',
    'on ? document.head.append(Object.assign(document.createElement("style"), { id: "night", textContent: "body { background: #111 }" })) : night.remove()',
  ],
  [
    'a background that fades',
    'body { background: #fff; transition: background-color 200ms } .dark body { background: #111 }',
    'document.documentElement.classList.toggle("dark", on)',
  ],
] as const;

for (const [name, style, act] of SWITCHES) {
  test(`everything follows a page that is switched: ${name} @chromium`, async ({ page, origins }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await openPage(page, origins, `<meta name="color-scheme" content="light"><style>${style}</style>`);
    await expect.poll(() => darkParts(page)).toEqual(all(false));
    for (const on of [true, false, true]) {
      await page.evaluate(`(() => { const on = ${on}; ${act} })()`);
      await expect.poll(() => darkParts(page)).toEqual(all(on));
    }
  });
}

test('everything follows a sheet that is linked, once it has loaded @chromium', async ({ page, origins }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const { promise: isSent, resolve: send } = Promise.withResolvers<void>();
  await page.route('**/night.css', async (route) => {
    await isSent;
    await route.fulfill({ contentType: 'text/css', body: 'body { background: #111 }' });
  });
  await openPage(page, origins, '<meta name="color-scheme" content="light">');
  await expect.poll(() => darkParts(page)).toEqual(all(false));
  const asked = page.waitForRequest('**/night.css');
  await page.evaluate(() =>
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/night.css' })),
  );
  await asked;
  await nextPicture(page);
  expect(await darkParts(page)).toEqual(all(false));
  send();
  await expect.poll(() => darkParts(page)).toEqual(all(true));
});

test('everything follows the elements around it after a move @chromium', async ({ page, origins }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openPage(page, origins, '<meta name="color-scheme" content="light">');
  await expect.poll(() => darkParts(page)).toEqual(all(false));
  await page.evaluate(() => {
    const night = Object.assign(document.createElement('div'), { id: 'night' });
    night.style.background = '#111';
    document.body.append(night);
    night.append(document.querySelector('#form')!);
  });
  await expect.poll(() => darkParts(page)).toEqual(all(true));
  await page.evaluate('night.style.background = "#fff"');
  await expect.poll(() => darkParts(page)).toEqual(all(false));
});

const nextPicture = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

interface Work {
  /** The elements whose style was read. */
  read: Element[];
  /** The themes and styles that were sent to frames. */
  sent: unknown[];
}

/** Counts what the library does in a page. */
const countWork = (page: Page) =>
  page.addInitScript(() => {
    const work: Work = { read: [], sent: [] };
    const { getComputedStyle } = window;
    const { postMessage } = MessagePort.prototype;
    window.getComputedStyle = (element, pseudo) => {
      work.read.push(element);
      return getComputedStyle(element, pseudo);
    };
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown, ...rest: [never]) {
      const { kind } = message as { kind?: string };
      if (kind === 'configure' || kind === 'theme') work.sent.push(message);
      return postMessage.call(this, message, ...rest);
    };
    Object.assign(window, { work });
  });

const DARK_CLASS = '<meta name="color-scheme" content="light"><style>.dark { background: #111 }</style>';

test('what a page removed is not looked at, and follows the page again when it is back @chromium', async ({
  page,
  origins,
}) => {
  await countWork(page);
  await openPage(page, origins, DARK_CLASS);
  await expect.poll(() => darkParts(page)).toEqual(all(false));
  await nextPicture(page);
  await page.evaluate(() => {
    const form = document.querySelector('#form')!;
    form.remove();
    document.body.className = 'dark';
    Object.assign(window, {
      removed: form,
      work: Object.assign((window as never as { work: Work }).work, { sent: [], read: [] }),
    });
  });
  await nextPicture(page);
  expect(await page.evaluate('[work.sent.length, work.read.length]')).toEqual([0, 0]);
  // Frames that were removed are lost; the payment form around them is still there.
  const isFormDark = () => isBright(page.getByText('Card number').first());
  await page.evaluate('document.body.append(removed)');
  await expect.poll(isFormDark).toBe(true);
  await page.evaluate('document.body.className = ""');
  await expect.poll(isFormDark).toBe(false);
});

test('an element that was detached is not looked at @chromium', async ({ page, origins }) => {
  await countWork(page);
  await openPage(page, origins, DARK_CLASS);
  await expect.poll(() => darkParts(page)).toEqual(all(false));
  await nextPicture(page);
  const readOfElement = () =>
    page.evaluate(async () => {
      const { work } = window as never as { work: Work };
      work.read = [];
      document.body.classList.toggle('dark');
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return work.read.filter((each) => !each.isConnected || each.closest('#element')).length;
    });
  expect(await readOfElement()).toBeGreaterThan(0);
  await page.evaluate('element.detach()');
  expect(await readOfElement()).toBe(0);
});

test('a page that changes often is looked at once for each picture, and is not changed @chromium', async ({
  page,
  origins,
}) => {
  await countWork(page);
  await openPage(page, origins, DARK_CLASS);
  await expect.poll(() => darkParts(page)).toEqual(all(false));
  await nextPicture(page);
  const [reads, changes] = await page.evaluate(async () => {
    const { work } = window as never as { work: Work };
    const field = document.querySelector('#number > .service-hosted-field')!;
    let added = 0;
    // A page that answers every element added to it with an attribute.
    new MutationObserver((records) => {
      added += records.length;
      document.body.dataset.added = String(added);
    }).observe(document, { subtree: true, childList: true });
    await new Promise(requestAnimationFrame);
    work.read = [];
    for (let at = 0; at < 100; at++) {
      document.body.dataset.at = String(at);
      await Promise.resolve();
    }
    for (let pictures = 0; pictures < 5; pictures++) await new Promise(requestAnimationFrame);
    return [work.read.filter((each) => each === field).length, added];
  });
  // Its background, and its scheme.
  expect(reads).toBe(2);
  expect(changes).toBe(0);
});

test('service.css is dark on a dark page, and a field on a light ground has dark text @chromium', async ({
  page,
  origins,
}, info) => {
  await openPage(page, origins, '<meta name="color-scheme" content="dark">SHEET');
  await expect.poll(() => darkParts(page)).toEqual(all(true));
  // Not in the one column of the page, a box keeps its light ground.
  expect(await isBright(page.frameLocator('#year iframe').locator('.control'))).toBe(false);
  expect(await isBright(page.getByLabel('Your name'))).toBe(true);
  expect(await isBright(page.getByText('Your number'))).toBe(true);
  await page.screenshot({ path: info.outputPath('service-css.png'), fullPage: true });
});

test("the page's own color wins @chromium", async ({ page, origins }) => {
  await openPage(page, origins, '<meta name="color-scheme" content="dark">');
  await page.evaluate(() => {
    const { service } = window as never as { service: typeof import('../src/index.ts').service };
    service.configure({ fields: { all: { style: { fontColor: '#102030' } } } });
  });
  const color = () =>
    page
      .frameLocator('#number iframe')
      .locator('.control')
      .evaluate((each) => getComputedStyle(each).color);
  await expect.poll(color).toBe('rgb(16, 32, 48)');
});
