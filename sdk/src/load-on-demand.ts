import { ServiceError } from './errors.ts';

/** What pages with plain hosted fields and prices do not need. */
type OnDemand = typeof import('./on-demand.ts');

/** Name of that file with its digest, which the build wrote beside this script. Browsers cache it forever. */
declare const ON_DEMAND: string;

/** Loads the file, at most once. Rejects with api-error. */
export const loadOnDemand = async (api: string): Promise<OnDemand> =>
  import(/* webpackIgnore: true */ /* @vite-ignore */ `${api}/${ON_DEMAND}`).catch(() => {
    throw new ServiceError('api-error', {
      message: `A script did not load from ${api}. Is that its address, and in script-src?`,
    });
  });
