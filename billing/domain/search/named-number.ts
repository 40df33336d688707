import { knownCardType } from '../../values/card/card-type.ts';
import { EXPIRY, withoutFillers } from './card-words.ts';

/** A number beside words of its customer. */
export interface NamedNumber {
  readonly digits: string;
  readonly names: readonly string[];
}

const NUMBER = /^\d{1,12}$/;
/** Words that say what the number is of. */
const KINDS = new Set(['invoice', 'invoices', 'inv', 'bill', 'receipt']);

const isName = (word: string): boolean =>
  /\p{L}/u.test(word) && !EXPIRY.test(word) && !KINDS.has(word.toLowerCase()) && knownCardType(word) === undefined;

/**
 * Reads one number with words of its customer, in any order: `jane 4242`, `smith 1025`, `invoice 1025 of smith`.
 * Undefined for anything else.
 */
export const readNamedNumber = (typed: readonly string[]): NamedNumber | undefined => {
  const words = withoutFillers(typed);
  const [digits, ...others] = words.filter((word) => NUMBER.test(word));
  const names = words.filter(isName);
  return digits === undefined || others.length > 0 || names.length === 0 ? undefined : { digits, names };
};
