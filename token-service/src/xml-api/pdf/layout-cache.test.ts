import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import { expect, it, vi } from 'vitest';
import { withLayoutCache } from './layout-cache.ts';

const file = fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'));
const open = (): Font => create(readFileSync(file)) as Font;

it('lays a text out once for each set of features, with the same result', () => {
  const plain = open();
  const font = open();
  const layout = vi.spyOn(font, 'layout');
  const cached = withLayoutCache(font);
  const tabular = { tnum: true } as never;
  for (const _ of [1, 2, 3]) {
    expect(cached.layout('AVA 111').advanceWidth).toBe(plain.layout('AVA 111').advanceWidth);
    expect(cached.layout('AVA 111', tabular).advanceWidth).toBe(
      plain.layout('AVA 111', { ...(tabular as object) } as never).advanceWidth,
    );
  }
  expect(cached.layout('AVA 111').advanceWidth).not.toBe(cached.layout('AVA 111', tabular).advanceWidth);
  expect(layout).toHaveBeenCalledTimes(2);
});

it('gives each caller positions of its own, because PDFKit scales them in place', () => {
  const font = withLayoutCache(open());
  const before = font.layout('AVA').advanceWidth;
  for (const position of font.layout('AVA').positions) position.xAdvance *= 2;
  expect(font.layout('AVA').advanceWidth).toBe(before);
});

it('does not keep long texts', () => {
  const font = open();
  const layout = vi.spyOn(font, 'layout');
  const cached = withLayoutCache(font);
  for (const _ of [1, 2]) cached.layout('a'.repeat(101));
  expect(layout).toHaveBeenCalledTimes(2);
});
