import { describe, expect, test, vi } from 'vitest';
import { chosenLanguage, documentLanguage } from '../documents/messages/document-language.ts';
import { matches } from './etag.ts';
import { LONGEST_ENTRY, listEntries, MOST_ENTRIES } from './list-header.ts';
import { chosenEncoding, preferred } from './preferred.ts';

describe('the entries of a list header', () => {
  test.each([
    ['', []],
    [' , ,, ', []],
    ['de', ['de']],
    ['de-AT, fr ;q=0.5,en', ['de-AT', 'fr ;q=0.5', 'en']],
    ['application/xml; charset=utf-8; version=1; q=0.9', ['application/xml; charset=utf-8; version=1; q=0.9']],
    [`${'x'.repeat(LONGEST_ENTRY)},${'y'.repeat(LONGEST_ENTRY + 1)}`, ['x'.repeat(LONGEST_ENTRY)]],
    [`de;${'q'.repeat(16_000)}, fr`, ['fr']],
  ])('%j', (header, expected) => {
    expect(listEntries(header)).toEqual(expected);
  });

  test('are at most twenty', () => {
    const header = Array.from({ length: MOST_ENTRIES + 1 }, (_, index) => `l${index}`).join(',');
    expect(listEntries(header)).toHaveLength(MOST_ENTRIES);
    expect(listEntries(header)).not.toContain(`l${MOST_ENTRIES}`);
  });
});

/** 16 kB, which is as much as Node accepts of all headers together. */
const LARGE = ['a,', 'a;q=0.1,', 'zz-zz,', '"x",', ',', ' ', ';', 'x-yy_zz;,'].map((part) =>
  part.repeat(16_000 / part.length),
);

test.each(LARGE)('a header of 16 kB costs every parser no more than twenty entries: %.8s…', (header) => {
  const spies = [
    vi.spyOn(Intl, 'getCanonicalLocales'),
    vi.spyOn(Intl, 'Locale'),
    vi.spyOn(Intl.DisplayNames.prototype, 'of'),
    vi.spyOn(Array.prototype, 'sort'),
  ];
  try {
    expect(preferred(header).length).toBeLessThanOrEqual(MOST_ENTRIES);
    chosenLanguage([header]);
    documentLanguage(header);
    chosenEncoding(header, ['br', 'gzip']);
    matches(header, '"nothing"');
    const calls = spies.map(({ mock }) => mock.calls.length);
    // One more tells in which direction the chosen language is written.
    for (const count of calls) expect(count).toBeLessThanOrEqual(2 * MOST_ENTRIES + 1);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
});

describe('the encoding of a document', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.1, br;q=0.05', 'br'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['*;q=0', undefined],
    ['*;q=0, gzip', 'gzip'],
    ['identity', undefined],
    ['', undefined],
    ['zstd', undefined],
  ])('%j', (header, expected) => {
    expect(chosenEncoding(header, ['br', 'gzip'])).toBe(expected);
  });
});
