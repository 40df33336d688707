import { readFileSync, statSync } from 'node:fs';
import type { InvoicePicture } from '@service/billing/domain/invoices/look.ts';
import type { LogoFile } from '@service/billing/resources/setting.ts';
import { LOGO_RULES, logoFileOf } from '../documents/brand/logo-file.ts';
import { type PictureRules, UnfitPicture } from '../documents/brand/picture.ts';
import { PICTURE_RULES, pictureFileOf } from '../documents/brand/picture-file.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';

/** Reads the PNG file of a logo. Throws `OperatorTrouble` when there is none, or when it cannot be a logo. */
export const readLogo = (path: string): LogoFile => readBounded(path, LOGO_RULES, logoFileOf);

/** Reads a PNG or JPEG file for invoices. Throws `OperatorTrouble` when there is none, or when it is unfit. */
export const readPicture = (path: string): { readonly picture: InvoicePicture; readonly bytes: Buffer } =>
  readBounded(path, PICTURE_RULES, pictureFileOf);

const readBounded = <T>(path: string, { name, most }: PictureRules, read: (file: Uint8Array) => T): T => {
  try {
    const found = statSync(path);
    // Nothing is read that is far larger than a picture may be.
    if (!found.isFile() || found.size > 100 * most.bytes) {
      throw new UnfitPicture(`A ${name} is a file of at most ${most.bytes / 1000} kB.`);
    }
    return read(readFileSync(path));
  } catch (error) {
    if (error instanceof UnfitPicture) throw new OperatorTrouble(`${path}: ${error.message}`);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new OperatorTrouble(code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${message}`);
  }
};
