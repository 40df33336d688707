import type { Brand } from '@service/billing/card/brand.ts';
import { normaliseNumber } from '@service/billing/card/number.ts';
import { asciiDigits } from './digits.ts';
import { changeOf, format } from './format.ts';
import type { FieldOptions, FieldState, FieldType } from './protocol.ts';
import { placeholderOf, sheetOf } from './style.ts';

/** What the input asks of the form it belongs to. */
export interface Listener {
  write(value: string): void;
  focus(): void;
  blur(): void;
  submit(): void;
  numberBrand(): Brand;
}

export interface Field {
  configure(options: FieldOptions): void;
  value(): string;
  show(state: FieldState): void;
  focus(): void;
  blur(): void;
  clear(): void;
  remove(): void;
}

/** Names that browsers and password managers know card inputs by. */
const NAMES: Record<FieldType, { readonly name: string; readonly autocomplete: AutoFill }> = {
  number: { name: 'cardnumber', autocomplete: 'cc-number' },
  month: { name: 'cc-exp-month', autocomplete: 'cc-exp-month' },
  year: { name: 'cc-exp-year', autocomplete: 'cc-exp-year' },
  cvv: { name: 'cvc', autocomplete: 'cc-csc' },
};

const createInput = (document: Document, type: FieldType): HTMLInputElement => {
  const { name, autocomplete } = NAMES[type];
  const attributes = {
    type: 'text',
    id: name,
    name,
    autocomplete,
    inputmode: 'numeric',
    autocorrect: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    // Digits read left to right on every page.
    dir: 'ltr',
    enterkeyhint: type === 'cvv' ? 'done' : 'next',
  };
  const input = document.createElement('input');
  for (const [attribute, value] of Object.entries(attributes)) input.setAttribute(attribute, value);
  return input;
};

/** The one visible input of a frame, with its label and the form that gives phones a Go key. */
export const createField = (document: Document, type: FieldType, listener: Listener): Field => {
  const form = document.createElement('form');
  form.noValidate = true;
  form.action = '#';
  const label = document.createElement('label');
  const input = createInput(document, type);
  label.htmlFor = input.id;
  form.append(label, input);
  document.body.append(form);

  let formats = true;
  let before = '';

  const value = () => (type === 'number' ? normaliseNumber(asciiDigits(input.value)) : asciiDigits(input.value).trim());

  const edited = (event: Event) => {
    const { inputType, isComposing } = event as Partial<InputEvent>;
    if (formats && !isComposing) {
      const caret = input.selectionStart ?? input.value.length;
      const edit = { text: input.value, caret, before, change: changeOf(inputType) };
      const shown = format(type, edit, listener.numberBrand());
      if (shown.text !== input.value) {
        input.value = shown.text;
        // Elsewhere than in the focused input, iOS takes a selection for a wish to have the focus.
        if (document.activeElement === input) input.setSelectionRange(shown.caret, shown.caret);
      }
    }
    before = input.value;
    listener.write(value());
  };

  input.addEventListener('input', edited);
  // Some password managers set the value and say `change` alone; some keyboards end a composition without `input`.
  input.addEventListener('change', (event) => input.value !== before && edited(event));
  input.addEventListener('compositionend', edited);
  input.addEventListener('focus', () => listener.focus());
  input.addEventListener('blur', () => listener.blur());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    listener.submit();
  });

  return {
    configure({ format, required, label: text, style }) {
      formats = format;
      label.textContent = text;
      input.setAttribute('aria-required', String(required));
      input.placeholder = placeholderOf(style);
      document.adoptedStyleSheets = [sheetOf(style)];
    },
    value,
    show: ({ valid, empty, focus }) => input.setAttribute('aria-invalid', String(!valid && !empty && !focus)),
    focus: () => input.focus(),
    blur: () => input.blur(),
    clear() {
      input.value = '';
      before = '';
    },
    remove: () => form.remove(),
  };
};
