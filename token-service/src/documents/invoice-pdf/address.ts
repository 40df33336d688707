import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import { ADDRESS_PARTS, addressFormat } from '../address-format.ts';

type Place = Partial<ShownInvoice['address']>;

/** Returns an address as on an envelope of its country, line by line, with the country's name. */
export const addressLines = (place: Place, country: (code: string) => string): string[] => {
  const name = [place.first_name, place.last_name].filter(Boolean).join(' ') || place.name_on_account;
  const { lines, isNameLast } = addressFormat(place.country);
  const names = [place.company, name];
  const used = lines.flat().map(({ part }) => part);
  const others = ADDRESS_PARTS.filter((part) => !used.includes(part)).map((part) => place[part]);
  const written = lines.map((line) =>
    line.reduce((text, { part, after }) => {
      const value = place[part];
      return value ? `${text}${text ? after : ''}${value}` : text;
    }, ''),
  );
  return [
    ...(isNameLast ? [] : names),
    ...written,
    ...others,
    ...(isNameLast ? names : []),
    place.country ? country(place.country) : null,
  ].filter((line): line is string => Boolean(line));
};
