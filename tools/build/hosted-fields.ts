import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { fileDigest } from './digest.ts';

/**
 * Writes dist/field.html, the document of all card frames. Returns the start of its digest, by which the service finds
 * it.
 */
export const buildHostedFields = async (hostedFields: string): Promise<string> => {
  await build({ configFile: join(hostedFields, 'vite.config.ts') });
  return fileDigest(await readFile(join(hostedFields, 'dist/field.html')));
};
