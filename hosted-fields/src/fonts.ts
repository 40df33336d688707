import type { FrameStyle } from './protocol.ts';

/** Generic families, and those that every machine has: they are not requested. */
const OF_THE_SYSTEM =
  /^(arial|helvetica( neue)?|times( new roman)?|georgia|courier( new)?|verdana|tahoma|trebuchet ms|segoe ui|menlo|monaco|consolas|serif|monospace|cursive|fantasy|math|emoji|inherit|initial|unset|revert)$/i;

const familiesOf = (list: string): readonly string[] =>
  list
    .split(',')
    .map((family) => family.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .filter((family) => /^[A-Za-z0-9 ]{1,60}$/.test(family) && !OF_THE_SYSTEM.test(family));

/** Returns the families of a style and its states, each once. */
export const familiesIn = (style: FrameStyle): readonly string[] => {
  const levels = [style, ...Object.values(style).filter((level) => typeof level === 'object')];
  const lists = levels.flatMap(({ fontFamily }) => (typeof fontFamily === 'string' ? [fontFamily] : []));
  return [...new Set(lists.flatMap(familiesOf))];
};

/** Returns the address of a family of the catalogue: below the address of the frame's document. */
export const fontAddress = (family: string, document: string): string =>
  new URL(`fonts/${family.toLowerCase().replace(/ +/g, '-')}.woff2`, document).href;

/**
 * Adds the families of a style to a document, which loads those that it shows text in. Until a family is loaded, or if
 * it does not exist, text is shown in the next family of the list.
 */
export const offerFonts = (style: FrameStyle, page: Document, document: string): void => {
  const offered = new Set([...page.fonts].map(({ family }) => family.replace(/"/g, '')));
  for (const family of familiesIn(style)) {
    if (offered.has(family)) continue;
    const source = `url("${fontAddress(family, document)}") format("woff2")`;
    // Every file of the catalogue contains all weights.
    page.fonts.add(new FontFace(family, source, { weight: '100 900', display: 'swap' }));
  }
};
