import { brandOf } from '@service/billing/values/card/brand.ts';
import { isCvv } from '@service/billing/values/card/cvv.ts';
import { isExpiry, isExpiryYear, parseMonth, parseYear, type YearMonth } from '@service/billing/values/card/expiry.ts';
import { isCardNumber } from '@service/billing/values/card/number.ts';
import { BILLING_NAMES, type CardName, FIELD_TYPES, type Finding, type Inputs } from './protocol.ts';

/** The values that the customer typed, without formatting. A value that the page has no field for is absent. */
export type CardValues = { readonly [name in CardName]?: string };

const pastTogether = ({ month = '', year = '' }: CardValues, now: YearMonth): boolean =>
  // `20` may still become 2031, so the month is not validated against it yet.
  parseMonth(month) !== undefined &&
  parseYear(year) !== undefined &&
  year.trim() !== '20' &&
  !isExpiry(month, year, now);

/** The context in which cards are validated. */
export interface Circumstances {
  /** The current month in the customer's time zone. */
  readonly now: YearMonth;
  /** Slugs of the accepted brands; empty: all. */
  readonly brands: readonly string[];
}

const isTaken = (number: string, brands: readonly string[]): boolean =>
  brands.length === 0 || brands.includes(brandOf(number).slug);

/** Returns whether each field's value is valid. Month and year are validated together once both are filled in. */
export const validity = (values: CardValues, { now, brands }: Circumstances): Record<CardName, boolean> => {
  const { number = '', month = '', year = '', cvv = '' } = values;
  const past = pastTogether(values, now);
  return {
    number: isCardNumber(number) && isTaken(number, brands),
    month: parseMonth(month) !== undefined && !past,
    year: isExpiryYear(year, now) && !past,
    cvv: isCvv(cvv, brandOf(number, { partial: true })),
  };
};

/**
 * Returns every problem of a token request before it is sent, in the order of the checks: number, expiry, code, then
 * each required name that is blank. An unknown name is not required.
 */
export const findings = (
  values: CardValues,
  inputs: Inputs,
  required: readonly string[],
  circumstances: Circumstances,
): readonly Finding[] => {
  const { number, month, year, cvv } = values;
  const valid = validity(values, circumstances);
  const invalid: CardName[] = [];
  if (number && !valid.number) invalid.push('number');
  if (month && year && !isExpiry(month, year, circumstances.now)) invalid.push('month', 'year');
  if (cvv && !valid.cvv) invalid.push('cvv');

  const given: Readonly<Record<string, string | undefined>> = { ...inputs, number, month, year, cvv };
  const known = new Set<string>([...BILLING_NAMES, ...FIELD_TYPES]);
  const blank = [...new Set(required)].filter((name) => known.has(name) && !given[name]?.trim());

  return [
    ...invalid.map((field) => {
      const refused = field === 'number' && isCardNumber(number ?? '');
      return { field, messages: [refused ? 'is of a brand that is not accepted' : 'is invalid'] };
    }),
    ...blank.map((field) => ({ field, messages: ["can't be blank"] })),
  ];
};
