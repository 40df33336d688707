import { crc32, inflateSync } from 'node:zlib';
import type { LogoFile } from '@service/billing/resources/setting.ts';
import { entityDigest } from '../../http/files/document.ts';

/** A file that is no logo. The message says what to do. */
export class UnfitLogo extends Error {}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
export const MOST_LOGO_BYTES = 100_000;
const MOST = { width: 2000, height: 1000 };
/** Samples of a pixel, by the colour type of the file. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** The parts that the picture consists of. Others, such as texts and the place where it was taken, are left out. */
const KEPT: readonly string[] = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  /** The whole chunk, with its length, type and checksum. */
  readonly bytes: Buffer;
}

/**
 * Returns a PNG file as the logo of a site, without its metadata. Throws `UnfitLogo` for other files, and for ones that
 * are too large, damaged, or of a kind that the PDF of an invoice cannot contain.
 */
export const logoFileOf = (file: Uint8Array): LogoFile => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (/^\s*<(\?xml|svg|!)/.test(bytes.toString('latin1', 0, 200))) {
    throw new UnfitLogo(
      'A logo is a PNG file, not SVG, which mail programs do not show. Export it as PNG, 200 pixels high.',
    );
  }
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) throw new UnfitLogo('A logo is a PNG file, and this is none.');
  if (bytes.length > MOST_LOGO_BYTES) {
    const size = Math.ceil(bytes.length / 1000);
    throw new UnfitLogo(
      `The logo has ${size} kB; at most ${MOST_LOGO_BYTES / 1000} kB are allowed. Export it smaller.`,
    );
  }
  const chunks = chunksOf(bytes);
  const header = headerOf(chunks);
  checkPixels(chunks, header);
  const png = Buffer.concat([
    SIGNATURE,
    ...chunks.filter(({ type }) => KEPT.includes(type)).map((chunk) => chunk.bytes),
  ]);
  const { width, height } = header;
  return { digest: entityDigest(png), width, height, png: png.toString('base64') };
};

const damaged = (): UnfitLogo => new UnfitLogo('The logo is a damaged PNG file. Export it again.');

const chunksOf = (bytes: Buffer): Chunk[] => {
  const chunks: Chunk[] = [];
  let at = SIGNATURE.length;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw damaged();
    const chunk = bytes.subarray(at, end);
    const body = chunk.subarray(4, -4);
    if (crc32(body) !== chunk.readUInt32BE(chunk.length - 4)) throw damaged();
    const type = body.toString('latin1', 0, 4);
    chunks.push({ type, data: body.subarray(4), bytes: chunk });
    if (type === 'IEND') return chunks;
    at = end;
  }
  throw damaged();
};

interface Header {
  readonly width: number;
  readonly height: number;
  /** Bits of a pixel. */
  readonly depth: number;
}

const headerOf = ([first, ...others]: readonly Chunk[]): Header => {
  if (first?.type !== 'IHDR' || first.data.length !== 13 || others.some(({ type }) => type === 'IHDR')) throw damaged();
  const [width, height] = [first.data.readUInt32BE(0), first.data.readUInt32BE(4)];
  const [bits = 0, color = 0, compression, filter, interlace] = first.data.subarray(8);
  const samples = SAMPLES[color];
  if (!samples || compression !== 0 || filter !== 0 || width === 0 || height === 0) throw damaged();
  if (width > MOST.width || height > MOST.height) {
    throw new UnfitLogo(
      `The logo has ${width} × ${height} pixels; at most ${MOST.width} × ${MOST.height} are allowed. Export it smaller.`,
    );
  }
  if (![1, 2, 4, 8].includes(bits) || interlace !== 0) {
    throw new UnfitLogo('Export the logo as a PNG file of 8 bits a channel, not interlaced.');
  }
  if (color === 3 && !others.some(({ type }) => type === 'PLTE')) throw damaged();
  return { width, height, depth: bits * samples };
};

/** Unpacks the pixels, because what cannot be unpacked would fail when it is printed. */
const checkPixels = (chunks: readonly Chunk[], { width, height, depth }: Header): void => {
  // Each row begins with the byte of its filter, 0 to 4.
  const row = 1 + Math.ceil((width * depth) / 8);
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  let pixels: Buffer;
  try {
    pixels = inflateSync(packed, { maxOutputLength: row * height });
  } catch {
    throw damaged();
  }
  if (pixels.length !== row * height) throw damaged();
  for (let at = 0; at < pixels.length; at += row) if ((pixels[at] ?? 0) > 4) throw damaged();
};
