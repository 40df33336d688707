import type { EntityAddress } from '../../resources/business-entity.ts';

/** A picture on documents: a PNG or JPEG file, which is stored by its digest. */
export interface InvoicePicture {
  /** The digest of the file, whose address changes with it. */
  readonly digest: string;
  readonly type: 'png' | 'jpeg';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** The look of an invoice's document: the template that it was made with, as it was then. */
export interface InvoiceLook {
  /** Across the top of the first page, in place of the logo. */
  readonly header_image: InvoicePicture | null;
  /** At the foot of each page. */
  readonly footer_image: InvoicePicture | null;
  /** The address of the seller that is shown, in place of that of the site or the business entity; never for tax. */
  readonly address: EntityAddress | null;
  readonly hide_line_dates: boolean;
  readonly hide_zero_lines: boolean;
  /** Printed above the lines, with the values of its variables. */
  readonly text: string | null;
}
