import { isFieldType, members } from '@service/hosted-fields/protocol';
import type { Token } from './types.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The elements inside a container, and those a form owns from elsewhere. */
const elementsOf = (container: Element): readonly Element[] => {
  const owned = container instanceof HTMLFormElement ? container.elements : [];
  return [...new Set([...container.querySelectorAll('*'), ...owned])];
};

/** What a control says; undefined when it says nothing: an unchecked box, a radio button that is not the chosen one. */
const read = (control: Control): string | undefined => {
  const { type, checked, selectedOptions, options } = control as HTMLInputElement & HTMLSelectElement;
  if (/^(checkbox|radio)$/.test(type) && !checked) return undefined;
  return (selectedOptions?.[0] ?? options?.[0] ?? control).value;
};

const isControl = (element: Element): element is Control => element.matches(':is(input,select,textarea):enabled');

/** Texts of a form's controls, or whatever an object held, by name. */
type Values = Readonly<Record<string, unknown>>;

/** What a page says, by name: a container in its controls, an object in its members. */
const saidBy = (source: unknown): readonly (readonly [name: string, value: unknown])[] =>
  source instanceof Element
    ? elementsOf(source)
        .filter(isControl)
        .map((control) => [control.getAttribute('data-service') ?? '', read(control)])
    : Object.entries(members(source));

const readValues = (source: unknown, names: readonly string[]): Values => {
  const values: Record<string, unknown> = {};
  for (const [name, value] of saidBy(source)) {
    if (isFieldType(name) && /\d/.test(String(value))) {
      console.warn(`data-service="${name}" holds digits: card data goes into hosted fields.`);
    }
    if (names.includes(name) && value !== undefined) values[name] = value;
  }
  return values;
};

/** The element that a selector leads to; anything else as `unwrap` has it. */
export const elementAt = (place: unknown): unknown =>
  typeof place === 'string' ? document.querySelector(place) : unwrap(place);

/** The first of what a selection library or an array holds; anything else as it is. */
export const unwrap = (source: unknown): unknown => {
  const first = (source as ArrayLike<unknown> | null | undefined)?.[0];
  return first instanceof Element && !(source instanceof Element) ? first : source;
};

const tokenInput = (container: Element): HTMLInputElement | null =>
  elementsOf(container).find((element): element is HTMLInputElement => element.matches('input[data-service=token]')) ??
  container.querySelector('input[name=service-token]');

const createTokenInput = (): HTMLInputElement => {
  const input = document.createElement('input');
  input.type = 'hidden';
  input.name = 'service-token';
  input.dataset.service = 'token';
  return input;
};

/**
 * Makes a token of what has one of `names` in a form, any other element, a selection or array holding one, or an object.
 * Its id goes into the hidden token input: `data-service="token"`, else the name `service-token`, else one that is added.
 * That input is emptied at once, so that a failed retry cannot submit an old token.
 */
export const tokenOf = async (
  given: unknown,
  names: readonly string[],
  make: (values: Values) => Promise<Token>,
): Promise<Token> => {
  const source = unwrap(given);
  const form = source instanceof Element ? source : undefined;
  const old = form && tokenInput(form);
  if (old) old.value = '';
  const token = await make(readValues(source, names));
  if (form) (tokenInput(form) ?? form.appendChild(createTokenInput())).value = token.id;
  return token;
};
