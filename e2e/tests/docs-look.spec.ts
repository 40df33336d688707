import { expect, test } from './checkout.ts';

/** A name of more characters is wider than a phone, and may break between its words. */
const LONGEST = 36;
/** A phone, and the narrowest window with tables. */
const WIDTHS = [360, 1200];
/** A tablet, a laptop, and a window with the contents of the page at the right. */
const MORE_WIDTHS = [1000, 1280, 1700];

test('no page of the documentation scrolls sideways or breaks a name in a table @chromium', async ({
  page,
  service,
  long,
}) => {
  test.slow();
  await page.goto(`${service.apiUrl}/docs`);
  const links = await page
    .locator('nav a')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
  const paths = [...new Set(links)].filter((path) => path.startsWith('/docs'));
  expect(paths.length).toBeGreaterThan(60);
  for (const path of paths) {
    await page.goto(new URL(path, service.apiUrl).href);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    for (const width of long ? [...WIDTHS, ...MORE_WIDTHS] : WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const found = await page.evaluate((longest) => {
        const broken = [...document.querySelectorAll('table code')].filter((code) => {
          const name = code.textContent;
          // A line may end between the parts of a path or a list.
          if (name.length > longest || /\s|.[/|,=?]/.test(name)) return false;
          const text = document.createRange();
          text.selectNodeContents(code);
          const lines = [...text.getClientRects()].filter((box) => box.width > 0).map(({ top }) => Math.round(top / 4));
          return new Set(lines).size > 1;
        });
        return {
          broken: broken.map((code) => code.textContent),
          overhang: document.documentElement.scrollWidth - innerWidth,
        };
      }, LONGEST);
      expect(found, `${path} at ${width} px`).toEqual({ broken: [], overhang: 0 });
    }
  }
});
