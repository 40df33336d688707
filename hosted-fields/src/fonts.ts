import type { Style } from './protocol.ts';

/** Families that every machine has, or that are no family at all: nobody is asked for them. */
const OF_THE_SYSTEM =
  /^(arial|helvetica( neue)?|times( new roman)?|georgia|courier( new)?|verdana|tahoma|trebuchet ms|segoe ui|menlo|monaco|consolas|serif|monospace|cursive|fantasy|math|emoji|inherit|initial|unset|revert)$/i;

const familiesOf = (list: string): readonly string[] =>
  list
    .split(',')
    .map((family) => family.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .filter((family) => /^[A-Za-z0-9 ]{1,60}$/.test(family) && !OF_THE_SYSTEM.test(family));

/** The families that a style names, those of its states included, each once. */
export const familiesIn = (style: Style): readonly string[] => {
  const levels = [style, ...Object.values(style).filter((level) => typeof level === 'object')];
  const lists = levels.flatMap(({ fontFamily }) => (typeof fontFamily === 'string' ? [fontFamily] : []));
  return [...new Set(lists.flatMap(familiesOf))];
};

/** Where the browser origin has a family of its catalogue: below the address of the frame's document. */
export const fontAddress = (family: string, document: string): string =>
  new URL(`fonts/${family.toLowerCase().replace(/ +/g, '-')}.woff2`, document).href;

/**
 * Offers the families of a style to a document, which loads those it shows text in. Until one is there, and when there
 * is none of that name, text stands in the next family of the list.
 */
export const offerFonts = (style: Style, page: Document, document: string): void => {
  const offered = new Set([...page.fonts].map(({ family }) => family.replace(/"/g, '')));
  for (const family of familiesIn(style)) {
    if (offered.has(family)) continue;
    const source = `url("${fontAddress(family, document)}") format("woff2")`;
    // Every file of the catalogue holds all weights.
    page.fonts.add(new FontFace(family, source, { weight: '100 900', display: 'swap' }));
  }
};
