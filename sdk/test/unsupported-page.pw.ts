import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test } from './checkout.ts';

/** A page that records what each way to show card fields throws. */
const pageOf = (script: string, api: string) => `<!doctype html><title>Checkout</title>
<div id="fields"></div><div id="payment"></div>
${script}
<script>
  window.codes = [];
  const attempt = (act) => {
    try {
      act();
      codes.push('none');
    } catch ({ code }) {
      codes.push(code);
    }
  };
  service.configure({ publicKey: 'key', api: '${api}' });
  attempt(() => service.Elements());
  attempt(() => service.PaymentForm().attach('#payment'));
  attempt(() => service.PaymentForm({ methods: ['bank'] }).attach('#payment'));
  for (const name of ['number', 'card']) {
    fields.dataset.service = name;
    attempt(() => new service.Service({ publicKey: 'key', api: '${api}' }));
  }
</script>`;

const codes = (page: Page) => page.evaluate(() => (window as never as { codes: string[] }).codes);

/** Bank accounts need no frame. */
const REFUSED = ['unsupported-page', 'unsupported-page', 'none', 'unsupported-page', 'unsupported-page'];

const library = async () => {
  const code = await readFile(join(import.meta.dirname, '../dist/service.js'), 'utf8');
  return `<script>${code.replaceAll('</script', '<\\/script')}</script>`;
};

test('a page that was opened as a file is refused at once @firefox', async ({ origins, page }, info) => {
  const file = info.outputPath('checkout.html');
  await writeFile(file, pageOf(`<script src="${origins.browser}/v1/service.js"></script>`, `${origins.browser}/js/v1`));
  await page.goto(pathToFileURL(file).href);
  expect(await codes(page)).toEqual(REFUSED);
});

for (const [shop, api, expected] of [
  ['http://shop.example', 'http://pay.example/js/v1', REFUSED],
  ['http://shop.example', 'https://pay.example/js/v1', REFUSED],
  ['http://localhost:4999', 'https://pay.example/js/v1', REFUSED],
  ['http://localhost:4999', 'http://localhost:3001/js/v1', Array(5).fill('none')],
  ['https://shop.example', 'https://pay.example/js/v1', Array(5).fill('none')],
] as const) {
  test(`a page at ${shop} with the service at ${api}: ${expected[0]}`, async ({ page }) => {
    const body = pageOf(await library(), api);
    await page.route('**', (route) =>
      route.request().isNavigationRequest() && route.request().frame() === page.mainFrame()
        ? route.fulfill({ contentType: 'text/html', body })
        : route.abort(),
    );
    await page.goto(shop);
    expect(await codes(page)).toEqual(expected);
  });
}
