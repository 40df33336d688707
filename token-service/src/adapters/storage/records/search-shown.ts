import type { SearchedKind } from '@service/billing/ports/search.ts';

const ACCOUNT = 'a.id AS account_id, a.account_code, a.email, a.first_name, a.last_name, a.company_name';

/** Joins the account of a record, which some payments do not have. */
const ofAccount = (table: string, column: string): string =>
  `FROM ${table} r LEFT JOIN accounts a ON a.site_id = r.site_id AND a.id = r.${column}`;

const NO_ACCOUNT =
  'NULL AS account_id, NULL AS account_code, NULL AS email, NULL AS first_name, NULL AS last_name, NULL AS company_name';

const GIFT_CARD_STATE =
  "CASE WHEN r.canceled_at IS NOT NULL THEN 'canceled' WHEN r.redeemed_at IS NOT NULL THEN 'redeemed' " +
  "WHEN r.delivered_at IS NOT NULL THEN 'delivered' ELSE 'purchased' END";

/** Reads the shown part of records of each kind; ends with the column that is compared with their ids. */
export const SHOWN: Readonly<Record<SearchedKind, string>> = {
  customer:
    'SELECT a.id, a.account_code AS address, NULL AS label, a.state, NULL AS currency, NULL AS cents, ' +
    `${ACCOUNT} FROM accounts a WHERE a.site_id = $1 AND a.id`,
  subscription:
    'SELECT r.uuid AS id, r.uuid AS address, r.plan_name AS label, r.state, r.currency, ' +
    `r.unit_amount_in_cents AS cents, ${ACCOUNT} ${ofAccount('subscriptions', 'account_id')} ` +
    'WHERE r.site_id = $1 AND r.uuid',
  invoice:
    'SELECT r.uuid AS id, r.invoice_number_prefix || CAST(r.invoice_number AS text) AS address, NULL AS label, ' +
    `r.state, r.currency, r.total_in_cents AS cents, ${ACCOUNT} ${ofAccount('invoices', 'account_id')} ` +
    'WHERE r.site_id = $1 AND r.uuid',
  payment:
    'SELECT r.uuid AS id, r.uuid AS address, r.action AS label, r.status AS state, r.currency, ' +
    "CASE WHEN r.type = 'manual' THEN r.description END AS reference, " +
    `r.amount_in_cents AS cents, ${ACCOUNT} ${ofAccount('transactions', 'account_id')} ` +
    'WHERE r.site_id = $1 AND r.uuid',
  coupon:
    'SELECT r.key AS id, r.coupon_code AS address, r.name AS label, NULL AS state, NULL AS currency, NULL AS cents, ' +
    `${NO_ACCOUNT} FROM coupons r WHERE r.site_id = $1 AND r.key`,
  gift_card:
    'SELECT r.key AS id, CAST(r.id AS text) AS address, r.product_code AS label, ' +
    `${GIFT_CARD_STATE} AS state, r.currency, r.unit_amount_in_cents AS cents, ${ACCOUNT} ` +
    `${ofAccount('gift_cards', 'gifter_account_id')} WHERE r.site_id = $1 AND r.key`,
};
