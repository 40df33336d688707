import { loadFile } from './load-file.ts';

/** Name of the file with its digest, which the build wrote beside this script. */
declare const MESSAGES: string;

/** Loads the messages of card fields, at most once. Rejects with api-error. */
export const loadMessages = (api: string): Promise<typeof import('./messages.ts')> => loadFile(api, MESSAGES);
