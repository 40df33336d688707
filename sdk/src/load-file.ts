import { ServiceError } from './errors.ts';

/** Name of the file with its digest, which the build wrote beside this script. Browsers cache it forever. */
declare const ON_DEMAND: string;

/** One promise for each API: browsers settle imports of one file in any order, so a form could overtake another. */
const files: Record<string, Promise<unknown>> = {};

/** Loads the file of what is loaded on demand, at most once. Rejects with api-error. */
export const loadFile = <File>(api: string): Promise<File> => {
  files[api] ??= import(/* webpackIgnore: true */ /* @vite-ignore */ `${api}/${ON_DEMAND}`).catch(() => {
    delete files[api];
    throw new ServiceError('api-error', `The script did not load from ${api}. Is that its address, and in script-src?`);
  });
  return files[api] as Promise<File>;
};
