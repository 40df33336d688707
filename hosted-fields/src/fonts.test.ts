import { expect, test } from 'vitest';
import { familiesIn, fontAddress } from './fonts.ts';

test.each([
  ['a family', { fontFamily: 'Inter', fontWeight: 600 }, ['Inter']],
  [
    'a list, quoted or not, without generic and system families',
    { fontFamily: '"Open Sans", Roboto, "Helvetica Neue", Arial, system-ui, sans-serif' },
    ['Open Sans', 'Roboto'],
  ],
  [
    'the families of its states, each once',
    { fontFamily: 'Inter', focus: { fontFamily: 'Inter' }, placeholder: { fontFamily: 'Lora', content: 'Inter' } },
    ['Inter', 'Lora'],
  ],
  ['what is no name', { fontFamily: 'url(x), ../etc, a/b, "x\\"", ' }, []],
  ['a name too long', { fontFamily: 'x'.repeat(61) }, []],
  ['no text', { fontFamily: 7 }, []],
  ['nothing', {}, []],
])('a style names %s', (_, style, expected) => {
  expect(familiesIn(style)).toEqual(expected);
});

test('a font is below the address of the document', () => {
  expect(fontAddress('Open Sans', 'https://pay.example/js/v1/field.html?v=1#type=number')).toBe(
    'https://pay.example/js/v1/fonts/open-sans.woff2',
  );
});
