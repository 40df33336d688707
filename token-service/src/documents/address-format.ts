/** The parts of a postal address, apart from its names and its country. */
export const ADDRESS_PARTS = ['address1', 'address2', 'city', 'state', 'zip'] as const;
export type FormattedAddressPart = (typeof ADDRESS_PARTS)[number];

/** A part, and what separates it from the one before it in its line. */
interface Placed {
  readonly part: FormattedAddressPart;
  readonly after: string;
}

export interface AddressFormat {
  readonly lines: readonly (readonly Placed[])[];
  /** Whether an address goes from the large to the small, so that the names follow it. */
  readonly isNameLast: boolean;
}

/** Formats by the countries that have them; every other country has the first one. */
const FORMATS: readonly (readonly [format: string, countries: string])[] = [
  ['address1|address2|zip city|state', ''],
  ['address1|address2|city, state zip', 'US CA AU PR GU VI AS MP'],
  ['address1|address2|city|state|zip', 'GB IE IM JE GG FK GI RU UA KZ BY KE LK ZA MT'],
  ['address1|address2|city zip|state', 'NZ SG TH ID PK BD NP SA BH JO KW LB MV MM KH'],
  ['address1|address2|city zip, state', 'IN'],
  ['address1|address2|city - state|zip', 'BR'],
  ['address1|address2|zip city, state', 'MX AR VE'],
  ['address1|address2|city, state|zip', 'CO PE CL EC NG'],
  ['address1|address2|zip city state', 'IT SM VA MY'],
  ['city|address1|address2|zip', 'HU'],
  ['>zip|state city|address1|address2', 'JP CN TW'],
  ['>state city|address1|address2|zip', 'KR'],
];

const parsed = (text: string): AddressFormat => {
  const isNameLast = text.startsWith('>');
  const lines = text
    .replace('>', '')
    .split('|')
    .map((line) =>
      [...line.matchAll(/([^a-z0-9]*)([a-z0-9]+)/g)].map(
        ([, after = '', part]): Placed => ({ part: part as FormattedAddressPart, after }),
      ),
    );
  return { lines, isNameLast };
};

const [DEFAULT, ...OTHERS] = FORMATS.map(([format, countries]) => ({
  format: parsed(format),
  countries: countries.split(' '),
}));
const BY_COUNTRY: ReadonlyMap<string, AddressFormat> = new Map(
  OTHERS.flatMap(({ format, countries }) => countries.map((country) => [country, format])),
);

/** Returns how addresses of a country are written, by its ISO 3166 code. */
export const addressFormat = (country: string | null | undefined): AddressFormat =>
  BY_COUNTRY.get(country ?? '') ?? DEFAULT!.format;

/** Returns all parts in the order in which a form asks for them; those that the country does not use come last. */
export const addressOrder = (country: string | null | undefined): readonly FormattedAddressPart[] => {
  const used = addressFormat(country)
    .lines.flat()
    .map(({ part }) => part);
  return [...used, ...ADDRESS_PARTS.filter((part) => !used.includes(part))];
};

/** The countries whose order is not that of most, with their orders. */
export const addressOrders = (): Readonly<Record<string, readonly FormattedAddressPart[]>> =>
  Object.fromEntries([...BY_COUNTRY.keys()].map((country) => [country, addressOrder(country)]));
