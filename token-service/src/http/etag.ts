import { hash } from 'node:crypto';
import { listEntries } from './list-header.ts';

/** A strong entity tag: 32 hexadecimal digits, quoted. */
export const tagOf = (content: string | Buffer): string => `"${hash('sha256', content).slice(0, 32)}"`;

/** Holds any tag of this service, also a weak one: `W/"…"`. */
const LONGEST_TAG = 64;

/** Whether `If-None-Match` names a tag, by weak comparison with the first tags of a list, or `*`. */
export const matches = (header: string, etag: string): boolean =>
  header.trim() === '*' || listEntries(header, LONGEST_TAG).some((tag) => tag.replace(/^W\//, '') === etag);
