import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MadeExport } from '@service/billing/domain/exports/made-export.ts';
import type { Seconds } from '@service/billing/values/time.ts';

/** The path of files that the service itself hands out. */
export const EXPORT_FILES_PATH = '/export_files';

interface SignedFile {
  readonly subdomain: string;
  readonly made: Pick<MadeExport, 'day' | 'secret'>;
  readonly name: string;
  /** The end of the address, by the system clock. */
  readonly expires: Seconds;
}

const signatureOf = ({ subdomain, made, name, expires }: SignedFile): Buffer =>
  createHmac('sha256', made.secret).update(`${subdomain}/${made.day}/${name}?${expires}`).digest();

/** Returns an address of a file that needs no credentials until it expires. */
export const exportAddress = (origin: string, file: SignedFile): string => {
  const path = [file.subdomain, file.made.day, file.name].map(encodeURIComponent).join('/');
  const signature = signatureOf(file).toString('hex');
  return `${origin}${EXPORT_FILES_PATH}/${path}?expires=${file.expires}&signature=${signature}`;
};

/** Whether the signature of an address is that of the file. */
export const isSignedExport = (file: SignedFile, signature: string): boolean => {
  const [given, right] = [Buffer.from(signature, 'hex'), signatureOf(file)];
  return given.length === right.length && timingSafeEqual(given, right);
};
