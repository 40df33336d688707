import { type Document, integrityOf } from './document.ts';

/** The library by an address whose content never changes. */
export interface Release {
  readonly version: string;
  /** Absolute. */
  readonly script: string;
  /** The digest of the script, for the `integrity` attribute of its tag. */
  readonly integrity: string;
}

/** The release that is served, for clients that reach the browser origin at a given address. */
export const releaseOf = (
  { library }: { readonly library: Document },
  version: string,
): ((origin: string) => Release) => {
  const integrity = integrityOf(library);
  return (origin) => ({ version, script: `${origin}/v1/service-${version}.js`, integrity });
};
