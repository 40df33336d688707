import { crc32, inflateSync } from 'node:zlib';
import { type PictureRules, type ReadPicture, refuseSize, UnfitPicture } from './picture.ts';

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
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
 * Reads a PNG file. Throws `UnfitPicture` for one that is damaged, too large, or of a kind that the PDF of an invoice
 * cannot contain.
 */
export const readPng = (bytes: Buffer, rules: PictureRules): ReadPicture => {
  const chunks = chunksOf(bytes, rules);
  const header = headerOf(chunks, rules);
  checkPixels(chunks, header, rules);
  const kept = chunks.filter(({ type }) => KEPT.includes(type)).map((chunk) => chunk.bytes);
  const { width, height } = header;
  return { type: 'png', width, height, bytes: Buffer.concat([PNG_SIGNATURE, ...kept]) };
};

const damaged = ({ name }: PictureRules): UnfitPicture =>
  new UnfitPicture(`The ${name} is a damaged PNG file. Export it again.`);

const chunksOf = (bytes: Buffer, rules: PictureRules): Chunk[] => {
  const chunks: Chunk[] = [];
  let at = PNG_SIGNATURE.length;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw damaged(rules);
    const chunk = bytes.subarray(at, end);
    const body = chunk.subarray(4, -4);
    if (crc32(body) !== chunk.readUInt32BE(chunk.length - 4)) throw damaged(rules);
    const type = body.toString('latin1', 0, 4);
    chunks.push({ type, data: body.subarray(4), bytes: chunk });
    if (type === 'IEND') return chunks;
    at = end;
  }
  throw damaged(rules);
};

interface Header {
  readonly width: number;
  readonly height: number;
  /** Bits of a pixel. */
  readonly depth: number;
}

const headerOf = ([first, ...others]: readonly Chunk[], rules: PictureRules): Header => {
  if (first?.type !== 'IHDR' || first.data.length !== 13 || others.some(({ type }) => type === 'IHDR'))
    throw damaged(rules);
  const [width, height] = [first.data.readUInt32BE(0), first.data.readUInt32BE(4)];
  const [bits = 0, color = 0, compression, filter, interlace] = first.data.subarray(8);
  const samples = SAMPLES[color];
  if (!samples || compression !== 0 || filter !== 0 || width === 0 || height === 0) throw damaged(rules);
  refuseSize(rules, width, height);
  if (![1, 2, 4, 8].includes(bits) || interlace !== 0) {
    throw new UnfitPicture(`Export the ${rules.name} as a PNG file of 8 bits a channel, not interlaced.`);
  }
  if (color === 3 && !others.some(({ type }) => type === 'PLTE')) throw damaged(rules);
  return { width, height, depth: bits * samples };
};

/** Unpacks the pixels, because what cannot be unpacked would fail when it is printed. */
const checkPixels = (chunks: readonly Chunk[], { width, height, depth }: Header, rules: PictureRules): void => {
  // Each row begins with the byte of its filter, 0 to 4.
  const row = 1 + Math.ceil((width * depth) / 8);
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  let pixels: Buffer;
  try {
    pixels = inflateSync(packed, { maxOutputLength: row * height });
  } catch {
    throw damaged(rules);
  }
  if (pixels.length !== row * height) throw damaged(rules);
  for (let at = 0; at < pixels.length; at += row) if ((pixels[at] ?? 0) > 4) throw damaged(rules);
};
