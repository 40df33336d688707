import type { Cluster, Face, Glyph } from './face.ts';

/** The texts that the glyphs of a cluster stand for: empty for a part of a letter. */
export type GlyphTexts = ReadonlyMap<Glyph, string>;

/**
 * Divides the text of a cluster among its glyphs, so that readers which go from glyph to glyph find it. From left to
 * right, marks that have a code point stand for it, and the first of the others that takes room for the rest. From
 * right to left it is the letter that stands for its marks too, since readers reverse what they find.
 */
export const textsOf = (cluster: Cluster, face: Face, rightToLeft: boolean): GlyphTexts => {
  const { text, glyphs } = cluster;
  const texts = new Map<Glyph, string>();
  const others = [...glyphs];
  let rest = text;
  while (!rightToLeft && others.length > 1) {
    const last = others.at(-1)!;
    const own = face.textOf(last.id);
    if (!own || own === rest || !rest.endsWith(own)) break;
    texts.set(last, own);
    rest = rest.slice(0, -own.length);
    others.pop();
  }
  const first = others.find(({ advance }) => advance > 0) ?? others[0];
  if (first) texts.set(first, rest);
  return texts;
};
