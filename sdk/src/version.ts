import manifest from '../package.json' with { type: 'json' };

/** The version of this library, sent with every request. */
export const version: string = manifest.version;
