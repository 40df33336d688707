import { loadFile } from './load-file.ts';

/** The part that pages with plain hosted fields and prices do not need. */
type OnDemand = typeof import('./on-demand.ts');

/** Loads the file, at most once. Rejects with api-error. */
export const loadOnDemand: (api: string) => Promise<OnDemand> = loadFile;
