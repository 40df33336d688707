import { readFileSync } from 'node:fs';

/** Returns the version of the release that this program is from. */
export const releaseVersion = (): string =>
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version;
