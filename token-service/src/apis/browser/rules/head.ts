import type { Context } from 'koa';

/** Names and values alternating, as `writeHead` expects them. */
export type Head = readonly string[];

/** Headers of a response that only pages of this origin may read. */
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

/** Headers of a response that pages of every origin may read. */
export const HEAD_FOR_EVERYBODY: Head = ['Access-Control-Allow-Origin', '*', ...HEAD];

export const setHead = ({ res }: Pick<Context, 'res'>, head: Head): void => {
  for (let i = 0; i < head.length; i += 2) res.setHeader(head[i] ?? '', head[i + 1] ?? '');
};
