import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * One file for all weights of a family, upright: by default with the signs of the languages of western Europe, as
 * `latin-ext` with those of other languages in Latin script, as `greek` with Greek letters.
 */
export const fontBytes = (family: string, subset: 'latin' | 'latin-ext' | 'greek' = 'latin'): Buffer => {
  const file = `@fontsource-variable/${family}/files/${family}-${subset}-wght-normal.woff2`;
  return readFileSync(fileURLToPath(import.meta.resolve(file)));
};
