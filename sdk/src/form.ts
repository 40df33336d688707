import { FIELD_TYPES } from '@service/hosted-fields/protocol';

const CARD = new Set<string>(FIELD_TYPES);

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isControl = (element: Element): element is Control => /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName);

const isForm = (element: Element): element is HTMLFormElement => element.tagName === 'FORM';

const ATTRIBUTE = 'data-service';

/** The elements inside a container, and those a form owns from elsewhere, that carry the attribute. */
const named = (container: Element): readonly Element[] => {
  const owned = isForm(container) ? [...container.elements].filter((control) => !container.contains(control)) : [];
  return [
    ...container.querySelectorAll(`[${ATTRIBUTE}]`),
    ...owned.filter((control) => control.hasAttribute(ATTRIBUTE)),
  ];
};

/** What a control says; undefined when it says nothing: an unchecked box, a radio button that is not the chosen one. */
const read = (control: Control): string | undefined => {
  if (control instanceof HTMLSelectElement) return (control.selectedOptions[0] ?? control.options[0])?.value;
  const optional = control.type === 'checkbox' || control.type === 'radio';
  return optional && !(control as HTMLInputElement).checked ? undefined : control.value;
};

const warnOfCardData = (name: string) =>
  console.warn(
    `An input of the page named data-service="${name}" holds digits. It was ignored: card data belongs into the hosted fields only.`,
  );

const readContainer = (container: Element, names: ReadonlySet<string>): Values => {
  const values: Record<string, string> = {};
  for (const element of named(container)) {
    const name = element.getAttribute(ATTRIBUTE) ?? '';
    if (!isControl(element) || element.matches(':disabled')) continue;
    const value = read(element);
    if (CARD.has(name) && /\d/.test(value ?? '')) warnOfCardData(name);
    if (names.has(name) && value !== undefined) values[name] = value;
  }
  return values;
};

const readObject = (given: object, names: ReadonlySet<string>): Values => {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (CARD.has(name) && /\d/.test(String(value))) warnOfCardData(name);
    if (names.has(name) && value !== undefined) values[name] = value;
  }
  return values;
};

/** The first of what a selection library or an array holds; anything else as it is. */
const unwrap = (source: unknown): unknown => {
  const first = (source as ArrayLike<unknown> | null | undefined)?.[0];
  return first instanceof Element && !(source instanceof Element) ? first : source;
};

const tokenInput = (container: Element): HTMLInputElement | undefined => {
  const inputs = [
    ...named(container).filter((element) => element.getAttribute(ATTRIBUTE) === 'token'),
    ...container.querySelectorAll('[name=service-token]'),
  ];
  return inputs.find((element): element is HTMLInputElement => element.tagName === 'INPUT');
};

/** Texts of a form's controls, or whatever an object held, by name. */
type Values = Readonly<Record<string, unknown>>;

/** What a page says beside the card, or of a bank account, and the place for the token's id. */
export interface Form {
  readonly values: Values;
  /** Empties the hidden token input, if there is one, so that a failed retry cannot submit an old token. */
  clearToken(): void;
  /** Fills the hidden token input: `data-service="token"`, else the name `service-token`, else one that is added. */
  fillToken(id: string): void;
}

/** Reads what has one of `names` from a form, any other element, a selection or array holding one, or an object. */
export const readForm = (given: unknown, names: ReadonlySet<string>): Form => {
  const source = unwrap(given);
  if (!(source instanceof Element)) {
    const values = readObject(typeof source === 'object' && source !== null ? source : {}, names);
    return { values, clearToken: () => {}, fillToken: () => {} };
  }
  return {
    values: readContainer(source, names),
    clearToken() {
      const input = tokenInput(source);
      if (input) input.value = '';
    },
    fillToken(id) {
      let input = tokenInput(source);
      if (!input) {
        input = document.createElement('input');
        input.type = 'hidden';
        input.name = 'service-token';
        input.setAttribute(ATTRIBUTE, 'token');
        source.append(input);
      }
      input.value = id;
    },
  };
};
