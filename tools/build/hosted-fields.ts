import { join } from 'node:path';
import { build } from 'vite';

/** Writes dist/field.html, the one document of all card frames. */
export const buildHostedFields = async (hostedFields: string): Promise<void> => {
  await build({ configFile: join(hostedFields, 'vite.config.ts') });
};
