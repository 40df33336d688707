import { createWriteStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ExportTarget } from './export-target.ts';

/** Keeps files in a folder, which the service itself hands out. Only the user of the process may read them. */
export const folderTarget = (folder: string): ExportTarget => ({
  async put(path, content, signal) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const unfinished = `${file}.partial`;
    await pipeline(content, createWriteStream(unfinished, { mode: 0o600 }), { signal });
    await rename(unfinished, file);
  },
  linkTo: async () => undefined,
  async read(path) {
    try {
      return (await open(join(folder, path))).createReadStream();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  },
});
