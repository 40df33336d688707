import { hash } from 'node:crypto';

/** A strong entity tag: 32 hexadecimal digits, quoted. */
export const tagOf = (content: string | Buffer): string => `"${hash('sha256', content).slice(0, 32)}"`;

/** Whether `If-None-Match` names a tag, by weak comparison with a list of tags, or `*`. */
export const matches = (header: string, etag: string): boolean =>
  header.trim() === '*' || (header.match(/"[^"]*"/g)?.some((tag) => tag === etag) ?? false);
