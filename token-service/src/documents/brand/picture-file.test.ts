import { describe, expect, test } from 'vitest';
import { jpegOf, segment } from './jpeg.fixture.ts';
import { UnfitPicture } from './picture.ts';
import { pictureFileOf } from './picture-file.ts';
import { pngOf } from './png.fixture.ts';

const refusal = (file: Uint8Array): string => {
  try {
    pictureFileOf(file);
    return 'accepted';
  } catch (error) {
    expect(error).toBeInstanceOf(UnfitPicture);
    return (error as Error).message;
  }
};

/** Exif with one entry, the orientation, in the byte order of Motorola. */
const exif = (orientation: number): Buffer => {
  const entry = Buffer.alloc(12);
  entry.writeUInt16BE(0x0112, 0);
  entry.writeUInt16BE(3, 2);
  entry.writeUInt32BE(1, 4);
  entry.writeUInt16BE(orientation, 8);
  const head = Buffer.from('Exif\0\0MM\0\x2a\0\0\0\x08\0\x01', 'latin1');
  return segment(0xe1, Buffer.concat([head, entry]));
};

describe('a picture of invoices', () => {
  test('is a PNG or a JPEG file, whose size is read from it', () => {
    expect(pictureFileOf(pngOf(240, 64)).picture).toMatchObject({ type: 'png', width: 240, height: 64 });
    expect(pictureFileOf(jpegOf(240, 64)).picture).toMatchObject({ type: 'jpeg', width: 240, height: 64 });
    expect(refusal(jpegOf(16, 8, { frame: 0xc2 }))).toBe('accepted');
  });

  test('is kept without its metadata and what follows it, and has the digest of what is kept', () => {
    const plain = pictureFileOf(jpegOf());
    expect(plain.bytes).toEqual(jpegOf());
    const more = [exif(1), segment(0xfe, Buffer.from('Ada at home')), segment(0xed, Buffer.from('Photoshop'))];
    const told = pictureFileOf(Buffer.concat([jpegOf(16, 8, { more }), Buffer.from('a second picture')]));
    expect(told).toEqual(plain);
  });

  test('keeps the data of a scan whose bytes look like marks', () => {
    const [before, scan] = [jpegOf().subarray(0, -2), Buffer.of(0xff, 0x00, 0x12, 0xff, 0xd0, 0x34)];
    const file = Buffer.concat([before, scan, Buffer.of(0xff, 0xd9)]);
    expect(pictureFileOf(file).bytes).toEqual(file);
  });

  test.each([
    ['an SVG file', Buffer.from('<svg onload="alert(1)"/>'), /PNG or JPEG file, not SVG/],
    ['another file', Buffer.from('GIF89a'), /PNG or JPEG file, and this is neither/],
    ['a PNG of 16 bits', pngOf(1, 1, { bits: 16 }), /Export the picture as a PNG file of 8 bits/],
    ['one that is too large', Buffer.concat([jpegOf(), Buffer.alloc(300_000)]), /301 kB; at most 300 kB/],
    ['one of too many pixels', jpegOf(2001, 1), /2001 × 1 pixels; at most 2000 × 1000/],
    ['a JPEG of 12 bits', jpegOf(16, 8, { bits: 12 }), /8 bits a channel/],
    ['a JPEG in colours of print', jpegOf(16, 8, { components: 4 }), /RGB or in shades of grey/],
    ['a JPEG with arithmetic coding', jpegOf(16, 8, { frame: 0xc9 }), /plain JPEG/],
    ['a JPEG that is turned', jpegOf(16, 8, { more: [exif(6)] }), /Save it upright/],
    ['a JPEG that is cut off', jpegOf().subarray(0, -2), /damaged JPEG/],
    ['a JPEG without pixels', jpegOf(0, 8), /damaged JPEG/],
    ['a JPEG without a picture', Buffer.concat([jpegOf().subarray(0, 20), Buffer.of(0xff, 0xd9)]), /damaged JPEG/],
    ['a JPEG that begins only', Buffer.of(0xff, 0xd8, 0xff, 0xe0), /damaged JPEG/],
  ])('is not %s', (_, file, message) => {
    expect(refusal(file)).toMatch(message);
  });
});
