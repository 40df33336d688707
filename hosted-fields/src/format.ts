import { type Brand, brandOf } from '@service/billing/card/brand.ts';
import { digitsOf } from './digits.ts';
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

/** Returns the position in `text` with `count` digits to its left; after a separator with `past`. */
const caretAfter = (text: string, count: number, past: boolean): number => {
  let caret = 0;
  for (let seen = 0; seen < count && caret < text.length; caret++) if (text[caret] !== ' ') seen++;
  return past && text[caret] === ' ' ? caret + 1 : caret;
};

const LIMITS: Record<FieldType, (digits: string, numberBrand: Brand) => number> = {
  number: (digits) => longest(brandOf(digits, { partial: true }).lengths),
  month: () => 2,
  year: () => 4,
  cvv: (_, numberBrand) => longest(numberBrand.cvvLengths),
};

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

  const text = type === 'number' ? group(digits, brandOf(digits, { partial: true }).grouping) : digits;
  return { text, caret: caretAfter(text, left, !deleted) };
};
