import type { LogoFile } from '@service/billing/resources/setting.ts';
import { entityDigest } from '../../http/files/document.ts';
import { looksLikeSvg, type PictureRules, refuseBytes, UnfitPicture } from './picture.ts';
import { PNG_SIGNATURE, readPng } from './png-file.ts';

export const LOGO_RULES: PictureRules = { name: 'logo', most: { bytes: 100_000, width: 2000, height: 1000 } };

/**
 * Returns a PNG file as the logo of a site, without its metadata. Throws `UnfitPicture` for other files, and for ones
 * that are too large, damaged, or of a kind that the PDF of an invoice cannot contain.
 */
export const logoFileOf = (file: Uint8Array): LogoFile => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (looksLikeSvg(bytes)) {
    throw new UnfitPicture(
      'A logo is a PNG file, not SVG, which mail programs do not show. Export it as PNG, 200 pixels high.',
    );
  }
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) throw new UnfitPicture('A logo is a PNG file, and this is none.');
  refuseBytes(LOGO_RULES, bytes.length);
  const { width, height, bytes: png } = readPng(bytes, LOGO_RULES);
  return { digest: entityDigest(png), width, height, png: png.toString('base64') };
};
