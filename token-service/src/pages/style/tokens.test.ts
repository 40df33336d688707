import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { frameStylesheet, stylesheet } from './stylesheet.ts';
import { DARK, LIGHT, MEASURES } from './tokens.ts';

const REPOSITORY = new URL('../../../../', import.meta.url);
const fileText = (path: string): string => readFileSync(new URL(path, REPOSITORY), 'utf8');

/** The custom properties that a block of a stylesheet sets, by name. */
const propertiesOf = (css: string, selector: RegExp): Record<string, string> => {
  const [, block = ''] = new RegExp(`${selector.source}\\s*\\{([^}]*)\\}`).exec(css) ?? [];
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): *([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
};

const ROOT = /(?:^|\n):root/;
const DARK_ROOT = /prefers-color-scheme: dark\) \{\s*:root/;
const DARK_THEME = /:root\[data-theme="dark"\]/;

test('a page has the tokens, dark where the browser prefers that', () => {
  const css = stylesheet([], (name) => `/fonts/${name}`);
  expect(propertiesOf(css, ROOT)).toEqual({ ...LIGHT, ...MEASURES });
  expect(propertiesOf(css, DARK_ROOT)).toEqual(DARK);
  expect(css).toContain('url("/fonts/inter.woff2")');
});

test('a document in a frame has the tokens, dark where its page is', () => {
  const css = frameStylesheet([], (name) => `/fonts/${name}`);
  expect(propertiesOf(css, ROOT)).toEqual({ ...LIGHT, ...MEASURES });
  expect(propertiesOf(css, DARK_THEME)).toEqual(DARK);
  expect(css).not.toContain('prefers-color-scheme');
});

/** The example shop stands alone, so that a merchant can copy it: it has its own copy. */
const missingFrom = (shop: string): string[] => {
  const [light, dark] = [propertiesOf(shop, ROOT), propertiesOf(shop, DARK_ROOT)];
  return [
    ...Object.entries({ ...LIGHT, ...MEASURES }).filter(([name, value]) => light[name] !== value),
    ...Object.entries(DARK).filter(([name, value]) => dark[name] !== value),
  ].map(([name]) => name);
};

describe('the example shop', () => {
  const shop = fileText('examples/assets/shop.css');

  test('has the same tokens', () => {
    expect(missingFrom(shop)).toEqual([]);
  });

  test.each([...Object.keys(LIGHT), ...Object.keys(MEASURES)])('is found to lack --%s', (name) => {
    expect(missingFrom(shop.replace(new RegExp(`--${name}: [^;]+;`), ''))).toContain(name);
  });
});

const WHITE = '#ffffff';
const PALETTE = [...Object.values(LIGHT), ...Object.values(DARK)].filter((color) => color !== WHITE);

/** The colours of the palette that a file writes itself. */
const ownColors = (text: string): string[] => PALETTE.filter((color) => text.toLowerCase().includes(color));

test('no other file of the service writes a colour of the palette', () => {
  const files = globSync('token-service/src/**/*.{ts,css,js}', { cwd: REPOSITORY }).filter(
    (path) => !path.endsWith('style/tokens.ts') && !/\.(test|fixture)\.ts$/.test(path),
  );
  expect(files.filter((path) => path.endsWith('.css')).length).toBeGreaterThan(5);
  expect(files.filter((path) => ownColors(fileText(path)).length > 0)).toEqual([]);
  expect(ownColors(`a { color: ${LIGHT.accent.toUpperCase()}; }`)).toContain(LIGHT.accent);
});
