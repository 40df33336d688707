import { type AmountComparison, readAmountFilter, readBareAmount } from './amounts.ts';
import { type Created, createdIn } from './created.ts';
import { foldedPostalCode } from './fold.ts';
import { holdsLongNumber } from './long-number.ts';

/** The length up to which a text is read. */
export const MOST_SEARCHED = 200;
/** Words that a text is searched by; those behind them are left out. */
const MOST_WORDS = 8;

/** A filter whose value is in quotes, because it has blanks: `city:"New York"`. Else a word. */
const TYPED = /[a-z_]+:"[^"]*"|[^\s\p{C}]+/giu;

/** The filters of a text: `state:past_due plan:gold country:DE city:"New York" amount>100 created:2026-11`. */
export interface TypedFilters {
  readonly state?: string;
  readonly plan?: string;
  readonly country?: string;
  readonly city?: string;
  /** The beginning of a postal code, folded. */
  readonly postal_code?: string;
  readonly amounts?: readonly AmountComparison[];
  readonly created?: Created;
}

export interface SearchText {
  /** The text may have a card number: nothing of it is read. */
  readonly card_number: boolean;
  /** The words without the filters, with one blank between two. */
  readonly phrase: string;
  readonly words: readonly string[];
  readonly filters: TypedFilters;
}

/**
 * Reads the first 200 characters of what an operator typed. Dates are those of the site's time zone. What is not a
 * filter that can be read is a word.
 */
export const readSearch = (text: string, zone: string): SearchText => {
  if (holdsLongNumber(text)) return { card_number: true, phrase: '', words: [], filters: {} };
  const typed = text.normalize('NFC').slice(0, MOST_SEARCHED).match(TYPED) ?? [];
  const words: string[] = [];
  let filters: TypedFilters = {};
  for (const each of typed) {
    const read = readFilter(each, filters, zone);
    if (read) filters = { ...filters, ...read };
    else words.push(each);
  }
  const some = words.slice(0, MOST_WORDS);
  return { card_number: false, phrase: words.join(' '), words: some, filters };
};

const readFilter = (word: string, known: TypedFilters, zone: string): TypedFilters | undefined => {
  const amount = readAmountFilter(word) ?? readBareAmount(word);
  if (amount) return { amounts: [...(known.amounts ?? []), amount] };
  const [, name, quoted = ''] = /^(state|plan|country|city|postal_code|created):(.+)$/i.exec(word) ?? [];
  const value = quoted.replaceAll('"', '').trim();
  if (value === '') return undefined;
  switch (name?.toLowerCase()) {
    case 'state':
      return { state: value.toLowerCase() };
    case 'plan':
      return { plan: value };
    case 'country':
      return { country: value.toUpperCase() };
    case 'city':
      return { city: value };
    case 'postal_code': {
      const postal_code = foldedPostalCode(value);
      return postal_code === '' ? undefined : { postal_code };
    }
    case 'created': {
      const created = createdIn(value, zone);
      return created && { created };
    }
    default:
      return undefined;
  }
};
