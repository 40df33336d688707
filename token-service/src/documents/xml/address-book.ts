import { atLeast, type Version } from '@service/billing/resources/version.ts';
import type { EndpointAddress } from './address.ts';

interface Entry {
  readonly name: string;
  readonly path: string;
  readonly since?: Version;
}

/** The unreserved characters of RFC 3986. */
const UNRESERVED = /^[\w.~-]*$/;

/** Percent-encoded down to the unreserved characters; a comma would break the `Link` header. */
const segment = (value: string | number): string => {
  const text = String(value);
  if (UNRESERVED.test(text)) return text;
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
};

const queryText = (query: NonNullable<EndpointAddress['query']>): string =>
  `?${Object.entries(query)
    .map(([name, value]) => `${segment(name)}=${segment(value)}`)
    .join('&')}`;

/** Fills the parameters of a path in. It is taken apart once, because a page of accounts holds a thousand links. */
const pathWriter = (path: string): ((params: EndpointAddress['params']) => string) => {
  const [start = '', ...rest] = path.split(/:(\w+)/);
  return (params) => {
    let written = start;
    for (let at = 0; at < rest.length; at += 2) written += segment(params[rest[at]!] ?? '') + rest[at + 1];
    return written;
  };
};

/** Turns addresses into absolute URLs, for the endpoints that are there in a version. */
export const addressBook = (entries: readonly Entry[]) => {
  const book = new Map(entries.map(({ name, path, since }) => [name, { since, write: pathWriter(path) }]));

  return (origin: string, version: Version) =>
    ({ endpoint, params, query }: EndpointAddress): string | undefined => {
      const entry = book.get(endpoint);
      if (!entry || (entry.since && !atLeast(version, entry.since))) return undefined;
      return origin + entry.write(params) + (query ? queryText(query) : '');
    };
};
