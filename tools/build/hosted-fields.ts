import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

/** Writes dist/field.html, the one document of all card frames. Answers with the start of the digest by which the service knows it. */
export const buildHostedFields = async (hostedFields: string): Promise<string> => {
  await build({ configFile: join(hostedFields, 'vite.config.ts') });
  const document = await readFile(join(hostedFields, 'dist/field.html'));
  return createHash('sha256').update(document).digest('base64url').slice(0, 8);
};
