import { ServiceError } from './errors.ts';

/** What pages with plain hosted fields and prices do not need. */
type OnDemand = typeof import('./on-demand.ts');

/** Digest of that file, which the build wrote beside this script. Browsers cache it forever at that address. */
declare const ON_DEMAND_DIGEST: string;

/** Loads the file, at most once. Rejects with api-error. */
export const loadOnDemand = async (api: string): Promise<OnDemand> =>
  import(/* webpackIgnore: true */ /* @vite-ignore */ `${api}/on-demand.js?v=${ON_DEMAND_DIGEST}`).catch(() => {
    throw new ServiceError('api-error', {
      message: `A script did not load from ${api}. Is that its address, and in script-src?`,
    });
  });
