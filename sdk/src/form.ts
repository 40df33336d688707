import { isFieldType, members } from '@service/hosted-fields/protocol';
import { plain } from './plain.ts';
import type { Token } from './types.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const CONTROLS = 'input,select,textarea';

/** Returns the controls inside a container, and those that a form owns elsewhere on the page. */
const controlsOf = (container: Element): readonly Control[] => {
  const { elements = [], querySelectorAll } = plain(container as HTMLFormElement);
  return [...new Set([...querySelectorAll<Control>(CONTROLS), ...elements])].filter((element): element is Control =>
    element.matches(CONTROLS),
  );
};

/** Returns the value of a control; undefined for an unchecked box or a radio button that is not selected. */
const read = (control: Control): string | undefined => {
  const { type, checked, selectedOptions, options } = control as HTMLInputElement & HTMLSelectElement;
  if (/^(checkbox|radio)$/.test(type) && !checked) return undefined;
  return (selectedOptions?.[0] ?? options?.[0] ?? control).value;
};

/** The texts of a form's controls, or the members of an object, by name. */
type Values = Readonly<Record<string, unknown>>;

/** Returns values by name, from the controls of a container or the members of an object. */
const entriesOf = (source: unknown): readonly (readonly [name: string, value: unknown])[] =>
  source instanceof Element
    ? controlsOf(source)
        .filter((control) => control.matches(':enabled'))
        .map((control) => [control.getAttribute('data-service') ?? '', read(control)])
    : Object.entries(members(source));

/** `names`: those that are read; all without it. */
const readValues = (source: unknown, names: readonly string[] | undefined): Values => {
  const values: Record<string, unknown> = {};
  for (const [name, value] of entriesOf(source)) {
    if (isFieldType(name) && /\d/.test(String(value))) {
      console.warn(`data-service="${name}" must not hold card data.`);
    }
    if (names?.includes(name) !== false && value !== undefined) values[name] = value;
  }
  return values;
};

/** Returns the element that a selector matches; for anything else, what `unwrap` returns. */
export const elementAt = (place: unknown): unknown =>
  typeof place === 'string' ? document.querySelector(place) : unwrap(place);

/** Returns the first element of an array or of a selection library's result; anything else unchanged. */
export const unwrap = (source: unknown): unknown => {
  const first = (source as ArrayLike<unknown> | null | undefined)?.[0];
  return first instanceof Element && !(source instanceof Element) ? first : source;
};

const tokenInput = (container: Element): Control | undefined => {
  const controls = controlsOf(container);
  return ['[data-service=token]', '[name=service-token]']
    .flatMap((selector) => controls.filter((control) => control.matches(`input${selector}`)))
    .at(0);
};

const createTokenInput = (): HTMLInputElement => {
  const input = document.createElement('input');
  input.type = 'hidden';
  input.name = 'service-token';
  input.dataset.service = 'token';
  return input;
};

/**
 * Exchanges the values of a form for a token: a form, another element, a selection or array that contains one, or an
 * object. `names`: the values that are read; all without it.
 */
export type TokenOf = (
  given: unknown,
  names: readonly string[] | undefined,
  make: (values: Values) => Promise<Token>,
) => Promise<Token>;

/**
 * Returns a function that has one token in flight per form, or per object with the same values, which handlers make
 * anew: a button that is pressed twice makes one request.
 */
export const tokensByForm = (): TokenOf => {
  const inFlight = new Map<unknown, Promise<Token>>();
  return (given, ...rest) => {
    const source = unwrap(given);
    const key = source instanceof Element ? source : JSON.stringify(source);
    const token = inFlight.get(key) ?? tokenOf(source, ...rest).finally(() => inFlight.delete(key));
    inFlight.set(key, token);
    return token;
  };
};

/**
 * The token's id goes into the hidden token input: `data-service="token"`, else the name `service-token`, else an input
 * that is added. The input is cleared at once, so that a failed retry cannot submit an old token.
 */
const tokenOf: TokenOf = async (source, names, make) => {
  const form = source instanceof Element ? source : undefined;
  const old = form && tokenInput(form);
  if (old) old.value = '';
  const token = await make(readValues(source, names));
  if (form) (tokenInput(form) ?? plain(form).appendChild(createTokenInput())).value = token.id;
  return token;
};
