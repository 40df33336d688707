import type { ListEndpoint } from '../endpoint.ts';
import { CARRIED } from './parameters.ts';

/** Names of unknown parameters that a response has warnings of, and their length. */
const MOST_NAMES = 10;
const MOST_CHARACTERS = 50;

/** Returns the names of the query parameters that a list knows: its own filters, and those of every list. */
export const knownParameters = ({ filters = [] }: Pick<ListEndpoint, 'filters'>): readonly string[] => [
  ...filters,
  ...CARRIED,
  'cursor',
];

/** Characters of a header's quoted text; others become question marks. */
const quoted = (name: string): string =>
  name
    .slice(0, MOST_CHARACTERS)
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .replaceAll(/["\\]/g, '\\$&');

/**
 * Returns a `Warning` for each of the first ten query parameters that the list does not know, and ignores:
 * `299 - "unknown parameter colour"`.
 */
export const unknownParameters = (list: Pick<ListEndpoint, 'filters'>, sent: URLSearchParams): string[] => {
  const known = knownParameters(list);
  const unknown = [...new Set(sent.keys())].filter((name) => name !== '' && !known.includes(name));
  return unknown.slice(0, MOST_NAMES).map((name) => `299 - "unknown parameter ${quoted(name)}"`);
};
