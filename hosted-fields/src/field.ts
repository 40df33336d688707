import type { Brand } from '@service/billing/values/card/brand.ts';
import type { YearMonth } from '@service/billing/values/card/expiry.ts';
import { AUTOFILL, createHelpers, type Filled, type Helpers } from './autofill.ts';
import type { Control } from './control.ts';
import type { FieldType, FrameFieldState, FrameOptions } from './protocol.ts';
import { createSelectControl } from './select-control.ts';
import { placeholderOf, sheetOf } from './style.ts';
import { createTextControl } from './text-control.ts';

/** The form's callbacks for a field. */
export interface Listener {
  edited(): void;
  /** A browser or password manager filled in other parts of the card. */
  filled(parts: Filled): void;
  focus(): void;
  blur(): void;
  /** Passes the focus on to the next field (1) or the previous one (-1). */
  step(by: 1 | -1): void;
  submit(): void;
  numberBrand(): Brand;
  now(): YearMonth;
}

export interface FrameField {
  configure(options: FrameOptions): void;
  value(): string;
  fill(value: string): void;
  show(state: FrameFieldState): void;
  focus(): void;
  blur(): void;
  clear(): void;
  /** Detects values of other fields that were filled in without an event. */
  look(): void;
  /** The customer typed, so values that were filled in earlier are outdated. */
  forgetFilled(): void;
  remove(): void;
}

const isPhone = (): boolean => matchMedia('(pointer: coarse) and (hover: none)').matches;

const wantsSelect = (type: FieldType, { inputType }: FrameOptions): type is 'month' | 'year' =>
  (type === 'month' || type === 'year') && (inputType === 'select' || (inputType === 'mobileSelect' && isPhone()));

/** Enter submits a form of several inputs only if the form has a button that takes part in the layout. */
const createSubmit = (document: Document): HTMLElement => {
  const box = document.createElement('div');
  box.className = 'helper';
  box.setAttribute('aria-hidden', 'true');
  const button = document.createElement('button');
  button.tabIndex = -1;
  box.append(button);
  return box;
};

/** Creates the visible part of a frame: label, control and error text, in a form, which gives phones a Go key. */
export const createField = (document: Document, type: FieldType, listener: Listener): FrameField => {
  const form = document.createElement('form');
  form.noValidate = true;
  form.action = '#';
  const label = document.createElement('label');
  const message = document.createElement('span');
  message.id = 'message';
  message.setAttribute('aria-live', 'polite');
  message.className = 'unseen';
  label.className = 'unseen';
  form.append(label, message, createSubmit(document));
  document.body.append(form);

  let options: FrameOptions | undefined;
  let shown: FrameFieldState | undefined;
  let control: Control | undefined;
  let helpers: Helpers | undefined;

  const value = () => control?.value() ?? '';
  const step = (by: 1 | -1) => {
    if (options?.advance) listener.step(by);
  };
  const typed = () => {
    listener.edited();
    if (shown?.valid && control?.done()) step(1);
  };

  const createControl = (as: FrameOptions): Control =>
    wantsSelect(type, as)
      ? createSelectControl(document, type, listener.now(), listener.edited)
      : createTextControl(document, type, {
          formats: () => options?.format !== false,
          numberBrand: listener.numberBrand,
          edited: typed,
          erased: () => step(-1),
        });

  /** Replaces the control if another kind is needed; keeps its value. */
  const provideControl = (as: FrameOptions): Control => {
    const tag = wantsSelect(type, as) ? 'SELECT' : 'INPUT';
    if (control?.element.tagName === tag) return control;
    const next = createControl(as);
    const { element } = next;
    element.className = 'control';
    element.addEventListener('focus', () => listener.focus());
    element.addEventListener('blur', () => listener.blur());
    element.setAttribute('aria-describedby', message.id);
    const held = value();
    if (control) control.element.replaceWith(element);
    else label.after(element);
    control = next;
    if (held) {
      next.fill(held);
      listener.edited();
    }
    return next;
  };

  const name = (element: HTMLElement, { preventAutofill }: FrameOptions) => {
    const known = preventAutofill ? { name: 'field', autocomplete: 'off' } : AUTOFILL[type];
    element.id = known.name;
    element.setAttribute('name', known.name);
    element.setAttribute('autocomplete', known.autocomplete);
    label.htmlFor = known.name;
    if (preventAutofill) {
      helpers?.remove();
      helpers = undefined;
    }
    if (!preventAutofill) helpers ??= createHelpers(form, type, label, listener.filled);
  };

  const mark = () => {
    if (!options || !control) return;
    const { valid, reason, empty, focus } = shown ?? { valid: false, reason: '', empty: true, focus: false };
    const invalid = options.message !== '' || (!valid && !empty && !focus);
    control.element.setAttribute('aria-invalid', String(invalid));
    control.element.toggleAttribute('data-valid', valid && !invalid);
    control.element.toggleAttribute('data-empty', empty);
    const { error } = options;
    const text = options.message || (invalid && (typeof error === 'string' ? error : reason && error[reason])) || '';
    // Writing the same text again would make screen readers repeat it.
    if (message.textContent !== text) message.textContent = text;
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    listener.submit();
  });

  return {
    configure(next) {
      options = next;
      const { element, hint } = provideControl(next);
      name(element, next);
      label.textContent = next.label;
      element.setAttribute('aria-required', String(next.required));
      element.disabled = next.disabled;
      hint(placeholderOf(next.style), next.monthNames ? next.lang : '');
      document.documentElement.lang = next.lang;
      document.documentElement.dir = next.rtl ? 'rtl' : 'ltr';
      document.adoptedStyleSheets = [sheetOf(next.style, next.rtl)];
      mark();
    },
    value,
    fill: (value) => control?.fill(value),
    show(state) {
      shown = state;
      mark();
    },
    focus: () => control?.element.focus(),
    blur: () => control?.element.blur(),
    clear: () => control?.fill(''),
    look: () => helpers?.look(),
    forgetFilled: () => helpers?.clear(),
    remove: () => form.remove(),
  };
};
