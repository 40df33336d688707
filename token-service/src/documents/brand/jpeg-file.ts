import { type PictureRules, type ReadPicture, refuseSize, UnfitPicture } from './picture.ts';

export const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);

// Markers, by their second byte (ITU T.81, table B.1).
const END = 0xd9;
const SCAN = 0xda;
const COMMENT = 0xfe;
/** Frames that every reader decodes: baseline, extended and progressive, with Huffman coding. */
const FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2];
/** The other frames; among their numbers are three that begin no frame. */
const isOtherFrame = (marker: number): boolean =>
  marker >= 0xc3 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Application data 0 says the density, 14 the colours; others have the place where it was taken, and a preview. */
const isMetadata = (marker: number): boolean =>
  marker === COMMENT || (marker >= 0xe1 && marker <= 0xef && marker !== 0xee);
/** Within a scan, a stuffed byte and the marks of restarts are data. */
const isData = (marker: number): boolean => marker === 0 || (marker >= 0xd0 && marker <= 0xd7);

/**
 * Reads a JPEG file. Throws `UnfitPicture` for one that is damaged, too large, turned by its metadata, which are left
 * out, or not in colours of a screen.
 */
export const readJpeg = (bytes: Buffer, rules: PictureRules): ReadPicture => {
  const damaged = () => new UnfitPicture(`The ${rules.name} is a damaged JPEG file. Export it again.`);
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let size: Pick<ReadPicture, 'width' | 'height'> | undefined;
  let isScanned = false;
  for (let at = 2; at + 1 < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || isData(marker)) throw damaged();
    if (marker === 0xff) {
      // Any number of them may precede a marker.
      at += 1;
      continue;
    }
    if (marker === END) {
      if (!size || !isScanned) throw damaged();
      return { type: 'jpeg', ...size, bytes: Buffer.concat([...kept, bytes.subarray(at, at + 2)]) };
    }
    if (at + 4 > bytes.length) throw damaged();
    const length = bytes.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) throw damaged();
    const data = bytes.subarray(at + 4, end);
    if (isOtherFrame(marker)) throw new UnfitPicture(`Export the ${rules.name} as a plain JPEG file.`);
    if (FRAMES.includes(marker)) {
      if (size || data.length < 6) throw damaged();
      size = sizeOf(data, rules, damaged);
    }
    if (marker === 0xe1 && isTurned(data)) {
      throw new UnfitPicture(`The ${rules.name} is turned by its metadata. Save it upright.`);
    }
    const next = marker === SCAN ? endOfScan(bytes, end) : end;
    if (marker === SCAN) {
      if (!size) throw damaged();
      isScanned = true;
    }
    if (!isMetadata(marker)) kept.push(bytes.subarray(at, next));
    at = next;
  }
  throw damaged();
};

const sizeOf = (
  frame: Buffer,
  rules: PictureRules,
  damaged: () => UnfitPicture,
): Pick<ReadPicture, 'width' | 'height'> => {
  const [height, width] = [frame.readUInt16BE(1), frame.readUInt16BE(3)];
  const [bits, components] = [frame[0], frame[5]];
  if (width === 0 || height === 0) throw damaged();
  refuseSize(rules, width, height);
  if (bits !== 8 || (components !== 1 && components !== 3)) {
    throw new UnfitPicture(`Export the ${rules.name} in RGB or in shades of grey, 8 bits a channel.`);
  }
  return { width, height };
};

/** Returns the position of the first marker after the data of a scan. */
const endOfScan = (bytes: Buffer, from: number): number => {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1 && isData(bytes[at + 1] ?? 0)) at = bytes.indexOf(0xff, at + 1);
  return at === -1 ? bytes.length : at;
};

const ORIENTATION = 0x0112;

/** Whether Exif says that a picture is to be turned or mirrored before it is shown. */
const isTurned = (data: Buffer): boolean => {
  if (data.toString('latin1', 0, 6) !== 'Exif\0\0') return false;
  const tiff = data.subarray(6);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (offset: number): number =>
    offset + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset);
  const long = (offset: number): number =>
    offset + 4 > tiff.length ? 0 : isLittle ? tiff.readUInt32LE(offset) : tiff.readUInt32BE(offset);
  const directory = long(4);
  const entries = Array.from({ length: short(directory) }, (_, index) => directory + 2 + index * 12);
  return entries.some((entry) => short(entry) === ORIENTATION && short(entry + 8) > 1);
};
