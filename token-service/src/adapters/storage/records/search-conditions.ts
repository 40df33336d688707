import type { SearchConditions, SearchedKind } from '@service/billing/ports/search.ts';
import type { Value } from '../database.ts';
import type { Bind } from '../paging.ts';
import { among } from './among.ts';
import { hasError, isIndexedByError } from './error-code.ts';
import { idsAtPostalCode, idsInCity } from './search-addresses.ts';

/** The values of a look-up; the forms of a word are a list. */
export type Looked = readonly (Value | readonly string[])[];
/** Returns a condition over the row `r`. `most`: the records of any that meet it that are needed; all if left out. */
export type LookUp = (bind: Bind, values: Looked, most?: number) => string;

const text = (value: Looked[number] | undefined): string => String(value);

const equals =
  (column: string): LookUp =>
  (bind, values) =>
    `r.${column} IN (${values.map((value) => bind(text(value))).join(', ')})`;

/** The id is that of a record in another table. */
const named =
  (id: string, from: string): LookUp =>
  (bind, [value]) =>
    `r.${id} IN (SELECT ${from.replaceAll(':value', bind(text(value)))})`;

/** Text that begins so; nothing in UTF-8 sorts behind the last code point. */
const beginsWith =
  (column: string): LookUp =>
  (bind, [value]) =>
    `(r.${column} >= ${bind(text(value))} AND r.${column} < ${bind(`${text(value)}\u{10ffff}`)})`;

/**
 * Text that has every word in one of its forms. The comparison with an empty text makes SQLite read the index of the
 * text instead of the rows.
 */
export const textHas = (row: string, bind: Bind, words: readonly (readonly string[])[]): string =>
  [`${row}.plain_text > ''`, ...words.map((forms) => hasOneOf(`${row}.plain_text`, bind, forms))].join(' AND ');

const hasOneOf = (column: string, bind: Bind, forms: readonly string[]): string =>
  `(${forms.map((form) => `strpos(${column}, ${bind(form)}) > 0`).join(' OR ')})`;

const wordsOf = (values: Looked): readonly (readonly string[])[] => values as readonly (readonly string[])[];

const words: LookUp = (bind, values) => textHas('r', bind, wordsOf(values));

/** Last four digits, then the words of the customer. */
const wordsAndCard: LookUp = (bind, [lastFour, ...names]) =>
  [
    `r.id IN (SELECT b.account_id FROM payment_methods b WHERE b.site_id = $1 AND b.last_four = ${bind(text(lastFour))})`,
    ...wordsOf(names).map((forms) => hasOneOf('r.plain_text', bind, forms)),
  ].join(' AND ');

/** A number, then the words of the customer. */
const numberAndWords: LookUp = (bind, [number, ...names]) =>
  `r.invoice_number = ${bind(number as number)} AND EXISTS (SELECT 1 FROM accounts a WHERE a.site_id = r.site_id ` +
  `AND a.id = r.account_id AND ${wordsOf(names)
    .map((forms) => hasOneOf('a.plain_text', bind, forms))
    .join(' AND ')})`;

/** The condition of the index of failed payments, and the codes of their errors. */
const declined =
  (hasCode: typeof hasError): LookUp =>
  (bind, values) =>
    `r.status IN ('failed', 'declined') AND r.action IN ('purchase', 'authorization', 'verify') ` +
    `AND (${values.map((code) => hasCode(text(code), bind)).join(' OR ')})`;

const decline = declined(hasError);

/** The declines of some codes by the index of errors, in no order: for codes of which a site has few. */
export const rareDecline = declined(isIndexedByError);

/** Records of accounts; the list is filled up, so that there are few different texts. */
const accounts: LookUp = (bind, values) =>
  `r.account_id IN (${among(values.map(text), 1).values.map(bind).join(', ')})`;

/** Last four digits, then brand, month and year, or null for any. */
const card: LookUp = (bind, [lastFour, type, month, year]) => {
  const known = [
    [type, 'card_type'],
    [month, 'month'],
    [year, 'year'],
  ].flatMap(([value, column]) =>
    value === null || value === undefined ? [] : [`b.${column} = ${bind(value as Value)}`],
  );
  const conditions = [`b.last_four = ${bind(text(lastFour))}`, ...known].join(' AND ');
  return `r.id IN (SELECT b.account_id FROM payment_methods b WHERE b.site_id = $1 AND ${conditions})`;
};

/** The references of a gateway's objects are parts of the stored one: `cus_…/pm_…`, with `/bank` for a bank account. */
const methodReference: LookUp = (bind, [value]) => {
  const part = text(value);
  const escaped = part.replaceAll(/[!%_]/g, '!$&');
  const likes = [`${escaped}/%`, `%/${escaped}`, `%/${escaped}/%`].map(
    (pattern) => `b.reference LIKE ${bind(pattern)} ESCAPE '!'`,
  );
  return (
    "r.id IN (SELECT b.account_id FROM payment_methods b WHERE b.site_id = $1 AND b.reference > '' " +
    `AND (b.reference = ${bind(part)} OR ${likes.join(' OR ')}))`
  );
};

