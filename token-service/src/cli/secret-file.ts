import { readFileSync } from 'node:fs';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';

/** Characters. */
const LARGEST = 65_536;

/** A file of secrets that is named on the command line: other users of the machine cannot see it, unlike arguments. */
export interface SecretFile {
  readonly text: string;
  /** The error for a file with unusable content. Messages never repeat what is in the file. */
  readonly unusable: (why: string) => OperatorTrouble;
}

/**
 * Reads a file; `/dev/stdin` reads what another program writes. `what` names it in errors. Throws `OperatorTrouble`.
 */
export const readSecretFile = (what: string, file: string): SecretFile => {
  const unusable = (why: string): OperatorTrouble => new OperatorTrouble(`The ${what} ${file} cannot be used: ${why}.`);
  try {
    const text = readFileSync(file, 'utf8');
    if (text.length <= LARGEST) return { text, unusable };
  } catch (error) {
    throw unusable(`it cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  throw unusable(`it is larger than ${LARGEST} characters`);
};
