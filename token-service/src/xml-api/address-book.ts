import { atLeast, type Version } from '@service/billing/resources/version.ts';
import type { Address } from './endpoint.ts';

interface Entry {
  readonly name: string;
  readonly path: string;
  readonly since?: Version;
}

/** Percent-encoded down to the unreserved characters of RFC 3986; a comma would break the `Link` header. */
const segment = (value: string | number): string =>
  encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Turns addresses into absolute URLs, for the endpoints that are there in a version. */
export const addressBook = (entries: readonly Entry[]) => {
  const book = new Map(entries.map((entry) => [entry.name, entry]));

  return (origin: string, version: Version) =>
    ({ endpoint, params }: Address): string | undefined => {
      const entry = book.get(endpoint);
      if (!entry || (entry.since && !atLeast(version, entry.since))) return undefined;
      return origin + entry.path.replace(/:(\w+)/g, (_, name: string) => segment(params[name] ?? ''));
    };
};
