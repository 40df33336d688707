import { hash } from 'node:crypto';
import { listEntries } from './list-header.ts';

/** A strong entity tag: 32 hexadecimal digits, quoted. */
export const tagOf = (content: string | Buffer): string => `"${hash('sha256', content).slice(0, 32)}"`;

/** Whether `If-None-Match` names a tag, by weak comparison with the first tags of a list, or `*`. */
export const matches = (header: string, etag: string): boolean =>
  header.trim() === '*' || listEntries(header).some((tag) => tag.replace(/^W\//, '') === etag);
