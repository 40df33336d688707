import type { Failure, Issue } from '@service/billing/failure.ts';
import type { DeclineWords } from './en/declines.ts';
import { english } from './en/index.ts';
import { preferred } from './preferred.ts';

/** The words of one language, by symbol. Symbols are the contract; words may improve. */
export interface Catalogue {
  /** As `Content-Language` and `lang` name it. */
  readonly language: string;
  failure(failure: Failure): string;
  issue(issue: Issue): string;
  /** The one error of a failed payment (reference "errors", section 5.1). */
  declined(symbol: DeclinedSymbol): string;
  /** Why a payment failed, for the merchant and for the customer. */
  decline(errorCode: string): DeclineWords;
}

export type DeclinedSymbol = 'declined' | 'declined_bad';

const catalogues: readonly Catalogue[] = [english];

/** The catalogue that an `Accept-Language` header prefers; English when it names none that is here. */
export const catalogueFor = (acceptLanguage: string): Catalogue => {
  for (const { value } of preferred(acceptLanguage)) {
    const found = catalogues.find(({ language }) => speaks(language, value));
    if (found) return found;
  }
  return english;
};

/** `en` and `en-GB` are both content with `en-US`. */
const speaks = (language: string, wanted: string): boolean => language.split('-')[0] === wanted.split('-')[0];
