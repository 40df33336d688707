import { readFileSync, statSync } from 'node:fs';
import type { LogoFile } from '@service/billing/resources/setting.ts';
import { logoFileOf, MOST_LOGO_BYTES, UnfitLogo } from '../documents/brand/logo-file.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';

/** Far more than a logo may have: nothing larger is read. */
const MOST_READ = 100 * MOST_LOGO_BYTES;

/** Reads the PNG file of a logo. Throws `OperatorTrouble` when there is none, or when it cannot be a logo. */
export const readLogo = (path: string): LogoFile => {
  try {
    const found = statSync(path);
    if (!found.isFile() || found.size > MOST_READ) throw new UnfitLogo('A logo is a PNG file of at most 100 kB.');
    return logoFileOf(readFileSync(path));
  } catch (error) {
    if (error instanceof UnfitLogo) throw new OperatorTrouble(`${path}: ${error.message}`);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new OperatorTrouble(code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${message}`);
  }
};
