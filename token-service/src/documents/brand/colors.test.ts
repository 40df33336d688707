import { describe, expect, it, test } from 'vitest';
import { DARK, LIGHT } from '../../pages/style/tokens.ts';
import { buttonOf, contrast, onColor, readableOn } from './colors.ts';

it.each([
  ['#0a5a78', '#ffffff'],
  ['#ffd400', '#000000'],
  ['#ffffff', '#000000'],
  ['#000000', '#ffffff'],
])('text on %s is %s', (color, text) => {
  expect(onColor(color)).toBe(text);
});

test('contrast is that of the guidelines', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

const GROUNDS = [LIGHT, DARK].map(({ ground, surface, tint }) => [ground, surface, tint]);

/** Every hue, dark and pale, and the grays. */
const BRANDS = ['00', '40', '80', 'c0', 'ff'].flatMap((red) =>
  ['00', '40', '80', 'c0', 'ff'].flatMap((green) => ['00', '80', 'ff'].map((blue) => `#${red}${green}${blue}`)),
);

describe.each(BRANDS)('the brand %s', (brand) => {
  it.each(GROUNDS)('can be read as text, and seen as a button, on %s', (...grounds) => {
    for (const ground of grounds) expect(contrast(readableOn(brand, grounds), ground)).toBeGreaterThanOrEqual(4.5);
    const button = buttonOf(brand, grounds);
    expect(contrast(button.ground, button.text)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(button.strong, button.text)).toBeGreaterThanOrEqual(4.5);
    for (const ground of grounds) expect(contrast(button.edge ?? brand, ground)).toBeGreaterThanOrEqual(3);
  });
});

it('keeps the hue of a colour that it makes lighter or darker', () => {
  // Navy becomes a blue, not a gray; yellow a dark yellow.
  expect(readableOn('#14325a', [DARK.ground])).toMatch(/^#[0-6].[5-9a-c].[c-f].$/);
  expect(readableOn('#ffe14d', ['#ffffff'])).toMatch(/^#[7-9].[5-7].0.$/);
});

it('leaves a colour as it is where it can be read', () => {
  expect(readableOn('#0a5a78', ['#ffffff'])).toBe('#0a5a78');
  expect(buttonOf('#0a5a78', ['#ffffff'])).toMatchObject({ ground: '#0a5a78', edge: undefined });
});
