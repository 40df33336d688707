/**
 * Codes of places where tax is collected: countries (`DE`), states and provinces (`US-CA`, `CA-QC`), or `EU` for all
 * its countries.
 */

const STATES_AND_PROVINCES: Readonly<Record<string, string>> = {
  US:
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA PR RI SC SD ' +
    'TN TX UT VT VA WA WV WI WY',
  CA: 'AB BC MB NB NL NS NT NU ON PE QC SK YT',
};

const MEMBERS = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK';

const regions: ReadonlySet<string> = new Set(
  Object.entries(STATES_AND_PROVINCES).flatMap(([country, codes]) =>
    codes.split(' ').map((region) => `${country}-${region}`),
  ),
);
const members: ReadonlySet<string> = new Set(MEMBERS.split(' '));

/** Whether the country is in the European Union; codes are ISO 3166, so Greece is `GR`. */
export const isEuropean = (country: string): boolean => members.has(country);

export const europeanCountries = (): readonly string[] => [...members];

/** Whether a code is that of a US state or a Canadian province, such as `US-CA`. */
export const isTaxRegion = (code: string): boolean => regions.has(code);

/** Whether a merchant collects the taxes of a country or, where one is given, of one of its regions. */
export const isRegistered = (registrations: readonly string[], country: string, region?: string): boolean =>
  region === undefined
    ? registrations.includes(country) || (isEuropean(country) && registrations.includes('EU'))
    : registrations.includes(`${country}-${region}`);

/**
 * Whether a merchant collects one tax of a place. The HST of a Canadian province is collected by everyone registered in
 * Canada, because GST and HST are one federal registration.
 */
export const collectsTax = (
  registrations: readonly string[],
  { country, region, tax }: { readonly country: string; readonly region?: string; readonly tax: string },
): boolean =>
  isRegistered(registrations, country, region) ||
  (country === 'CA' && tax === 'HST' && isRegistered(registrations, country));

/** Whether a merchant collects the taxes of a country, or of any region of it. */
export const collectsTaxIn = (registrations: readonly string[], country: string): boolean =>
  isRegistered(registrations, country) || registrations.some((place) => place.startsWith(`${country}-`));

/**
 * Whether a merchant collects European VAT at all. A merchant who does is treated as registered in the seller's country
 * as well.
 */
export const collectsVat = (registrations: readonly string[]): boolean =>
  registrations.some((place) => place === 'EU' || isEuropean(place));
