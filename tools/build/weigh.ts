import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Prints what a file weighs as browsers receive it; throws when that is more than `limit` bytes. */
export const weigh = async (root: string, file: string, limit: number): Promise<void> => {
  const bytes = brotliCompressSync(await readFile(join(root, file))).length;
  const line = `${file}: ${bytes} bytes with brotli, ${limit} allowed`;
  if (bytes > limit) throw new Error(`${line}. Take something out, or find out what came in.`);
  console.log(line);
};
