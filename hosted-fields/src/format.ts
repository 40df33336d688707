import { type Brand, brandOf } from '@service/billing/values/card/brand.ts';
import { digitsOf } from './digits.ts';
import { expiryDigits, showExpiry } from './expiry.ts';
import type { FieldType } from './protocol.ts';

export interface Typed {
  readonly text: string;
  /** Number of characters left of the caret. */
  readonly caret: number;
}

export type Change = 'typed' | 'inserted' | 'deleted-before' | 'deleted-after';

/** One change of an input, as the browser left it. */
export interface Edit extends Typed {
  /** The value before the change. */
  readonly before: string;
  /** `inserted` is a complete value: from paste, drop, autofill or a password manager. */
  readonly change: Change;
}

/** Returns the nearest `Change` for the `inputType` of an InputEvent; password managers send none. */
export const changeOf = (inputType: string | undefined): Change => {
  if (inputType?.startsWith('delete')) return inputType.endsWith('Forward') ? 'deleted-after' : 'deleted-before';
  return inputType === 'insertText' || inputType === 'insertCompositionText' ? 'typed' : 'inserted';
};

const DIGIT = /\d/;

const longest = (lengths: readonly number[]): number => lengths[lengths.length - 1] ?? 0;

const group = (digits: string, sizes: readonly number[]): string => {
  const groups: string[] = [];
  let start = 0;
  for (const size of [...sizes, digits.length]) {
    if (start < digits.length) groups.push(digits.slice(start, start + size));
    start += size;
  }
  return groups.join(' ');
};

/** Returns the position in `text` with `count` digits to its left; after the separator with `past`. */
const caretAfter = (text: string, count: number, past: boolean): number => {
  let caret = 0;
  for (let seen = 0; seen < count && caret < text.length; caret++) if (DIGIT.test(text[caret]!)) seen++;
  while (past && caret < text.length && !DIGIT.test(text[caret]!)) caret++;
  return caret;
};

const LIMITS: Record<FieldType, (digits: string, numberBrand: Brand) => number> = {
  number: (digits) => longest(brandOf(digits, { partial: true }).lengths),
  // `20` may be the start of a year of four digits, before the month or after it.
  expiry: (digits) => (/^(..)?20/.test(digits) ? 6 : 4),
  month: () => 2,
  year: () => 4,
  cvv: (_, numberBrand) => longest(numberBrand.cvvLengths),
};

/** A date whose year is being typed first, as in `2030/12`: no month is 20, and no card expires in 2000 to 2009. */
const YEAR_BEGUN = /^0?(20\d{0,2}[01]?)$/;

const SHOWN: { readonly [type in FieldType]?: (digits: string, separate: boolean) => string } = {
  number: (digits) => group(digits, brandOf(digits, { partial: true }).grouping),
  expiry: showExpiry,
};

/**
 * Returns the length of a field's value at which the customer is done with it: as printed on most cards of the brand.
 */
export const usualLength = (type: FieldType, digits: string, numberBrand: Brand): number =>
  type === 'number' && /^(visa|discover)$/.test(numberBrand.slug)
    ? 16
    : type === 'year'
      ? 2
      : LIMITS[type](digits, numberBrand);

/**
 * Returns the value and the caret after an edit: digits only, the number in the groups of its brand, the caret after as
 * many digits as before. A keystroke beyond the maximum length is refused; a paste that is too long stays, and is shown
 * as invalid.
 */
export const format = (type: FieldType, edit: Edit, numberBrand: Brand): Typed => {
  const deleted = edit.change.startsWith('deleted');
  let digits = digitsOf(edit.text);
  let left = digitsOf(edit.text.slice(0, edit.caret)).length;

  if (deleted && edit.text !== edit.before && digits === digitsOf(edit.before)) {
    // Only a separator was deleted: the customer meant the digit next to it.
    const gone = edit.change === 'deleted-before' ? left - 1 : left;
    digits = digits.slice(0, Math.max(gone, 0)) + digits.slice(gone + 1);
    left = Math.min(left, Math.max(gone, 0));
  }

  const oneMore = digits.length === digitsOf(edit.before).length + 1;
  if (edit.change === 'typed' && oneMore && digits.length > LIMITS[type](digits, numberBrand)) {
    return { text: edit.before, caret: Math.min(Math.max(edit.caret - 1, 0), edit.before.length) };
  }

  if (type === 'month' && !deleted && /^[2-9]$/.test(digits)) {
    digits = `0${digits}`;
    left += left;
  }

  const [, begun] = YEAR_BEGUN.exec(digits) ?? [];
  if (type === 'expiry' && edit.change === 'typed' && begun) return { text: begun, caret: begun.length };

  if (type === 'expiry' && !deleted) {
    // A month that was completed with its zero moves the caret; a year that lost its century ends the text.
    const whole = expiryDigits(edit.text);
    left = whole.length < digits.length ? whole.length : left + whole.length - digits.length;
    digits = whole;
  }
  const text = SHOWN[type]?.(digits, !deleted) ?? digits;
  return { text, caret: caretAfter(text, left, !deleted) };
};
