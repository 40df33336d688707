import type { invalid } from '../allowed.ts';
import type { ErrorDetail, ServiceError } from '../errors.ts';
import { isForeign, isState } from '../foreign.ts';
import type { InstanceConfig } from '../options.ts';
import { judgeTexts, withOwnTexts } from '../own-texts.ts';
import { languageOf } from '../texts/language.ts';
import { loadTexts } from '../texts/load-texts.ts';
import { textFor, wordedAs } from '../texts/text-for.ts';
import type { CardState, CustomerMessages, ElementState } from '../types.ts';
import { errorsOf, reasonOf } from './errors.ts';

type TextOf = (field: string, reason: string) => string;

/** Returns the messages of the fields that the customer has left with a value that is not valid. */
const ofStates = ({ fields }: CardState, textOf: TextOf) =>
  Object.entries(fields).map(([name, state]) => {
    const { valid, empty, focus, reason, message } = state as ElementState;
    return [name, message ?? (valid || empty || focus ? '' : textOf(name, reason))] as const;
  });

/** Returns the messages of the details of an error. An invalid month or year is also one of the expiry date. */
const ofDetails = (details: readonly ErrorDetail[], textOf: TextOf) =>
  details.flatMap((detail) => {
    const text = textOf(detail.field, reasonOf(detail));
    return [detail.field, wordedAs(detail.field)].map((name) => [name, text] as const);
  });

/**
 * Returns what is wrong and what to do about it, in the language of the page: for the error of a token, the state of
 * the card fields, or an error of the page itself, of which only the page can know whether the customer was charged.
 */
export const messagesOf = async (
  given: unknown,
  { api, locale, texts: own, fields: options }: InstanceConfig,
  refuse: typeof invalid,
  load: typeof loadTexts = loadTexts,
): Promise<CustomerMessages> => {
  judgeTexts(refuse, 'texts', own);
  const { texts: usual } = await load(api, languageOf([locale || document.documentElement.lang]));
  const texts = withOwnTexts(usual, own);
  if (isForeign(given)) return { fields: {}, text: texts.outcome_unknown };
  const textOf: TextOf = (field, reason) => {
    const { error } = { ...options.all, ...options[wordedAs(field) as 'expiry'], ...options[field as 'month'] };
    if (typeof error === 'string') return error;
    return error?.[reason as 'empty'] ?? textFor(texts, field, reason);
  };
  const fields: Record<string, string> = {};
  const add = (named: readonly (readonly [name: string, text: string])[]) => {
    for (const [name, text] of named) if (text) fields[name] ??= text;
  };
  let message = '';
  if (isState(given)) add(ofStates(given, textOf));
  else {
    const error = given as ServiceError;
    const known = errorsOf(error, 'card', texts);
    message = known.message;
    if (!message) add(ofDetails(error.details, textOf));
    add(Object.entries(known.fields));
  }
  return { fields, text: message || [...new Set(Object.values(fields))].join(' ') };
};
