import type { Brand } from '@service/billing/values/card/brand.ts';
import { parseMonth } from '@service/billing/values/card/expiry.ts';
import { normaliseNumber } from '@service/billing/values/card/number.ts';
import type { Control } from './control.ts';
import { asciiDigits } from './digits.ts';
import { expiryDigits } from './expiry.ts';
import { type Change, changeOf, format, usualLength } from './format.ts';
import type { FieldType } from './protocol.ts';

const LONGEST = 400;

export interface InputListener {
  /** Whether the number is grouped, and the other fields accept digits only. */
  formats(): boolean;
  numberBrand(): Brand;
  /** The customer, or software that types for them, changed the value. */
  edited(): void;
  /** Backspace was pressed in the empty input. */
  erased(): void;
}

const ATTRIBUTES = {
  type: 'text',
  inputmode: 'numeric',
  autocorrect: 'off',
  autocapitalize: 'none',
  spellcheck: 'false',
  // Digits read left to right on every page.
  dir: 'ltr',
};

/** Creates an input that formats what is typed, and keeps the caret with its digits. */
export const createTextControl = (document: Document, type: FieldType, typing: InputListener): Control => {
  const input = document.createElement('input');
  for (const [attribute, value] of Object.entries(ATTRIBUTES)) input.setAttribute(attribute, value);
  input.enterKeyHint = type === 'cvv' ? 'done' : 'next';
  let before = '';

  const show = (change: Change, caret: number) => {
    const shown = format(type, { text: input.value, caret, before, change }, typing.numberBrand());
    if (shown.text === input.value) return;
    input.value = shown.text;
    // Outside the focused input, iOS treats a selection as a request for the focus.
    if (document.activeElement === input) input.setSelectionRange(shown.caret, shown.caret);
  };

  /** A text this long is no card, and formatting megabytes would block the page. */
  const limit = () => {
    if (input.value.length > LONGEST) input.value = input.value.slice(0, LONGEST);
  };

  const edited = (event: Event) => {
    const { inputType, isComposing } = event as Partial<InputEvent>;
    limit();
    if (typing.formats() && !isComposing) show(changeOf(inputType), input.selectionStart ?? input.value.length);
    before = input.value;
    typing.edited();
  };

  /** Formats a whole value that is in the input already. */
  const inserted = () => {
    limit();
    before = input.value;
    if (typing.formats()) show('inserted', input.value.length);
    before = input.value;
  };

  const value = () => {
    if (input.value !== before) inserted();
    if (type === 'number') return normaliseNumber(asciiDigits(input.value));
    return type === 'expiry' ? expiryDigits(input.value) : asciiDigits(input.value).trim();
  };

  input.addEventListener('input', edited);
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Backspace' || input.value) return;
    event.preventDefault();
    typing.erased();
  });
  // Some password managers set the value and fire `change` only; some keyboards end a composition without `input`.
  input.addEventListener('change', (event) => input.value !== before && edited(event));
  input.addEventListener('compositionend', edited);

  return {
    element: input,
    value,
    done() {
      const digits = value();
      const atEnd = document.activeElement === input && input.selectionStart === input.value.length;
      return atEnd && digits.length >= usualLength(type, digits, typing.numberBrand());
    },
    fill(value) {
      const month = type === 'month' ? parseMonth(value) : undefined;
      input.value = month ? String(month).padStart(2, '0') : value;
      inserted();
      // Safari leaves the placeholder painted over a value that was filled in.
      const { placeholder } = input;
      input.placeholder = '';
      input.placeholder = placeholder;
    },
    hint(text) {
      input.placeholder = text;
    },
  };
};
