/** Descriptions of the parts of a path that begin with a colon. */
export const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  account_code: 'Your identifier of the account, percent-encoded.',
  add_on_code: 'Your identifier of the add-on.',
  adjustment_uuid: 'The uuid of the charge or credit.',
  date: 'The date of the export, for example 2026-11-20.',
  name: 'The name of the file.',
  coupon_code: 'The code of the coupon.',
  credit_payment_uuid: 'The uuid of the credit payment.',
  general_ledger_account_id: 'The id of the general ledger account.',
  gift_card_id: 'The id of the gift card.',
  id: 'The id of the shipping address.',
  invoice_number: 'The number of the invoice, with its prefix if it has one.',
  measured_unit_id: 'The id of the measured unit.',
  code: 'Your identifier of the shipping method.',
  item_code: 'Your identifier of the item.',
  performance_obligation_id: 'The id of the performance obligation.',
  plan_code: 'Your identifier of the plan.',
  redemption_code: 'The code of the gift card.',
  redemption_uuid: 'The uuid of the redemption.',
  subscription_uuid: 'The uuid of the subscription.',
  transaction_uuid: 'The uuid of the authorization, after transaction-uuid- or alone.',
  usage_id: 'The id of the usage record.',
  uuid: 'The uuid of the transaction.',
};

/** Descriptions of query parameters of operations, by name. */
export const QUERY_PARAMETERS: Readonly<Record<string, string>> = {
  account_type: 'liability or revenue.',
  amount_in_cents: 'How much to refund, in cents; without it, everything.',
  appendix: 'true adds to the PDF how each amount was computed.',
  billing_status: 'billed, unbilled or all.',
  bulk: 'true allows several postponements within 60 seconds.',
  charge: 'false ends the subscription without billing the usage of its last period.',
  datetime_type: 'Which time the range is about: usage or recording.',
  email: 'Only accounts with this email address, in any case.',
  end_datetime: 'Only records of this time or earlier.',
  gifter_account_code: 'Only gift cards that this account bought.',
  last_four: 'Only accounts whose card or bank account ends with these four digits.',
  next_bill_date: 'When the next period is to be billed; ISO 8601.',
  q: 'Only accounts whose email address, name, company or code contains this text, in any case.',
  recipient_account_code: 'Only gift cards that this account redeemed.',
  refund: 'What to return of the current period: none, partial or full.',
  start_datetime: 'Only records of this time or later.',
  state: 'Only records in this state.',
  timeframe: 'When the subscription ends: bill_date or term_end.',
  type: 'Only records of this type.',
};

/** The parameters of every list. */
export const LIST_PARAMETERS: Readonly<Record<string, string>> = {
  per_page: 'Records on a page: 50 without it, at most 200.',
  cursor: 'The place in the list, taken from a Link header.',
  sort: 'created_at, or updated_at.',
  order: 'desc, or asc.',
  begin_time: 'Records whose sort attribute is then or later.',
  end_time: 'Records whose sort attribute is then or earlier.',
};
