import { loadFile } from './load-file.ts';

/** Name of the file with its digest, which the build wrote beside this script. */
declare const BINDING: string;

/** Loads what binds a price to inputs and outputs of the page, at most once. Rejects with api-error. */
export const loadBinding = (api: string | undefined): Promise<typeof import('./binding.ts')> => loadFile(api, BINDING);
