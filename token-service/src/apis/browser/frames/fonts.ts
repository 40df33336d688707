import { FONT_FAMILIES } from '@service/billing/resources/font-families.ts';
import { type Document, documentAsIs } from '../../../http/files/document.ts';
import { fontBytes } from '../../../http/files/font.ts';

/** The fonts of the catalogue, by their addresses: `/js/v1/fonts/inter.woff2`. */
export const fonts = (): ReadonlyMap<string, Document> =>
  new Map(FONT_FAMILIES.map((family) => [`/js/v1/fonts/${family}.woff2`, documentAsIs(fontBytes(family))]));
