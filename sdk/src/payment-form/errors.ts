import type { ErrorDetail } from '../errors.ts';
import type { Texts } from './texts.ts';

/** The words of the form about an error: at its fields, and below them. */
export interface Told {
  readonly fields: Readonly<Record<string, string>>;
  readonly message: string;
}

const FIELD: Readonly<Record<string, string>> = { month: 'expiry', year: 'expiry' };

const textFor = (name: string, messages: readonly string[], texts: Texts): string => {
  if (messages.some((each) => /blank/.test(each))) return texts.blank ?? '';
  if (messages.some((each) => /brand/.test(each))) return texts.brand_refused ?? '';
  if (messages.some((each) => /match/.test(each))) return texts.no_match ?? '';
  return texts[`${name}_invalid`] ?? texts.invalid ?? '';
};

/** Returns the words of an error of a token; `method` is the one that the customer chose. */
export const errorsOf = (error: unknown, method: string, texts: Texts): Told => {
  const { code = '', details = [] } = (error ?? {}) as { code?: string; details?: readonly ErrorDetail[] };
  if (code === 'declined') return { fields: {}, message: texts.declined ?? '' };
  if (code === 'three-d-secure-failed') return { fields: {}, message: texts.confirm_failed ?? '' };
  // `not-found`: the confirmation has expired or was used.
  if (/^three-d-secure|^not-found$/.test(code)) return { fields: {}, message: texts.confirm_canceled ?? '' };
  if (code === 'wallet-canceled') return { fields: {}, message: texts.canceled ?? '' };
  if (!details.length || method === 'wallet') return { fields: {}, message: texts.failed ?? '' };
  const fields: Record<string, string> = {};
  for (const { field, messages } of details) {
    const name = FIELD[field] ?? field;
    fields[name] ??= textFor(name, messages, texts);
  }
  return { fields, message: '' };
};
