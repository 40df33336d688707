import { bareEntry, listEntries } from './list-header.ts';

/** One entry of a header such as `Accept` or `Accept-Language`, in lower case and without its parameters. */
export interface Preference {
  readonly value: string;
  readonly quality: number;
}

/**
 * The entries of a list with q-values that are wanted at all, the most wanted first (RFC 9110, section 12.4.2), within
 * the bounds of `listEntries`.
 */
export const preferred = (header: string): Preference[] =>
  preferences(header)
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);

/**
 * Returns the first of the offers that an `Accept-Encoding` header accepts, whatever it prefers: the server knows which
 * is smaller. Undefined where it accepts none.
 */
export const chosenEncoding = <const T extends string>(header: string, offers: readonly T[]): T | undefined => {
  const accepted = new Map(preferences(header).map(({ value, quality }) => [value, quality > 0]));
  return offers.find((offer) => accepted.get(offer) ?? accepted.get('*') ?? false);
};

const preferences = (header: string): Preference[] =>
  listEntries(header).map((entry) => {
    const [, ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const q = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const quality = q === undefined ? 1 : Number(q.slice(q.indexOf('=') + 1));
    return { value: bareEntry(entry).toLowerCase(), quality: Number.isFinite(quality) ? quality : 0 };
  });
