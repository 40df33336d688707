import { invalidRequest } from './api-error.ts';
import type { DecodedForm } from './form.ts';

/** Reads the parameters of one request. What no reader asked for is an unknown parameter. */
export interface RequestParams {
  /** Whether the parameter was sent, empty or not. */
  has(name: string): boolean;
  /** The text, or undefined when it is absent or empty. */
  text(name: string): string | undefined;
  needText(name: string): string;
  /** One of the choices, or undefined when it is absent or empty. */
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined;
  /** A whole number, not negative. */
  whole(name: string): number | undefined;
  needWhole(name: string): number;
  flag(name: string): boolean | undefined;
  object(name: string): RequestParams | undefined;
  /** The entries of a list, or undefined when it is absent. */
  list(name: string): string[] | undefined;
  /** Keys with text, as in `metadata`; an empty value means the key is to be removed. Undefined when it is absent. */
  map(name: string): Record<string, string> | undefined;
  /** Reads whatever a parameter holds without checking it. */
  any(name: string): string | DecodedForm | undefined;
  /** @throws {ApiError} `parameter_unknown` for the first parameter that was not read */
  finish(): void;
}

export const readParams = (form: DecodedForm, prefix = ''): RequestParams => {
  const known = new Set<string>();
  const children: RequestParams[] = [];
  const path = (name: string) => (prefix === '' ? name : `${prefix}[${name}]`);

  const raw = (name: string): string | DecodedForm | undefined => {
    known.add(name);
    return form[name];
  };
  const text = (name: string): string | undefined => {
    const value = raw(name);
    if (typeof value === 'object') throw invalidRequest('Invalid string: {}', { param: path(name) });
    return value === '' ? undefined : value;
  };
  const need = <T>(name: string, value: T | undefined): T => {
    if (value === undefined)
      throw invalidRequest(`Missing required param: ${path(name)}.`, { code: 'parameter_missing', param: path(name) });
    return value;
  };
  const whole = (name: string): number | undefined => {
    const value = text(name);
    if (value === undefined) return undefined;
    if (!/^\d{1,15}$/.test(value))
      throw invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: path(name) });
    return Number(value);
  };
  const child = (name: string): DecodedForm | undefined => {
    const value = raw(name);
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') throw invalidRequest('Invalid object', { param: path(name) });
    return value;
  };
  const entries = (name: string): [string, string][] | undefined => {
    const value = child(name);
    if (value === undefined) return undefined;
    return Object.entries(value).map(([key, entry]) => {
      if (typeof entry === 'object') throw invalidRequest('Invalid string: {}', { param: `${path(name)}[${key}]` });
      return [key, entry];
    });
  };

  return {
    has: (name) => form[name] !== undefined,
    text,
    needText: (name) => need(name, text(name)),
    choice: <T extends string>(name: string, choices: readonly T[]) => {
      const value = text(name);
      if (value === undefined || choices.includes(value as T)) return value as T | undefined;
      throw invalidRequest(`Invalid ${path(name)}: must be one of ${choices.join(', ')}`, { param: path(name) });
    },
    whole,
    needWhole: (name) => need(name, whole(name)),
    flag: (name) => {
      const value = text(name);
      if (value === undefined || value === 'true' || value === 'false') return value && value === 'true';
      throw invalidRequest(`Invalid boolean: ${value}`, { param: path(name) });
    },
    object: (name) => {
      const value = child(name);
      if (!value) return undefined;
      const reader = readParams(value, path(name));
      children.push(reader);
      return reader;
    },
    list: (name) => entries(name)?.map(([, value]) => value),
    map: (name) => {
      // `metadata=` clears every key, which only an update can mean.
      if (form[name] === '') return known.add(name) && {};
      const found = entries(name);
      return found && Object.fromEntries(found);
    },
    any: raw,
    finish: () => {
      const unknown = Object.keys(form).find((name) => !known.has(name));
      if (unknown !== undefined)
        throw invalidRequest(`Received unknown parameter: ${path(unknown)}`, {
          code: 'parameter_unknown',
          param: path(unknown),
        });
      for (const each of children) each.finish();
    },
  };
};
