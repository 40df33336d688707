import { type IntervalWords, intervalWords } from './interval.ts';
import { isolated } from './isolated.ts';

/** Texts of a merchant in one language, by their names: `mail.receipt.title`. */
export type OwnWords = Readonly<Record<string, string>>;

/** The place of a value in a text: `{1}` is the first. */
const PLACE = /\{(\d)\}/g;

/** The places that a text may have. */
const PLACES = Array.from({ length: 9 }, (_, index) => `{${index + 1}}`);

/** The value in the texts of an interval. */
const COUNT = '{1}';

/**
 * Returns the words of a surface with those of the merchant over them. A name of an earlier release that the words do
 * not have is passed over.
 *
 * @param surface the first part of the names: `mail`
 * @param direction that of the language: values in text from right to left are isolated
 */
export const withOwnWords = <Words extends object>(
  words: Words,
  surface: string,
  own: OwnWords | undefined,
  direction: 'ltr' | 'rtl',
): Words => {
  let all: unknown = words;
  for (const [name, text] of Object.entries(own ?? {})) {
    const [first, ...path] = name.split('.');
    if (first === surface) all = replaced(all, path, text, direction);
  }
  return all as Words;
};

const replaced = (
  part: unknown,
  [name, ...path]: readonly string[],
  text: string,
  direction: 'ltr' | 'rtl',
): unknown => {
  if (name === undefined) return typeof part === 'function' ? templateOf(text, direction) : text;
  if (isIntervalWords(part)) return intervalWords(part.language, withForm(part.forms, name, path, text));
  if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return part;
  return { ...part, [name]: replaced((part as Record<string, unknown>)[name], path, text, direction) };
};

const templateOf =
  (text: string, direction: 'ltr' | 'rtl') =>
  (...values: readonly (string | number)[]): string =>
    text.replaceAll(PLACE, (_, place: string) => {
      const value = values[Number(place) - 1] ?? '';
      return direction === 'rtl' ? isolated`${value}` : String(value);
    });

const withForm = (
  forms: IntervalWords['forms'],
  unit: string,
  [form = '']: readonly string[],
  text: string,
): IntervalWords['forms'] => {
  if (!Object.hasOwn(forms, unit)) return forms;
  return { ...forms, [unit]: { ...forms[unit as keyof typeof forms], [form]: text.replace(COUNT, '#') } };
};

const isIntervalWords = (part: unknown): part is IntervalWords => typeof part === 'function' && 'forms' in part;

/** Marks of the isolation of values, which the texts of merchants leave out. */
const ISOLATES = /[\u2068\u2069]/g;

/** Returns the texts in words by their names, with `{1}` for the first value. */
export const textsIn = (part: unknown, name: string): [name: string, text: string][] => {
  if (isIntervalWords(part)) {
    return Object.entries(part.forms).flatMap(([unit, forms]) =>
      Object.entries(forms).map(([form, text]): [string, string] => [
        `${name}.${unit}.${form}`,
        text.replace('#', COUNT),
      ]),
    );
  }
  if (typeof part === 'function') {
    return [[name, String(part(...PLACES)).replaceAll(ISOLATES, '')]];
  }
  if (typeof part !== 'object' || part === null) return [[name, String(part)]];
  return Object.entries(part).flatMap(([inner, value]) => textsIn(value, `${name}.${inner}`));
};

/** Returns the places of values in a text, each once, in order. */
export const placesIn = (text: string): readonly string[] => [...new Set(text.match(PLACE))].sort();
