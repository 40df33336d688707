import { ServiceError } from './errors.ts';

/** What pages with plain hosted fields and prices do not need. */
type OnDemand = typeof import('./on-demand.ts');

/** Name of that file with its digest, which the build wrote beside this script. Browsers cache it forever. */
declare const ON_DEMAND: string;

/** By API. One promise each: browsers settle imports of one file in any order, so a form could overtake another. */
const files: Record<string, Promise<OnDemand>> = {};

/** Loads the file, at most once. Rejects with api-error. */
export const loadOnDemand = (api: string): Promise<OnDemand> => {
  files[api] ??= import(/* webpackIgnore: true */ /* @vite-ignore */ `${api}/${ON_DEMAND}`).catch(() => {
    delete files[api];
    throw new ServiceError('api-error', {
      message: `A script did not load from ${api}. Is that its address, and in script-src?`,
    });
  });
  return files[api];
};
