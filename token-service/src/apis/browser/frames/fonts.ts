import { type Document, documentAsIs } from '../../../http/files/document.ts';
import { fontBytes } from '../../../http/files/font.ts';

/** The catalogue, by the names of the font packages: what checkout pages are set in. */
export const FAMILIES = [
  'dm-sans',
  'inter',
  'jetbrains-mono',
  'lora',
  'manrope',
  'montserrat',
  'nunito',
  'open-sans',
  'playfair-display',
  'raleway',
  'roboto',
  'source-sans-3',
  'work-sans',
] as const;

/** The fonts of the catalogue, by their addresses: `/js/v1/fonts/inter.woff2`. */
export const fonts = (): ReadonlyMap<string, Document> =>
  new Map(FAMILIES.map((family) => [`/js/v1/fonts/${family}.woff2`, documentAsIs(fontBytes(family))]));
