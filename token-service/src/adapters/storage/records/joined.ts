/** Data that is read with a record of an account in the same statement: expressions over the row `r`. */
export const ACCOUNT_CODE = {
  holds: 'text',
  sql: '(SELECT a.account_code FROM accounts a WHERE a.site_id = r.site_id AND a.id = r.account_id)',
} as const;

export const PARENT_ACCOUNT_CODE = {
  holds: 'text',
  sql:
    '(SELECT p.account_code FROM accounts a JOIN accounts p ON p.site_id = a.site_id AND p.id = a.parent_id ' +
    'WHERE a.site_id = r.site_id AND a.id = r.account_id)',
} as const;

/** The account that pays for one: its parent where it is billed to it. */
export const PAYER_ACCOUNT_CODE = {
  holds: 'text',
  sql:
    "(SELECT CASE WHEN a.bill_to = 'parent' AND p.id IS NOT NULL THEN p.account_code ELSE a.account_code END FROM accounts a " +
    'LEFT JOIN accounts p ON p.site_id = a.site_id AND p.id = a.parent_id WHERE a.site_id = r.site_id AND a.id = r.account_id)',
} as const;

/** The id of that account, for the row of an account `a`. */
export const PAYER_ID = "CASE WHEN a.bill_to = 'parent' AND a.parent_id IS NOT NULL THEN a.parent_id ELSE a.id END";

/** The id in the API of the dunning campaign that is assigned to an account or a plan. */
export const campaignOf = (assignee: 'account' | 'plan') =>
  ({
    holds: 'text',
    sql:
      '(SELECT c.public_id FROM dunning_assignments d JOIN dunning_campaigns c ON c.site_id = d.site_id AND c.id = d.campaign_id ' +
      `WHERE d.site_id = r.site_id AND d.assignee = '${assignee}' AND d.assignee_id = r.id)`,
  }) as const;

/** Prefix and number of an invoice, as in its URL; null where there is none. */
export const addressOfInvoice = (id: string) =>
  ({
    holds: 'text',
    sql: `(SELECT i.invoice_number_prefix || CAST(i.invoice_number AS text) FROM invoices i WHERE i.site_id = r.site_id AND i.uuid = ${id})`,
  }) as const;

/**
 * Joins the account of a movement of the ledger `m`, and its invoice: that of its payment, that which its credit was
 * used for, or its own.
 */
export const ABOUT_MOVEMENT =
  'LEFT JOIN accounts c ON c.site_id = m.site_id AND c.id = m.account_id ' +
  'LEFT JOIN transactions t ON t.site_id = m.site_id AND t.uuid = m.subject ' +
  'LEFT JOIN credit_payments p ON p.site_id = m.site_id AND p.uuid = m.subject ' +
  'LEFT JOIN invoices i ON i.site_id = m.site_id ' +
  'AND i.uuid = COALESCE(t.invoice_id, p.applied_to_invoice_id, m.subject) ';
