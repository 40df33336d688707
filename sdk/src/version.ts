import manifest from '../package.json' with { type: 'json' };

/** Version of this library, told with every request. */
export const version: string = manifest.version;
