import type { InvoicePicture } from '@service/billing/domain/invoices/look.ts';
import { entityDigest } from '../../http/files/document.ts';
import { JPEG_SIGNATURE, readJpeg } from './jpeg-file.ts';
import { looksLikeSvg, type PictureRules, refuseBytes, UnfitPicture } from './picture.ts';
import { PNG_SIGNATURE, readPng } from './png-file.ts';

export const PICTURE_RULES: PictureRules = { name: 'picture', most: { bytes: 300_000, width: 2000, height: 1000 } };

/**
 * Returns a PNG or JPEG file as a picture of invoices, without its metadata. Throws `UnfitPicture` for other files, and
 * for ones that are too large, damaged, or of a kind that a PDF cannot contain.
 */
export const pictureFileOf = (file: Uint8Array): { readonly picture: InvoicePicture; readonly bytes: Buffer } => {
  const given = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const hasSignature = (signature: Buffer) => given.subarray(0, signature.length).equals(signature);
  const read = hasSignature(PNG_SIGNATURE) ? readPng : hasSignature(JPEG_SIGNATURE) ? readJpeg : undefined;
  if (!read) {
    const what = looksLikeSvg(given) ? 'not SVG. Export it as PNG' : 'and this is neither';
    throw new UnfitPicture(`A picture is a PNG or JPEG file, ${what}.`);
  }
  refuseBytes(PICTURE_RULES, given.length);
  const { type, width, height, bytes } = read(given, PICTURE_RULES);
  return { picture: { digest: entityDigest(bytes), type, width, height }, bytes };
};
