import { expect, it } from 'vitest';
import { onColor } from './on-color.ts';

it.each([
  ['#0a5a78', '#ffffff'],
  ['#ffd400', '#000000'],
  ['#ffffff', '#000000'],
  ['#000000', '#ffffff'],
])('text on %s is %s', (color, text) => {
  expect(onColor(color)).toBe(text);
});
