import { BILLING_NAMES, FIELD_TYPES, type Inputs } from '@service/hosted-fields/protocol';

const READ = new Set(BILLING_NAMES);
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

const readContainer = (container: Element): Inputs => {
  const inputs: Record<string, string> = {};
  for (const element of named(container)) {
    const name = element.getAttribute(ATTRIBUTE) ?? '';
    if (!isControl(element) || element.matches(':disabled')) continue;
    const value = read(element);
    if (CARD.has(name) && /\d/.test(value ?? '')) warnOfCardData(name);
    if (READ.has(name) && value !== undefined) inputs[name] = value;
  }
  return inputs;
};

const readObject = (given: object): Inputs => {
  const inputs: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (CARD.has(name) && /\d/.test(String(value))) warnOfCardData(name);
    if (READ.has(name) && value !== undefined) inputs[name] = String(value ?? '');
  }
  return inputs;
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

/** The billing data around the hosted fields, and the place for the token's id. */
export interface Form {
  readonly inputs: Inputs;
  /** Empties the hidden token input, if there is one, so that a failed retry cannot submit an old token. */
  clearToken(): void;
  /** Fills the hidden token input: `data-service="token"`, else the name `service-token`, else one that is added. */
  fillToken(id: string): void;
}

/** Reads a form, any other element, a selection or array holding one, or an object of billing properties. */
export const readForm = (given: unknown): Form => {
  const source = unwrap(given);
  if (!(source instanceof Element)) {
    const inputs = readObject(typeof source === 'object' && source !== null ? source : {});
    return { inputs, clearToken: () => {}, fillToken: () => {} };
  }
  return {
    inputs: readContainer(source),
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
