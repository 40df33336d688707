import type { ServiceError } from './errors.ts';

/**
 * Loads a file that few pages need, by its name with its digest. Called by the file that is loaded on demand; browsers
 * cache both forever. Rejects with api-error.
 */
export const loadPart = <Part>(api: string, file: string, Errors: typeof ServiceError): Promise<Part> =>
  import(/* @vite-ignore */ `${api}/${file}`).catch(() => {
    throw new Errors('api-error', `A script did not load from ${api}. Load the page again.`);
  });
