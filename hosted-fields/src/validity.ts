import { type Brand, brandOf } from '@service/billing/values/card/brand.ts';
import { isCvv } from '@service/billing/values/card/cvv.ts';
import { isExpiry, isExpiryYear, parseMonth, parseYear, type YearMonth } from '@service/billing/values/card/expiry.ts';
import { isCardNumber } from '@service/billing/values/card/number.ts';
import {
  BILLING_NAMES,
  type CardName,
  FIELD_TYPES,
  type FieldFinding,
  type FieldType,
  type Inputs,
  type Reason,
} from './protocol.ts';

/** The values that the customer typed, without formatting. A value that the page has no field for is absent. */
export type CardValues = { readonly [name in CardName]?: string };

/** The context in which cards are validated. */
export interface Circumstances {
  /** The current month in the customer's time zone. */
  readonly now: YearMonth;
  /** Slugs of the accepted brands; empty: all. */
  readonly brands: readonly string[];
}

/** The reasons by field; empty for a valid value. Month and year have one each, and one as a date. */
export type Reasons = Readonly<Record<FieldType, Reason | ''>>;

/** Most cards of a brand with longer or shorter numbers have 16 digits; of Maestro, any number from 12. */
const shortest = ([least = 0, second]: readonly number[]): number => (least === 13 && second === 16 ? second : least);

const numberReason = (number: string, brands: readonly string[]): Reason | '' => {
  if (!number) return 'empty';
  if (isCardNumber(number)) return !brands.length || brands.includes(brandOf(number).slug) ? '' : 'brand';
  const { lengths } = brandOf(number, { partial: true });
  return /^\d+$/.test(number) && number.length < shortest(lengths) ? 'incomplete' : 'checksum';
};

const monthReason = (month: string): Reason | '' => {
  if (!month) return 'empty';
  return parseMonth(month) !== undefined ? '' : month === '0' ? 'incomplete' : 'month';
};

const yearReason = (year: string, now: YearMonth, typing: boolean): Reason | '' => {
  const parsed = parseYear(year);
  if (!year) return 'empty';
  // While the customer is in the field, `20` may still become 2031.
  if (parsed === undefined || (typing && year === '20' && now.year > 2020)) return 'incomplete';
  return parsed < now.year ? 'expired' : isExpiryYear(year, now) ? '' : 'year';
};

const codeReason = (code: string, brand: Brand): Reason | '' => {
  if (!code) return 'empty';
  if (isCvv(code, brand)) return '';
  const [length, more] = brand.cvvLengths;
  return more ? 'digits' : length === 4 ? 'four_digits' : 'three_digits';
};

/**
 * Returns the reason of each field. Month and year are validated together once both are filled in. `typesYear`: the
 * customer is in the field of the year, which may go on.
 */
export const reasonsOf = (values: CardValues, { now, brands }: Circumstances, typesYear = false): Reasons => {
  const { number = '', month = '', year = '', cvv = '' } = values;
  const [ofMonth, ofYear] = [monthReason(month), yearReason(year.trim(), now, typesYear)];
  const past = !ofMonth && !ofYear && !isExpiry(month, year, now) ? 'expired' : '';
  const ofDate = ofMonth === 'month' ? ofMonth : ofMonth || ofYear;
  return {
    number: numberReason(number, brands),
    // A date without its month or its year is not finished.
    expiry: past || (ofDate === 'empty' && (month || year) ? 'incomplete' : ofDate),
    month: ofMonth || past,
    year: ofYear || past,
    cvv: codeReason(cvv, brandOf(number, { partial: true })),
  };
};

/**
 * Returns every problem of a token request before it is sent, in the order of the checks: number, expiry, code, then
 * each required name that is blank. An unknown name is not required.
 */
export const cardFindings = (
  values: CardValues,
  inputs: Inputs,
  required: readonly string[],
  circumstances: Circumstances,
): readonly FieldFinding[] => {
  const { number, month, year, cvv } = values;
  const reasons = reasonsOf(values, circumstances);
  const invalid: CardName[] = [];
  if (number && reasons.number) invalid.push('number');
  if (month && year && reasons.expiry) invalid.push('month', 'year');
  if (cvv && reasons.cvv) invalid.push('cvv');

  const given: Readonly<Record<string, string | undefined>> = { ...inputs, number, month, year, cvv };
  const known = new Set<string>([...BILLING_NAMES, ...FIELD_TYPES]);
  const blank = [...new Set(required)].filter((name) => known.has(name) && !given[name]?.trim());

  return [
    ...invalid.map((field) => {
      const reason = reasons[/^(month|year)$/.test(field) ? 'expiry' : field] as Reason;
      return { field, messages: [reason === 'brand' ? 'is of a brand that is not accepted' : 'is invalid'], reason };
    }),
    ...blank.map((field) => ({ field, messages: ["can't be blank"], reason: 'empty' as const })),
  ];
};
