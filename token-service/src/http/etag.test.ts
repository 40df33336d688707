import { describe, expect, test } from 'vitest';
import { matches, tagOf } from './etag.ts';

const TAG = tagOf('a document');
const OTHER = tagOf('another document');

describe('If-None-Match', () => {
  test.each([
    ['*', true],
    [TAG, true],
    [`W/${TAG}`, true],
    [`${OTHER}, W/${TAG}`, true],
    [`"${'x'.repeat(22)}-identity"`, false],
    [OTHER, false],
    ['', false],
  ])('%s', (header, expected) => {
    expect(matches(header, TAG)).toBe(expected);
  });

  test('names the tag of a document in its own encoding', () => {
    const tag = `"${'x'.repeat(22)}-identity"`;
    expect(matches(`W/${tag}`, tag)).toBe(true);
  });
});
