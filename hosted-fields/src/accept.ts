import {
  BILLING_NAMES,
  type ErrorTexts,
  type FrameOptions,
  type FrameStyle,
  INPUT_TYPES,
  type Inputs,
  isText,
  members,
  type TestCardRequest,
  type ToFrame,
  type TokenRequest,
} from './protocol.ts';

const MOST_NAMES = 40;
const LONGEST_INPUT = 1000;
const LONGEST_STYLE = 200;
const LONGEST_TEXT = 500;

const style = (value: unknown, depth = 0): FrameStyle => {
  const accepted: Record<string, string | number | FrameStyle> = Object.create(null);
  for (const [key, given] of Object.entries(members(value))) {
    if (isText(given, LONGEST_STYLE) || typeof given === 'number') accepted[key] = given;
    else if (depth === 0 && typeof given === 'object') accepted[key] = style(given, 1);
  }
  return accepted;
};

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.slice(0, MOST_NAMES).filter((name): name is string => isText(name, 64)) : [];

const text = (value: unknown): string => (isText(value, LONGEST_TEXT) ? value : '');

/** Texts by reason; texts of other names are never shown. */
const errorTexts = (value: unknown): ErrorTexts =>
  Object.fromEntries(Object.entries(members(value)).map(([reason, given]) => [reason, text(given)]));

const fieldOptions = (value: unknown): FrameOptions => {
  const given = members(value);
  return {
    format: given.format !== false,
    required: given.required === true,
    inputType: INPUT_TYPES.find((known) => known === given.inputType) ?? 'text',
    label: text(given.label),
    error: typeof given.error === 'string' ? text(given.error) : errorTexts(given.error),
    message: text(given.message),
    disabled: given.disabled === true,
    advance: given.advance === true,
    brands: texts(given.brands),
    preventAutofill: given.preventAutofill === true,
    lang: text(given.lang),
    monthNames: given.monthNames === true,
    rtl: given.rtl === true,
    style: style(given.style),
  };
};

const inputs = (value: unknown): Inputs => {
  const accepted: Record<string, string> = Object.create(null);
  const given = members(value);
  for (const name of BILLING_NAMES) {
    const text = given[name];
    // An input that is empty is one that the page has.
    if (text === '' || isText(text, LONGEST_INPUT)) accepted[name] = text;
  }
  return accepted;
};

const tokenRequest = (given: Readonly<Record<string, unknown>>): TokenRequest | undefined => {
  const { id, key, version, timeout } = given;
  if (!isText(id, 64) || !isText(key, 200) || !isText(version, 40) || !(Number(timeout) > 0)) return undefined;
  return {
    kind: 'token',
    id,
    key,
    version,
    timeout: Number(timeout),
    inputs: inputs(given.inputs),
    required: texts(given.required),
  };
};

const testCardRequest = ({ name, key }: Readonly<Record<string, unknown>>): TestCardRequest | undefined =>
  isText(name, 64) && isText(key, 200) ? { kind: 'test-card', name, key } : undefined;

/** Reads the options in the page's answer to `hello` into a new object; undefined if it is not for this group. */
export const acceptWelcome = (data: unknown, group: string): FrameOptions | undefined => {
  const given = members(data);
  return given.kind === 'welcome' && given.group === group ? fieldOptions(given.options) : undefined;
};

/** Reads a message of the page on the private port into new objects; undefined for an unknown message. */
export const acceptMessage = (data: unknown): ToFrame<FrameOptions> | undefined => {
  const given = members(data);
  switch (given.kind) {
    case 'configure':
      return { kind: 'configure', options: fieldOptions(given.options) };
    case 'focus':
    case 'blur':
    case 'clear':
    case 'destroy':
    case 'judge':
      return { kind: given.kind };
    case 'test-card':
      return testCardRequest(given);
    case 'token':
      return tokenRequest(given);
    default:
      return undefined;
  }
};
