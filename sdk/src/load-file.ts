import { ServiceError } from './errors.ts';

/** Name of the file with its digest, which the build wrote beside this script. Browsers cache it forever. */
declare const ON_DEMAND: string;

/** One promise for each address: browsers settle imports of one file in any order, so a form could overtake another. */
const files: Record<string, Promise<unknown>> = {};

/**
 * Loads a file at the address of the API, at most once: the file of what is loaded on demand, or another one by its
 * name with its digest. Rejects with api-error.
 */
export const loadFile = <File>(api: string | undefined, name: string = ON_DEMAND): Promise<File> => {
  const address = `${api}/${name}`;
  files[address] ??= import(/* webpackIgnore: true */ /* @vite-ignore */ address).catch(() => {
    delete files[address];
    throw new ServiceError('api-error', `The script did not load from ${api}. Is that its address, and in script-src?`);
  });
  return files[address] as Promise<File>;
};
