import { expect, test } from 'vitest';
import { asciiDigits, digitsOf } from './digits.ts';

test.each([
  ['ASCII', '0123456789'],
  ['Arabic-Indic', '\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669'],
  ['Persian', '\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9'],
  ['Devanagari', '\u0966\u0967\u0968\u0969\u096a\u096b\u096c\u096d\u096e\u096f'],
  ['Thai', '\u0e50\u0e51\u0e52\u0e53\u0e54\u0e55\u0e56\u0e57\u0e58\u0e59'],
  ['full-width', '\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19'],
  [
    'mathematical double-struck',
    '\u{1d7d8}\u{1d7d9}\u{1d7da}\u{1d7db}\u{1d7dc}\u{1d7dd}\u{1d7de}\u{1d7df}\u{1d7e0}\u{1d7e1}',
  ],
])('%s digits are digits', (_, digits) => {
  expect(asciiDigits(digits)).toBe('0123456789');
});

test('characters that only look like digits are none', () => {
  expect(digitsOf('\u00b2 \u2463 \u4e09 \u2167 x1')).toBe('1');
});
