import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readDocuments } from '../apis/browser/frames/built-files.ts';
import { releaseOf } from '../http/files/release.ts';

/** The files for browsers that `npm run build` produced. */
const BUILT = {
  sdk: fileURLToPath(new URL('../../../sdk/dist', import.meta.url)),
  hostedFields: fileURLToPath(new URL('../../../hosted-fields/dist', import.meta.url)),
  manifest: fileURLToPath(new URL('../../../sdk/package.json', import.meta.url)),
};

/** Reads the browser library with its frame documents. Throws before the first build. */
export const readLibrary = async () => {
  const version: string = JSON.parse(await readFile(BUILT.manifest, 'utf8')).version;
  const documents = await readDocuments(BUILT);
  return { version, documents, releaseAt: releaseOf(documents, version) };
};

export type LoadedLibrary = Awaited<ReturnType<typeof readLibrary>>;
