/** An id: its runs of digits are random. */
const ID = /\b(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/gi;
/** Dates of a filter are followed by other numbers. */
const DATE = /\bcreated:\d{4}(?:-\d{2}){0,2}(?=\s|$)/gi;
/** Digits of any script, with blanks or dashes between them. */
const WRITTEN = /\p{Nd}+(?:[\s\p{Pd}]+\p{Nd}+)*/gu;

const SHORTEST = 13;
const LONGEST = 19;

/**
 * Whether a text has a number that may be that of a card: 13 digits or more, together or with blanks or dashes between
 * them. More than 19 digits together are none. The digits need not pass the check of card numbers, because a mistyped
 * number must not be kept either.
 */
export const holdsLongNumber = (text: string): boolean =>
  (
    text
      .normalize('NFKC')
      .replace(ID, 'x')
      .replace(DATE, 'x')
      .match(WRITTEN)
      ?.map((written) => written.split(/[\s\p{Pd}]+/u)) ?? []
  ).some((groups) => {
    const digits = groups.reduce((sum, group) => sum + [...group].length, 0);
    return digits >= SHORTEST && !(groups.length === 1 && digits > LONGEST);
  });
