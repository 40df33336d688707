import { allCountries } from '@service/billing/resources/countries.ts';
import type { Visit } from '../visit.ts';
import type { Option } from './form.ts';

/** Countries by their names in the customer's language, in its order. */
export const countryOptions = ({ locale, words }: Pick<Visit, 'locale' | 'words'>): readonly Option[] => {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  const countries = allCountries().map((code): Option => [code, names.of(code) ?? code]);
  return [['', words.details.choose], ...countries.toSorted(([, a], [, b]) => compare(a, b))];
};
