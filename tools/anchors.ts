import { readSource } from './repository.ts';

/** Returns the anchor of a heading, as Git hosts generate it. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Returns the anchors of every heading of a document. */
export const anchorsOf = (path: string): string[] =>
  [...readSource(path).text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchor(heading));
