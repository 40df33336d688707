import type { Font, GlyphRun } from 'fontkit';
import { LRUCache } from 'lru-cache';

/** PDFKit lays the same words and figures out several times: to measure, to wrap and to write them. */
const ENTRIES = 2000;
const LONGEST_TEXT = 100;

/**
 * Makes a font remember the layout of short texts, which takes most of the time of rendering a long invoice. Returns
 * the font.
 */
export const withLayoutCache = (font: Font): Font => {
  const layout = font.layout.bind(font);
  const cache = new LRUCache<string, GlyphRun>({ max: ENTRIES });
  font.layout = (text, features, ...more) => {
    // fontkit adds the features that it applied to the object it is given; a copy keeps the key and the result the same
    // each time.
    const requested = typeof features === 'object' && !Array.isArray(features) ? { ...features } : features;
    if (text.length > LONGEST_TEXT) return layout(text, requested, ...more);
    const key = JSON.stringify([text, features, ...more]);
    const run = cache.get(key) ?? layout(text, requested, ...more);
    cache.set(key, run);
    return copyOf(run);
  };
  return font;
};

/** PDFKit scales the positions of a run in place, so each caller is given its own. */
const copyOf = (run: GlyphRun): GlyphRun =>
  clone(run, { ...run, positions: run.positions.map((one) => clone(one, one)) });

const clone = <T extends object>(of: T, values: object): T =>
  Object.assign(Object.create(Object.getPrototypeOf(of)), values);
