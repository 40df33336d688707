/** The address has no country, so that of the payment method counts. */
const UNPLACED = (row: string): string => `coalesce(${row}.address_country, '') = ''`;

const METHODS = 'payment_methods b WHERE b.site_id = $1 AND b.primary_payment_method AND b.country =';

/**
 * Returns the condition that the account `row` is in the country of a placeholder, by its address, else by its payment
 * method. It narrows accounts that are read in an order or by something else.
 */
export const accountIn = (row: string, country: string): string =>
  `(${row}.address_country = ${country} OR (${UNPLACED(row)} AND ` +
  `EXISTS (SELECT 1 FROM ${METHODS} ${country} AND b.account_id = ${row}.id)))`;

/** Returns the same condition, for all accounts of a country in any order: each of its parts reads an index. */
export const anyAccountIn = (row: string, country: string): string =>
  `(${row}.address_country = ${country} OR ` +
  `(${row}.id IN (SELECT b.account_id FROM ${METHODS} ${country}) AND ${UNPLACED(row)}))`;

/** Returns a query of the ids of the accounts in a country, at most `most` by address and as many by payment method. */
export const idsIn = (country: string, most: string): string =>
  `SELECT id FROM (SELECT a.id FROM accounts a WHERE a.site_id = $1 AND a.address_country = ${country} ` +
  `ORDER BY a.created_at DESC, a.id DESC LIMIT ${most}) placed UNION ALL ` +
  `SELECT id FROM (SELECT a.id FROM payment_methods b JOIN accounts a ON a.site_id = b.site_id AND a.id = b.account_id ` +
  `WHERE b.site_id = $1 AND b.country = ${country} AND b.primary_payment_method AND ${UNPLACED('a')} LIMIT ${most}) paying`;
