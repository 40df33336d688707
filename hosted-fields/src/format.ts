import { type Brand, brandOf } from '@service/billing/card/brand.ts';
import { digitsOf } from './digits.ts';
import type { FieldType } from './protocol.ts';

export interface Typed {
  readonly text: string;
  /** Characters left of the caret. */
  readonly caret: number;
}

export type Change = 'typed' | 'inserted' | 'deleted-before' | 'deleted-after';

/** One change of an input, as the browser left it. */
export interface Edit extends Typed {
  /** What the input showed before. */
  readonly before: string;
  /** `inserted` is whatever comes whole: paste, drop, autofill, password managers. */
  readonly change: Change;
}

/** The nearest `Change` to an InputEvent's `inputType`; password managers send none. */
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

/** Where the caret goes in `text` so that `count` digits stand left of it; behind a separator if `past` is asked. */
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
 * What an input shows after an edit, and where its caret stands: digits only, the number in its brand's groups, the
 * caret behind as many digits as before. A keystroke too many is refused; a paste too long stays, to be seen as wrong.
 */
export const format = (type: FieldType, edit: Edit, numberBrand: Brand): Typed => {
  const deleted = edit.change.startsWith('deleted');
  let digits = digitsOf(edit.text);
  let left = digitsOf(edit.text.slice(0, edit.caret)).length;

  if (deleted && edit.text !== edit.before && digits === digitsOf(edit.before)) {
    // Only a separator went: the customer meant the digit beyond it.
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
