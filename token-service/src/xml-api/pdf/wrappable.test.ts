import { describe, expect, it } from 'vitest';
import { printable, wrappable } from './wrappable.ts';

/** Every UTF-16 unit is one point wide, a line feed too. */
const wrapped = (text: string, width: number) => wrappable(text, width, (part) => part.length);

describe('printable text', () => {
  it('has no characters that the typeface would print as boxes', () => {
    expect(printable('soft\u00adhyphen a\u200db\u200cc\u2060d\ufeffe\u202ef')).toBe('softhyphen abcdef');
    expect(printable('may\u200bbreak')).toBe('may\u200bbreak');
  });

  it('has at most eight marks on a letter', () => {
    expect(printable(`e\u0301${'\u0301'.repeat(1000)}x`)).toBe(`e${'\u0301'.repeat(8)}x`);
    expect(printable('Cafe\u0301')).toBe('Cafe\u0301');
  });
});

describe('wrappable text', () => {
  it('is the same text if no word is long', () => {
    const text =
      'Donaudampfschifffahrtsgesellschaftskapitän and https://example.com/a/path?with=a&query=of-some-length';
    expect(wrapped(text, 10)).toBe(text);
    // No part of an address is long, so the wrapping at slashes and hyphens is enough.
    const address = `https://example.com/${'some-part/'.repeat(20)}`;
    expect(wrapped(address, 10)).toBe(address);
  });

  it('breaks long words at the width, and only those', () => {
    const text = `before ${'x'.repeat(95)} after`;
    // One of the 40 is left for the line feed. The space belongs to the word before it.
    expect(wrapped(text, 40)).toBe(`before ${'x'.repeat(39)}\n${'x'.repeat(39)}\n${'x'.repeat(17)} after`);
  });

  it('does not break inside what a reader sees as one character', () => {
    const lines = wrapped('e\u0301'.repeat(60), 12).split('\n');
    expect(lines.every((line) => /^(e\u0301)+$/.test(line))).toBe(true);
    expect(lines).toHaveLength(12);
  });

  it('breaks inside a character that is thousands of letters long', () => {
    const lines = wrapped('\u1100'.repeat(1000), 100).split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBe(99);
  });

  it('has at least one character in each line', () => {
    expect(wrapped('x'.repeat(81), -5).split('\n')).toHaveLength(81);
  });

  it('measures each character once', () => {
    const measured: string[] = [];
    const widthOf = (part: string) => measured.push(part);
    wrappable('abc'.repeat(3000), 1000, widthOf);
    expect(measured.sort()).toEqual(['\n', 'a', 'b', 'c']);
  });
});
