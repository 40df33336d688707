/** One entry of a header such as `Accept` or `Accept-Language`, in lower case and without its parameters. */
export interface Preference {
  readonly value: string;
  readonly quality: number;
}

/** The entries of a list with q-values that are wanted at all, the most wanted first (RFC 9110, section 12.4.2). */
export const preferred = (header: string): Preference[] =>
  header
    .split(',')
    .map(preference)
    .filter(({ value, quality }) => value !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality);

const preference = (entry: string): Preference => {
  const [value = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
  const q = parameters.find((parameter) => /^q\s*=/.test(parameter));
  const quality = q === undefined ? 1 : Number(q.slice(q.indexOf('=') + 1));
  return { value, quality: Number.isFinite(quality) ? quality : 0 };
};
