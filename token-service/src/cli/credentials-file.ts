import type { Credentials } from '@service/billing/domain/gateway-accounts/credentials.ts';
import { Secret } from '@service/billing/values/secret.ts';
import { readSecretFile } from './secret-file.ts';

const SHAPE = 'it is not a JSON object of texts such as {"secret_key": "…", "webhook_secret": "…"}';

/** Reads the credentials in a file: a JSON object of texts, or nothing at all. Throws `OperatorTrouble`. */
export const readCredentials = (file: string): Credentials => {
  const { text, unusable } = readSecretFile('credentials file', file);
  const parsed = text.trim() === '' ? {} : parsedText(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw unusable(SHAPE);
  const entries = Object.entries(parsed).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'string' || value === '') throw unusable(SHAPE);
    return [name, new Secret(value)] as const;
  });
  return Object.fromEntries(entries);
};

/** Undefined for what is no JSON: the message of the parser quotes the text. */
const parsedText = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
