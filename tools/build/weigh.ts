import { brotliCompressSync } from 'node:zlib';

/** Prints the size of a file as browsers receive it; throws if it is more than `limit` bytes. */
export const weigh = (name: string, content: Buffer | string, limit: number): void => {
  const bytes = brotliCompressSync(content).length;
  const line = `${name}: ${bytes} bytes with brotli, ${limit} allowed`;
  if (bytes > limit) throw new Error(`${line}. Find out what was added, and make it smaller.`);
  console.log(line);
};
