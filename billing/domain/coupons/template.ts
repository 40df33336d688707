import { COUPON_CODE, LONGEST_CODE } from '../../resources/coupon.ts';

/** Fixed text, or a place for a digit, a letter, or either. */
type Place = { readonly text: string } | { readonly any: 'digit' | 'letter' | 'either' };

const PLACES: Readonly<Record<string, Place>> = {
  '9': { any: 'digit' },
  x: { any: 'letter' },
  '*': { any: 'either' },
};

/** Fewer places could be guessed, and would run out. */
const LEAST_PLACES = 5;

/**
 * Reads a template such as `'tide-'9999xx`: fixed text in single quotes, and places to fill. Undefined for anything
 * else, and for templates that make too few or too long codes.
 */
export const readTemplate = (template: string): readonly Place[] | undefined => {
  const places: Place[] = [];
  for (const [piece] of template.matchAll(/'[^']*'|./gs)) {
    const place = piece.length > 1 ? { text: piece.slice(1, -1) } : PLACES[piece];
    // With what is filled in behind it, because a piece need not be a code by itself.
    if (!place || ('text' in place && !COUPON_CODE.test(`${place.text}9`))) return undefined;
    places.push(place);
  }
  const open = places.filter((place) => 'any' in place).length;
  const length = places.reduce((sum, place) => sum + ('text' in place ? place.text.length : 1), 0);
  return open >= LEAST_PLACES && length <= LONGEST_CODE ? places : undefined;
};

const FITTING = { digit: /\d/, letter: /[a-z]/i, either: /[\dA-Z]/ } as const;
const AT_ONCE = 128;

/**
 * Makes codes of a template. `secret` gives so many letters and digits, each of the 62 as likely as another; those that
 * do not fit a place are passed over, so every code is as likely as another.
 */
export const codeMaker = (places: readonly Place[], secret: (length: number) => string): (() => string) => {
  let characters = '';
  let at = 0;
  const next = (fitting: RegExp): string => {
    for (;;) {
      if (at === characters.length) {
        characters = secret(AT_ONCE);
        at = 0;
      }
      const character = characters.charAt(at++);
      if (fitting.test(character)) return character.toUpperCase();
    }
  };
  return () => places.map((place) => ('text' in place ? place.text : next(FITTING[place.any]))).join('');
};
