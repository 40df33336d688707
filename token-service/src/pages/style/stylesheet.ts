import { readFileSync } from 'node:fs';

const BASE = readFileSync(new URL('base.css', import.meta.url), 'utf8');

/**
 * Returns the stylesheet of a page: what all pages of the service share, then its own files, in order. `fontAddress`
 * returns the address at which the page finds a font that a rule names.
 */
export const stylesheet = (files: readonly URL[], fontAddress: (name: string) => string): string =>
  [BASE, ...files.map((file) => readFileSync(file, 'utf8'))]
    .join('\n')
    .replace(/url\("([\w.-]+\.woff2)"\)/g, (_, name: string) => `url("${fontAddress(name)}")`);
