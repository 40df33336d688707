import { readFileSync } from 'node:fs';
import { tokensByScheme, tokensByTheme } from './tokens.ts';

const own = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const [FONTS, BASE] = [own('fonts.css'), own('base.css')];

type FontAddress = (name: string) => string;

const joined = (first: readonly string[], files: readonly URL[], fontAddress: FontAddress): string =>
  [...first, ...files.map((file) => readFileSync(file, 'utf8'))]
    .join('\n')
    .replace(/url\("([\w.-]+\.woff2)"\)/g, (_, name: string) => `url("${fontAddress(name)}")`);

/**
 * Returns the stylesheet of a page: what all pages of the service share, then its own files, in order. `fontAddress`
 * returns the address at which the page finds a font that a rule names.
 */
export const stylesheet = (files: readonly URL[], fontAddress: FontAddress): string =>
  joined([tokensByScheme, FONTS, BASE], files, fontAddress);

/** Returns the stylesheet of a document in a frame, which has the theme of the page around it: tokens and fonts. */
export const frameStylesheet = (files: readonly URL[], fontAddress: FontAddress): string =>
  joined([tokensByTheme, FONTS], files, fontAddress);
