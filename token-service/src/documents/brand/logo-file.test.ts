import { describe, expect, test } from 'vitest';
import { logoFileOf } from './logo-file.ts';
import { UnfitPicture } from './picture.ts';
import { chunk, pngOf, SIGNATURE } from './png.fixture.ts';

const withByte = (bytes: Buffer, at: number, value: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed[at] = value;
  return changed;
};

const refusal = (file: Uint8Array): string => {
  try {
    logoFileOf(file);
    return 'accepted';
  } catch (error) {
    expect(error).toBeInstanceOf(UnfitPicture);
    return (error as Error).message;
  }
};

describe('the file of a logo', () => {
  test('is a PNG, whose size is read from it', () => {
    expect(logoFileOf(pngOf(240, 64))).toMatchObject({ width: 240, height: 64 });
  });

  test('is kept without its metadata, and has the digest of what is kept', () => {
    const plain = pngOf(2, 1);
    const end = plain.length - 12;
    const told = Buffer.concat([
      plain.subarray(0, end),
      chunk('tEXt', Buffer.from('Author\0Ada at home')),
      plain.subarray(end),
    ]);
    expect(logoFileOf(told)).toEqual(logoFileOf(plain));
    expect(Buffer.from(logoFileOf(told).png, 'base64')).toEqual(plain);
    expect(logoFileOf(pngOf(2, 2)).digest).not.toBe(logoFileOf(plain).digest);
  });

  test.each([
    ['an SVG file', Buffer.from('<?xml version="1.0"?><svg onload="alert(1)"/>'), /not SVG.* Export it as PNG/],
    ['another file', Buffer.from('GIF89a'), /is a PNG file, and this is none/],
    ['one that is too large', Buffer.concat([pngOf(1, 1), Buffer.alloc(100_000)]), /101 kB; at most 100 kB/],
    ['one of too many pixels', pngOf(2001, 1), /2001 × 1 pixels; at most 2000 × 1000/],
    ['one of 16 bits', pngOf(1, 1, { bits: 16 }), /8 bits a channel, not interlaced/],
    ['an interlaced one', pngOf(1, 1, { interlace: 1 }), /8 bits a channel, not interlaced/],
    ['one that is cut off', pngOf(8, 8).subarray(0, -20), /damaged/],
    ['one with a wrong check sum', withByte(pngOf(8, 8), 40, 1), /damaged/],
    ['one with too few rows', pngOf(8, 8, { rows: 7 }), /damaged/],
    ['one that unpacks to more than its pixels', pngOf(8, 8, { rows: 100_000 }), /damaged/],
    ['one without a picture', Buffer.concat([SIGNATURE, chunk('IEND', Buffer.alloc(0))]), /damaged/],
  ])('is not %s', (_, file, message) => {
    expect(refusal(file)).toMatch(message);
  });
});
