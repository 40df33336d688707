import manifest from '../package.json' with { type: 'json' };

/** Version of this library; the frames' address carries it, so page and frames always match. */
export const version: string = manifest.version;
