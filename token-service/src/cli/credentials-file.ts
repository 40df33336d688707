import { readFileSync } from 'node:fs';
import type { Credentials } from '@service/billing/gateway-accounts/credentials.ts';
import { Secret } from '@service/billing/secret.ts';
import { OperatorTrouble } from '../operator-trouble.ts';

const LARGEST = 65_536;

/**
 * Reads the credentials in a file: a JSON object of texts, or nothing at all. Messages never repeat what is in the
 * file. Throws `OperatorTrouble`.
 */
export const readCredentials = (file: string): Credentials => {
  const text = textOf(file);
  if (text.length > LARGEST) throw unusable(file, `it is larger than ${LARGEST} characters`);
  const parsed = text.trim() === '' ? {} : parsedText(file, text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw unusable(file, SHAPE);
  const entries = Object.entries(parsed).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'string' || value === '') throw unusable(file, SHAPE);
    return [name, new Secret(value)] as const;
  });
  return Object.fromEntries(entries);
};

const SHAPE = 'it is not a JSON object of texts such as {"secret_key": "…"}';

const unusable = (file: string, why: string): OperatorTrouble =>
  new OperatorTrouble(`The credentials file ${file} cannot be used: ${why}.`);

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw unusable(file, `it cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
};

const parsedText = (file: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The message of the parser quotes the text.
    throw unusable(file, SHAPE);
  }
};
