import { describe, expect, test } from 'vitest';
import { documentMemory, reservation } from './memory.ts';

const MB = 1_000_000;
const tooMany = expect.objectContaining({ symbol: 'too_many_requests' });

describe('the memory for documents', () => {
  test('is reserved in steps', () => {
    expect([65_536, 65_537, MB, MB + 1, 8 * MB, 8 * MB + 1].map(reservation)).toEqual(
      [0, 1, 1, 8, 8, 16].map((megabytes) => megabytes * MB),
    );
  });

  test('is bounded for each key: the fifth heavy document is refused, early', () => {
    const shareOf = documentMemory();
    const [a, ...others] = Array.from({ length: 4 }, () => shareOf('a', false));
    for (const share of [a!, ...others]) share.grow(8 * MB);
    const fifth = shareOf('a', false);
    expect(() => fifth.grow(65_537)).toThrow(tooMany);
    expect(() => fifth.grow(65_536)).not.toThrow();
    expect(() => shareOf('b', false).grow(8 * MB)).not.toThrow();

    a!.free();
    expect(() => fifth.grow(8 * MB)).not.toThrow();
  });

  test('is bounded for all keys together', () => {
    const shareOf = documentMemory({ perKey: 8 * MB, together: 16 * MB });
    shareOf('a', false).grow(8 * MB);
    shareOf('b', false).grow(8 * MB);
    expect(() => shareOf('c', false).grow(MB)).toThrow(expect.objectContaining({ symbol: 'service_unavailable' }));
  });

  test('is taken for the answer to a change, whatever is left', () => {
    const shareOf = documentMemory({ perKey: 8 * MB, together: 8 * MB });
    shareOf('a', true).grow(8 * MB);
    const answer = shareOf('a', true);
    answer.grow(8 * MB);
    expect(() => shareOf('a', false).grow(MB)).toThrow(tooMany);
    answer.free();
    expect(() => shareOf('a', false).grow(MB)).toThrow(tooMany);
  });

  test('is released once, however often it is freed', () => {
    const shareOf = documentMemory({ perKey: 8 * MB, together: 8 * MB });
    const share = shareOf('a', false);
    share.grow(8 * MB);
    share.free();
    share.free();
    shareOf('a', false).grow(8 * MB);
    expect(() => shareOf('a', false).grow(MB)).toThrow(tooMany);
  });
});
