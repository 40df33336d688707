import { foldedPostalCode, plainForms, plainLettersOf } from '../../domain/search/fold.ts';
import type { SearchText } from '../../domain/search/search-text.ts';
import type { SearchConditions, SearchedKind, SearchedPlace } from '../../ports/search.ts';

type Labels = { readonly [Kind in SearchedKind]: Partial<Readonly<Record<SearchConditions[Kind], string>>> };

/** Identifiers that a hit does not show by itself. Codes that are worth money are named, and never repeated. */
const IDENTIFIERS: Labels = {
  customer: {
    id: 'id',
    card: 'card',
    vat_number: 'VAT number',
    method_vat_number: 'VAT number of a payment method',
    payment_method: 'payment method',
    method_reference: 'reference at the gateway',
  },
  subscription: { uuid: 'id', po_number: 'PO number' },
  invoice: {
    uuid: 'id',
    line: 'line',
    credit_payment: 'credit payment',
    po_number: 'PO number',
    vat_number: 'VAT number',
  },
  payment: {
    decline: 'declined:',
    uuid: 'id',
    reference: 'reference at the gateway',
    charge: 'charge at the gateway',
    dispute: 'dispute',
  },
  coupon: { redemption: 'redemption' },
  gift_card: { key: 'id' },
};
const CODES: Readonly<Record<string, string>> = { unique_code: 'by a unique code', redemption_code: 'by its code' };

const PLACES: readonly string[] = ['city', 'postal_code', 'postal_code_prefix'];

/** Whether a record may have been found by a place, which its hit does not show. */
export const isFoundByPlace = (by: string | undefined, { filters }: Pick<SearchText, 'filters'>): boolean =>
  (by !== undefined && PLACES.includes(by)) || filters.city !== undefined || filters.postal_code !== undefined;

/**
 * Returns the value that a record was found by, where its hit does not show it: `VAT number GB123456789`,
 * `10118-4321 New York`; undefined otherwise. `by`: the condition of the look-up; undefined for filters alone.
 * `places`: those of its customer.
 */
export const matchedBy = (
  kind: SearchedKind,
  by: string | undefined,
  { phrase, filters }: Pick<SearchText, 'phrase' | 'filters'>,
  places: readonly SearchedPlace[],
): string | undefined => {
  const label = (IDENTIFIERS[kind] as Readonly<Record<string, string>>)[by ?? ''];
  if (label !== undefined) return `${label} ${phrase}`;
  if (by !== undefined && CODES[by] !== undefined) return CODES[by];
  const isPlaceTyped = by !== undefined && PLACES.includes(by);
  const cities = plainForms(filters.city ?? (by === 'city' ? phrase : ''));
  const code = filters.postal_code ?? (isPlaceTyped && by !== 'city' ? foldedPostalCode(phrase) : '');
  const found = places.find(
    ({ city, postal_code }) =>
      (city !== null && cities.includes(plainLettersOf(city))) ||
      (code !== '' && postal_code !== null && foldedPostalCode(postal_code).startsWith(code)),
  );
  if (!found) return undefined;
  const place = [found.postal_code, found.city].filter(Boolean).join(' ');
  return found.is_of_method ? `${place}, of a payment method` : place;
};
