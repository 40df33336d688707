import { ALL_REPORT_FILTERS } from '@service/billing/queries/reports/open-report.ts';
import { REPORT_NAMES } from '@service/billing/queries/reports/reports.ts';

/** Descriptions of the parts of a path that begin with a colon. */
export const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  account_code: 'Your identifier of the account, percent-encoded.',
  add_on_code: 'Your identifier of the add-on.',
  adjustment_uuid: 'The uuid of the charge or credit.',
  date: 'The date of the export, for example 2026-11-20.',
  name: 'The name of the file.',
  business_entity_id: 'The id of the business entity.',
  coupon_code: 'The code of the coupon.',
  credit_payment_uuid: 'The uuid of the credit payment.',
  general_ledger_account_id: 'The id of the general ledger account.',
  external_account_id: 'The id of the record.',
  external_invoice_id: 'The id of the invoice, or external-id- and the id of the store.',
  external_payment_phase_id: 'The id of the payment phase.',
  external_product_id: 'The id of the product.',
  external_product_reference_id: 'The id of the reference.',
  external_subscription_id: 'The id of the subscription, or external-id- and the id of the store.',
  gift_card_id: 'The id of the gift card.',
  id: 'The id of the shipping address.',
  invoice_template_uuid: 'The uuid of the invoice template.',
  invoice_number: 'The number of the invoice, with its prefix if it has one.',
  measured_unit_id: 'The id of the measured unit.',
  code: 'Your identifier of the shipping method.',
  item_code: 'Your identifier of the item.',
  journal_file: 'The name of the file, as the batch lists it for the format.',
  journal_number: 'The number of the batch.',
  performance_obligation_id: 'The id of the performance obligation.',
  plan_code: 'Your identifier of the plan.',
  report_name: `The name of the report: ${REPORT_NAMES.join(', ')}.`,
  run_id: 'The id of the run.',
  redemption_code: 'The code of the gift card.',
  redemption_uuid: 'The uuid of the redemption.',
  subscription_uuid: 'The uuid of the subscription.',
  transaction_uuid: 'The uuid of the authorization, after transaction-uuid- or alone.',
  usage_id: 'The id of the usage record.',
  uuid: 'The uuid of the transaction.',
  billing_info_uuid: 'The uuid of the payment method.',
  custom_field_definition_id: 'The id of the definition.',
  dunning_campaign_id: 'The id of the campaign.',
};

/** Descriptions of query parameters of operations, by name. */
export const QUERY_PARAMETERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ALL_REPORT_FILTERS.map((name) => [name, 'Only rows with this value, in reports with this column; – for none.']),
  ),
  account_type: 'liability or revenue.',
  amount_in_cents: 'How much to refund, in cents; without it, everything.',
  appendix: 'true adds to the PDF how each amount was computed.',
  billing_status: 'billed, unbilled or all.',
  before: 'Only batches with a lower number.',
  bulk: 'true allows several postponements within 60 seconds.',
  charge: 'false ends the subscription without billing the usage of its last period.',
  city: 'Only accounts with this city in their address or that of a payment method, in any case.',
  datetime_type: 'Which time the range is about: usage or recording.',
  email: 'Only accounts with this email address, in any case.',
  end_datetime: 'Only records of this time or earlier.',
  format:
    'Of journals, the format of the files: csv, xero, quickbooks, datev, ledger or beancount; csv unless given. Of an e-invoice: en16931_ubl, en16931_cii, xrechnung_ubl or xrechnung_cii; en16931_ubl unless given.',
  from: 'The first day in the time zone of the site, such as 2026-11-01; unless given, that of the month of the last day, or of a year until then in reports by month.',
  gifter_account_code: 'Only gift cards that this account bought.',
  last_four: 'Only accounts whose card or bank account ends with these four digits.',
  next_bill_date: 'When the next period is to be billed; ISO 8601.',
  period:
    'A quarter such as 2026-Q3, a month such as 2026-09 or a year such as 2026, in place of from and to; a tax return is about the latest quarter that is over, unless given.',
  plan_code: 'Only what is of the plan with this code, in reports with plans.',
  postal_code:
    'Only accounts whose postal code, or that of a payment method, begins so, in any case and without blanks and dashes.',
  q: 'Only accounts whose email address, name, company or code contains this text, in any case.',
  recipient_account_code: 'Only gift cards that this account redeemed.',
  related_type: 'Only fields of this kind of record: account, item, plan, subscription or charge.',
  refund: 'What to return of the current period: none, partial or full.',
  start_datetime: 'Only records of this time or later.',
  state: 'Only records in this state.',
  started_with_gift: 'true: those that began with a gift card; false: all others. The list takes long on large sites.',
  timeframe: 'When the subscription ends: bill_date or term_end.',
  to: 'The last day, or the day of a report about one day; today unless given.',
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
