import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Document, documentAsIs } from '../../../http/files/document.ts';

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

/** One file for all weights of a family: upright, with the signs of the languages of western Europe. */
const fontOf = (family: string): Document => {
  const file = `@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`;
  return documentAsIs(readFileSync(fileURLToPath(import.meta.resolve(file))));
};

/** The fonts of the catalogue, by their addresses: `/js/v1/fonts/inter.woff2`. */
export const fonts = (): ReadonlyMap<string, Document> =>
  new Map(FAMILIES.map((family) => [`/js/v1/fonts/${family}.woff2`, fontOf(family)]));
