import type { InvoicePicture } from '../../../domain/invoices/look.ts';
import type { Records } from '../../../ports/storage.ts';

/** Pictures with their files. */
export type PictureFiles = readonly { readonly picture: InvoicePicture; readonly bytes: Uint8Array }[];

/** Stores the files of pictures. */
export const keepPictures = async (
  { invoiceTemplates }: Pick<Records, 'invoiceTemplates'>,
  files: PictureFiles,
): Promise<void> => {
  for (const { picture, bytes } of files) await invoiceTemplates.keepPicture(picture, bytes);
};
