import type { Texts } from '../texts/texts.ts';
import { createControl } from './fields.ts';

/** One labelled field, and its error. */
export interface FormRow {
  readonly element: HTMLElement;
  /** The control, or the target of a card field. */
  readonly box: HTMLElement;
  /** Shows an error in place of the hint; an empty text removes it. */
  say(error: string): void;
  /** Shows a description, while there is no error. */
  hint(text: string): void;
  /** Beside the label: for the brand of the card. */
  readonly mark: HTMLElement;
}

const make = (tag: string, className: string, text = ''): HTMLElement => {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
};

/**
 * Creates a row around a box, which stays where it is in the page. Labels of card fields name their target, so that a
 * click on one focuses the field.
 */
export const createRow = (id: string, name: string, label: string, box: HTMLElement, wide: boolean): FormRow => {
  if (!box.parentElement) make('div', '').append(box);
  const element = box.parentElement!;
  if (wide) element.className = 'service-pf-wide';
  const caption = make('label', 'service-pf-label', label) as HTMLLabelElement;
  const mark = make('span', 'service-pf-mark');
  const hint = make('p', 'service-pf-hint');
  const error = make('p', 'service-pf-error');
  const inPage = box.matches('input,select');
  box.classList.add('service-pf-box');
  box.id = `${id}-${name}`;
  caption.htmlFor = box.id;
  caption.append(mark);
  mark.setAttribute('aria-hidden', 'true');
  hint.id = `${box.id}-hint`;
  error.id = `${box.id}-error`;
  // A frame announces its own error.
  if (inPage) for (const each of [hint, error]) each.setAttribute('aria-live', 'polite');
  box.before(caption);
  box.after(hint, error);
  const describe = () => {
    const wrong = error.textContent !== '';
    hint.hidden = wrong;
    element.classList.toggle('service-pf-invalid', wrong);
    if (!inPage) return;
    box.setAttribute('aria-invalid', String(wrong));
    box.setAttribute('aria-describedby', wrong ? error.id : hint.id);
  };
  describe();
  return {
    element,
    box,
    mark,
    say(text) {
      if (error.textContent !== text) error.textContent = text;
      describe();
    },
    hint(text) {
      hint.textContent = text;
      describe();
    },
  };
};

/** Creates the rows of values that the page may hold. */
export const createInputs = (
  id: string,
  names: readonly string[],
  texts: Texts,
  language: string,
): ReadonlyMap<string, FormRow> =>
  new Map(
    names.map((name) => {
      const wide = !/_name$|^(city|state|postal_code|country|account_type|phone)$/.test(name);
      return [
        name,
        createRow(
          id,
          name,
          (texts as Readonly<Record<string, string>>)[name] ?? name,
          createControl(name, texts, language),
          wide,
        ),
      ];
    }),
  );

/**
 * Creates the group of fields of one method, or completes the `panel` that has its card fields. Those of the methods
 * that are not chosen are disabled.
 */
export const createPanel = (
  content: readonly Node[],
  panel = document.createElement('fieldset'),
): HTMLFieldSetElement => {
  panel.className = 'service-pf-panel';
  panel.append(...content);
  return panel;
};

export const createHint = (text = ''): HTMLElement => make('p', 'service-pf-hint', text);

/** Creates an input that is sent with those of its method, and not shown. */
export const createHidden = (name: string): HTMLInputElement => {
  const input = document.createElement('input');
  input.type = 'hidden';
  input.dataset.service = name;
  return input;
};

/** The choice between methods. */
export interface Choice {
  readonly element: HTMLElement;
  /** Selects a method, as a press does. */
  select(method: string): void;
  /** Hides the other methods, and the choice if there is only one. */
  offer(methods: readonly string[]): void;
}

/** Creates the choice between methods, as radio buttons. */
export const createChoice = (
  id: string,
  label: string,
  methods: readonly (readonly [method: string, text: string])[],
  chosen: (method: string) => void,
): Choice => {
  const options = new Map<string, HTMLElement>();
  const radioOf = (method: string) => options.get(method)?.firstElementChild as HTMLInputElement;
  const group = make('div', 'service-pf-methods');
  group.setAttribute('role', 'radiogroup');
  group.setAttribute('aria-label', label);
  for (const [index, [method, text]] of methods.entries()) {
    const option = make('label', 'service-pf-method');
    const radio = document.createElement('input');
    Object.assign(radio, { type: 'radio', name: `${id}-method`, value: method, checked: index === 0 });
    radio.addEventListener('change', () => chosen(method));
    option.append(radio, text);
    group.append(option);
    options.set(method, option);
  }
  return {
    element: group,
    select(method) {
      radioOf(method).checked = true;
      chosen(method);
    },
    offer(offered) {
      group.hidden = offered.length < 2;
      for (const [method, option] of options) option.hidden = radioOf(method).disabled = !offered.includes(method);
    },
  };
};

/** Creates the place of errors that concern no field. */
export const createStatus = (): HTMLElement => {
  const status = make('p', 'service-pf-error service-pf-wide');
  status.setAttribute('role', 'status');
  return status;
};
