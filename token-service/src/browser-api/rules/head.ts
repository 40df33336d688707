import type { Browser } from '../api.ts';

/** Names and values in turns, as `writeHead` takes them. */
export type Head = readonly string[];

/** Of an answer that only pages of this origin may read. */
export const HEAD: Head = [
  'Cache-Control',
  'no-store',
  'Content-Type',
  'application/json; charset=utf-8',
  'Cross-Origin-Resource-Policy',
  'cross-origin',
  'X-Content-Type-Options',
  'nosniff',
];

/** Of an answer that pages of every origin may read. */
export const HEAD_FOR_EVERYBODY: Head = ['Access-Control-Allow-Origin', '*', ...HEAD];

export const setHead = ({ res }: Browser, head: Head): void => {
  for (let i = 0; i < head.length; i += 2) res.setHeader(head[i] ?? '', head[i + 1] ?? '');
};
