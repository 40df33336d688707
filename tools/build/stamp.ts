import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Everything that the build depends on. The lock file pins the tools. */
const SOURCES = [
  '{sdk,hosted-fields}/src/**/*.{ts,css}',
  '{sdk,hosted-fields}/*.{json,html,ts}',
  'billing/values/{card,catalogue,money,price}/*.ts',
  'tools/build.ts',
  'tools/build/*.ts',
  'tsconfig.json',
  'package-lock.json',
];

/** Returns a digest of the sources' names and contents, without tests: equal digests give the same build. */
export const digestSources = async (root: string): Promise<string> => {
  const files = await Array.fromAsync(glob(SOURCES, { cwd: root, exclude: ['**/*.test.ts'] }));
  const digest = createHash('sha256');
  for (const file of [...new Set(files)].sort()) digest.update(`${file}\0`).update(await readFile(join(root, file)));
  return digest.digest('hex');
};
