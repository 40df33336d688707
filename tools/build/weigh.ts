import { brotliCompressSync } from 'node:zlib';

/**
 * Measures a file as browsers receive it; throws if it has more than `limit` bytes. Returns a line with its size.
 */
export const weigh = (name: string, content: Buffer | string, limit: number): string => {
  const bytes = brotliCompressSync(content).length;
  const line = `${name}: ${bytes} bytes with brotli, ${limit} allowed`;
  if (bytes > limit) throw new Error(`${line}. Find out what was added, and make it smaller.`);
  return line;
};
