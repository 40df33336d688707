import { allCountries } from '@service/billing/resources/countries.ts';

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** Returns the name of a country for people: `Germany`; a text that is no code, as it is. Programs have `DE`. */
export const countryName = (code: string): string =>
  /^[a-z]{2}$/i.test(code) ? (COUNTRIES.of(code.toUpperCase()) ?? code) : code;

/** All countries by their names, in their order, for a list to choose from. */
export const countriesByName = (): readonly (readonly [code: string, name: string])[] =>
  allCountries()
    .map((code) => [code, countryName(code)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, 'en'));
