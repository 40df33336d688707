import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';

type Place = Partial<ShownInvoice['address']>;

/** Countries where the postal code follows the town and the state. */
const TOWN_FIRST = ['US', 'CA', 'AU', 'MX', 'IN'];
const CODE_LAST = ['GB', 'IE'];

/** Returns an address as on an envelope, line by line, with the country's name. */
export const addressLines = (place: Place, country: (code: string) => string): string[] => {
  const name = [place.first_name, place.last_name].filter(Boolean).join(' ') || place.name_on_account;
  return [
    place.company,
    name,
    place.address1,
    place.address2,
    ...townLines(place),
    place.country ? country(place.country) : null,
  ].filter((line): line is string => Boolean(line));
};

const townLines = ({ city, state, zip, country }: Place): (string | null | undefined)[] => {
  if (TOWN_FIRST.includes(country ?? '')) {
    const stateAndZip = [state, zip].filter(Boolean).join(' ');
    return [[city, stateAndZip].filter(Boolean).join(', ')];
  }
  if (CODE_LAST.includes(country ?? '')) return [city, state, zip];
  return [[zip, city].filter(Boolean).join(' '), state];
};
