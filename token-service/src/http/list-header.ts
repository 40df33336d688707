/**
 * The limits of a header that is a list (`Accept`, `Accept-Language`, `Accept-Encoding`, `If-None-Match`). Browsers
 * send fewer than ten entries, and 35 characters hold any language tag (RFC 5646, section 4.4.1) and any media type of
 * this service.
 */
export const MOST_ENTRIES = 20;
export const LONGEST_ENTRY = 35;

/** An entry with its parameters, for example `application/xml; charset=utf-8; q=0.9`. */
const LONGEST_WITH_PARAMETERS = 100;

/**
 * Returns the entries of a list header with their parameters, trimmed, without blank ones. Of more than 20 entries the
 * first 20 count; one that is too long is left out. So the work that a header causes does not grow with it.
 */
export const listEntries = (header: string, longest = LONGEST_ENTRY): string[] =>
  header
    .split(',', MOST_ENTRIES)
    .filter((entry) => entry.length <= LONGEST_WITH_PARAMETERS)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '' && bareEntry(entry).length <= longest);

/** Returns an entry without its parameters. */
export const bareEntry = (entry: string): string => entry.split(';', 1)[0]!.trimEnd();
