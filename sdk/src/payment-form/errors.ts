import type { ErrorDetail, ServiceError } from '../errors.ts';
import { textFor, wordedAs } from '../texts/text-for.ts';
import type { Texts } from '../texts/texts.ts';

/** The words of the form about an error: at its fields, and below them. */
export interface FormMessages {
  readonly fields: Readonly<Record<string, string>>;
  readonly message: string;
}

/** The reasons of findings of the service, by the words in them. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/blank/, 'empty'],
  [/brand/, 'brand'],
  [/match/, 'mismatch'],
  [/is not a card number/, 'checksum'],
  [/card number/, 'card_number_inside'],
  [/expired/, 'expired'],
  [/a month from/, 'month'],
  [/three or four digits/, 'digits'],
  [/routing number of/, 'unknown'],
];

/** Returns the reason of a detail; `invalid` if it names none. */
export const reasonOf = ({ reason, messages }: ErrorDetail): string =>
  reason ?? REASONS.find(([pattern]) => messages.some((each) => pattern.test(each)))?.[1] ?? 'invalid';

/** Returns the words of an error of a token; `method` is the one that the customer chose. */
export const errorsOf = (error: unknown, method: string, texts: Texts): FormMessages => {
  const { code = '', classification, details = [] } = (error ?? {}) as Partial<ServiceError>;
  if (code === 'declined') return { fields: {}, message: texts.declined };
  if (code === 'three-d-secure-failed') return { fields: {}, message: texts.confirm_failed };
  // `not-found`: the confirmation has expired or was used.
  if (/^three-d-secure|^not-found$/.test(code)) return { fields: {}, message: texts.confirm_canceled };
  if (code === 'wallet-canceled') return { fields: {}, message: texts.canceled };
  if (code === 'invalid-routing-number')
    return { fields: { routing_number: texts.routing_number_unknown }, message: '' };
  // Trying again does not help: the shop has to repair its page, its key or its site first.
  if (classification === 'merchant') return { fields: {}, message: texts.misconfigured };
  if (!details.length || method === 'wallet') return { fields: {}, message: texts.failed };
  const fields: Record<string, string> = {};
  for (const detail of details) {
    const name = wordedAs(detail.field);
    const reason = reasonOf(detail);
    // Only the numbers of US accounts have as many digits as its text says.
    const isShort = name === 'account_number' && reason === 'invalid' && method !== 'bank';
    fields[name] ??= textFor(texts, name, isShort ? 'incomplete' : reason);
  }
  return { fields, message: '' };
};
