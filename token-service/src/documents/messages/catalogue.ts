import { preferred } from '../../http/preferred.ts';
import { english } from './en/index.ts';
import type { MessageCatalogue } from './words.ts';

const catalogues: readonly MessageCatalogue[] = [english];

/** The catalogue that an `Accept-Language` header prefers; English when it names none that is here. */
export const catalogueFor = (acceptLanguage: string): MessageCatalogue => {
  for (const { value } of preferred(acceptLanguage)) {
    const found = catalogues.find(({ language }) => speaks(language, value));
    if (found) return found;
  }
  return english;
};

/** `en` and `en-GB` are both content with `en-US`. */
const speaks = (language: string, wanted: string): boolean => language.split('-')[0] === wanted.split('-')[0];
