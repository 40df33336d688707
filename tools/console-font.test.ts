import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { makeConsoleFont } from './console-font.ts';

it('makes the font file of the console, which has less than the whole font', { timeout: 60_000 }, async () => {
  const file = await readFile(new URL('../token-service/src/pages/console/assets/inter.woff2', import.meta.url));
  expect((await makeConsoleFont()).equals(file), 'run node tools/console-font.ts').toBe(true);
  expect(file.length).toBeLessThan(40_000);
});