const methodVatNumber: LookUp = (bind, values) =>
  'r.id IN (SELECT b.account_id FROM payment_methods b WHERE b.site_id = $1 ' +
  `AND b.vat_number IN (${values.map((value) => bind(text(value))).join(', ')}))`;

/** The city in one of its forms. */
const inCity: LookUp = (bind, values, most) => `r.id IN (${idsInCity(bind, values.map(text), limitOf(bind, most))})`;

const atPostalCode =
  (isWhole: boolean): LookUp =>
  (bind, [value], most) =>
    `r.id IN (${idsAtPostalCode(bind, text(value), isWhole, limitOf(bind, most))})`;

const limitOf = (bind: Bind, most: number | undefined): string | undefined =>
  most === undefined ? undefined : bind(most);

/** The condition and the expression of their index. */
const RECORDED = "r.type = 'manual' AND r.description IS NOT NULL";
const RECORDED_REFERENCE = 'lower(r.description COLLATE "C")';

const recordedReference: LookUp = (bind, values) =>
  `${RECORDED} AND ${RECORDED_REFERENCE} IN (${values.map((value) => bind(text(value))).join(', ')})`;

/** A comparison with an empty text, as in `textHas`. */
const recordedPart: LookUp = (bind, values) =>
  [
    `${RECORDED} AND ${RECORDED_REFERENCE} > ''`,
    ...wordsOf(values).map((forms) => hasOneOf(RECORDED_REFERENCE, bind, forms)),
  ].join(' AND ');

/** A number, with the prefix in lower case or null for any. */
const invoiceNumber: LookUp = (bind, [number, prefix]) => {
  const own = `r.invoice_number = ${bind(number as number)}`;
  return prefix === null || prefix === undefined ? own : `(${own} AND ${hasPrefix(bind, prefix)})`;
};

const hasPrefix = (bind: Bind, prefix: Looked[number]): string =>
  `lower(r.invoice_number_prefix) = ${bind(text(prefix))}`;

/** More digits that a number may have behind those that were typed. */
const MORE_DIGITS = 6;

/** Numbers that begin so and have more digits: 12 is followed by 120 to 129, 1200 to 1299, and so on. */
const numberPrefix: LookUp = (bind, [number, prefix]) => {
  const ranges = Array.from({ length: MORE_DIGITS }, (_, index) => {
    const scale = 10 ** (index + 1);
    const least = Number(number) * scale;
    return `r.invoice_number BETWEEN ${bind(least)} AND ${bind(least + scale - 1)}`;
  });
  const own = `(${ranges.join(' OR ')})`;
  return prefix === null || prefix === undefined ? own : `(${own} AND ${hasPrefix(bind, prefix)})`;
};

type LookUps = { readonly [Kind in SearchedKind]: Readonly<Record<SearchConditions[Kind], LookUp>> };

/** The SQL of every look-up. */
export const lookUps: LookUps = {
  customer: {
    id: equals('id'),
    code: equals('account_code'),
    code_prefix: beginsWith('account_code'),
    email: equals('folded_email'),
    email_prefix: beginsWith('folded_email'),
    words,
    card,
    words_and_card: wordsAndCard,
    vat_number: equals('vat_number'),
    method_vat_number: methodVatNumber,
    payment_method: named('id', 'b.account_id FROM payment_methods b WHERE b.site_id = $1 AND b.id = :value'),
    method_reference: methodReference,
    city: inCity,
    postal_code: atPostalCode(true),
    postal_code_prefix: atPostalCode(false),
  },
  subscription: { uuid: equals('uuid'), po_number: equals('po_number'), accounts },
  invoice: {
    uuid: equals('uuid'),
    line: named('uuid', 'l.invoice_id FROM adjustments l WHERE l.site_id = $1 AND l.uuid = :value'),
    credit_payment: named(
      'uuid',
      'COALESCE(c.applied_to_invoice_id, c.original_invoice_id) FROM credit_payments c WHERE c.site_id = $1 AND c.uuid = :value',
    ),
    number: invoiceNumber,
    number_prefix: numberPrefix,
    number_and_words: numberAndWords,
    po_number: equals('po_number'),
    vat_number: equals('vat_number'),
    accounts,
  },
  payment: {
    decline,
    uuid: equals('uuid'),
    reference: equals('reference'),
    charge: equals('charge_reference'),
    recorded_reference: recordedReference,
    recorded_part: recordedPart,
    dispute: named(
      'uuid',
      'd.transaction_uuid FROM disputes d WHERE d.site_id = $1 AND d.reference = :value ' +
        'UNION ALL SELECT d.transaction_uuid FROM disputes d WHERE d.site_id = $1 AND d.id = :value',
    ),
    accounts,
  },
  coupon: {
    // A code can be used again: its address is that of the latest coupon.
    code: named('key', 'max(c.key) FROM coupons c WHERE c.site_id = $1 AND c.folded_code = :value'),
    unique_code: named(
      'key',
      'u.coupon_key FROM unique_coupon_codes u WHERE u.site_id = $1 AND u.folded_code = :value',
    ),
    redemption: named('key', 'd.coupon_key FROM redemptions d WHERE d.site_id = $1 AND d.uuid = :value'),
  },
  gift_card: { key: equals('key'), redemption_code: equals('redemption_code') },
};
