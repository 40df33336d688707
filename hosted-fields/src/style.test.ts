import { describe, expect, test } from 'vitest';
import { cssDeclarations, placeholderOf } from './style.ts';

test.each([
  ['fontColor', [['color', 'red']]],
  ['color', [['color', 'red']]],
  ['fontSize', [['font-size', 'red']]],
  ['fontVariantNumeric', [['font-variant-numeric', 'red']]],
  ['paddingLeft', [['padding-left', 'red']]],
  [
    'fontSmoothing',
    [
      ['-webkit-font-smoothing', 'red'],
      ['-moz-osx-font-smoothing', 'red'],
    ],
  ],
  ['WebkitTextFillColor', [['-webkit-text-fill-color', 'red']]],
  ['backgroundImage', []],
  ['background', []],
  ['content', []],
  ['display', []],
  ['position', []],
  ['transform', []],
  ['width', []],
  ['pointerEvents', []],
  ['constructor', []],
  ['__proto__', []],
])('the key %s becomes %j', (key, expected) => {
  expect(cssDeclarations(JSON.parse(`{"${key}": "red"}`))).toEqual(expected);
});

describe('an unsafe value', () => {
  test.each([
    'red; background: blue',
    'red } body { color: red',
    'url(https://evil.example/x)',
    'URL("x")',
    'image-set("x" 1x)',
    'var(--x)',
    'attr(value)',
    'expression(alert(1))',
    'javascript:alert(1)',
    '@import "x"',
    'red /* */',
    '<b>',
    '\\72 ed',
  ])('%s is dropped', (value) => {
    expect(cssDeclarations({ color: value })).toEqual([]);
  });
});

test('numbers and plain values pass', () => {
  const style = {
    fontWeight: 700,
    fontFamily: 'Inter, "Helvetica Neue", sans-serif',
    textShadow: '0 0 1px rgb(0 0 0 / 50%)',
  };
  expect(cssDeclarations(style)).toEqual([
    ['font-weight', '700'],
    ['font-family', 'Inter, "Helvetica Neue", sans-serif'],
    ['text-shadow', '0 0 1px rgb(0 0 0 / 50%)'],
  ]);
});

test.each([
  [{ placeholder: { content: 'MM' } }, 'MM'],
  [{ placeholder: { content: 12 } }, '12'],
  [{ placeholder: { content: { number: 'x' } } }, ''],
  [{ placeholder: 'MM' }, ''],
  [{}, ''],
])('the placeholder of %j is %j', (style, expected) => {
  expect(placeholderOf(style)).toBe(expected);
});
