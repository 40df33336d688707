import { plainForms } from '@service/billing/domain/search/fold.ts';
import type { Bind } from '../paging.ts';
import { plainLettersSql } from './search-letters.ts';

/** The filters by which accounts are found from parts of their addresses. */
export interface AddressFilter {
  readonly city?: string;
  /** The beginning of a folded postal code. */
  readonly postal_code?: string;
}

/** Returns a condition that a column with a part of an address meets. */
type IsPart = (column: string) => string;

interface AddressPart {
  readonly ofAccount: string;
  readonly ofMethod: string;
  readonly meets: IsPart;
  /** Accounts that meet it are in the order of their creation in its index. */
  readonly isInOrder: boolean;
}

const folded = (column: string): string => `lower(${column} COLLATE "C")`;
const foldedCode = (column: string): string => `replace(replace(${folded(column)}, ' ', ''), '-', '')`;

/** Each expression is that of an index, whose condition is that the column has a value. */
const cityPart = (typed: readonly string[], bind: Bind): AddressPart => {
  const forms = typed.map(bind).join(', ');
  return {
    ofAccount: 'address_city',
    ofMethod: 'city',
    meets: (column) => `${column} IS NOT NULL AND (${plainLettersSql(column)}) IN (${forms})`,
    isInOrder: typed.length === 1,
  };
};

/** Nothing in UTF-8 sorts behind the last code point. */
const postalCodePart = (code: string, bind: Bind, isWhole = false): AddressPart => {
  const least = bind(code);
  const most = isWhole ? least : bind(`${code}\u{10ffff}`);
  return {
    ofAccount: 'address_zip',
    ofMethod: 'zip',
    isInOrder: isWhole,
    meets: (column) =>
      isWhole
        ? `${column} IS NOT NULL AND ${foldedCode(column)} = ${least}`
        : `${column} IS NOT NULL AND ${foldedCode(column)} >= ${least} AND ${foldedCode(column)} < ${most}`,
  };
};

/**
 * `most`: the accounts that are read by their own address, the latest if their index has them in that order, and as
 * many by payment method.
 */
const idsOf = ({ ofAccount, ofMethod, meets, isInOrder }: AddressPart, most?: string): string => {
  const placed = `SELECT a.id FROM accounts a WHERE a.site_id = $1 AND ${meets(`a.${ofAccount}`)}`;
  const paying = `SELECT b.account_id FROM payment_methods b WHERE b.site_id = $1 AND ${meets(`b.${ofMethod}`)}`;
  if (most === undefined) return `${placed} UNION ALL ${paying}`;
  const order = isInOrder ? ' ORDER BY a.created_at DESC, a.id DESC' : '';
  return (
    `SELECT id FROM (${placed}${order} LIMIT ${most}) placed ` +
    `UNION ALL SELECT account_id FROM (${paying} LIMIT ${most}) paying`
  );
};

/** Returns a query of the ids of the accounts with a city, by their own address or that of a payment method. */
export const idsInCity = (bind: Bind, forms: readonly string[], most?: string): string =>
  idsOf(cityPart(forms, bind), most);

/** Returns a query of the ids of the accounts whose postal code is this one, or begins so. */
export const idsAtPostalCode = (bind: Bind, code: string, isWhole: boolean, most?: string): string =>
  idsOf(postalCodePart(code, bind, isWhole), most);

const partsOf = ({ city, postal_code }: AddressFilter, bind: Bind): readonly AddressPart[] => [
  ...(city === undefined ? [] : [cityPart(plainForms(city), bind)]),
  ...(postal_code === undefined ? [] : [postalCodePart(postal_code, bind)]),
];

/** Returns the conditions that the account `row` meets, which is read in an order or by something else. */
export const accountAt = (row: string, filter: AddressFilter, bind: Bind): readonly string[] =>
  partsOf(filter, bind).map(
    ({ ofAccount, ofMethod, meets }) =>
      `(${meets(`${row}.${ofAccount}`)} OR EXISTS (SELECT 1 FROM payment_methods b ` +
      `WHERE b.site_id = $1 AND b.account_id = ${row}.id AND ${meets(`b.${ofMethod}`)}))`,
  );

/** Returns the same conditions, for accounts in any order: each of their parts reads an index. */
export const anyAccountAt = (row: string, filter: AddressFilter, bind: Bind, most?: number): readonly string[] =>
  partsOf(filter, bind).map((part) => `${row}.id IN (${idsOf(part, most === undefined ? undefined : bind(most))})`);

/** Returns the same conditions, to count all accounts that meet them, however many there are. */
export const countedAccountAt = (row: string, filter: AddressFilter, bind: Bind): readonly string[] =>
  partsOf(filter, bind).map(
    ({ ofAccount, ofMethod, meets }) =>
      `(${meets(`${row}.${ofAccount}`)} OR ${row}.id IN ` +
      `(SELECT b.account_id FROM payment_methods b WHERE b.site_id = $1 AND ${meets(`b.${ofMethod}`)}))`,
  );
