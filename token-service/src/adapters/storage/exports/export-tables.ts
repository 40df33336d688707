import type { ReportColumn } from '@service/billing/domain/reports/report.ts';
import type { ExportTable } from '@service/billing/ports/exports.ts';

/** The value of a column, as the statement returns it. A moment is in whole seconds. */
type Holds = 'text' | 'moment' | 'cents' | 'count' | 'flag';

export interface StoredExportColumn extends ReportColumn {
  readonly holds: Holds;
  readonly sql: string;
}

/** A table with the statement that its rows are read with. */
export interface StoredExportTable extends ExportTable {
  readonly columns: readonly StoredExportColumn[];
  /** The table with the alias `r`, and its joins. */
  readonly from: string;
  /** Columns that identify a row at its site, in the order of an index, and the value before the first of each. */
  readonly key: readonly (readonly [sql: string, before: string | number])[];
}

/**
 * Returns columns that are named as they are stored: `total_in_cents` is the amount `total`, `closed_at` a moment.
 * `count:` and `flag:` say what else a column holds; `name=expression` is an expression over the row.
 */
const stored = (...described: readonly string[]): readonly StoredExportColumn[] =>
  described.flatMap((list) => list.split(' ').map(columnOf));

const columnOf = (described: string): StoredExportColumn => {
  const [, kind, column = '', expression] = /^(?:(count|flag):)?(\w+)(?:=(.+))?$/.exec(described) ?? [];
  const holds: Holds = (kind as Holds | undefined) ?? usualFor(column);
  return {
    name: column.replace(/_in_cents$/, ''),
    label: column,
    kind: holds === 'cents' || holds === 'count' ? holds : 'text',
    holds,
    sql: expression ?? `r.${column}`,
  };
};

const usualFor = (column: string): Holds => {
  if (column.endsWith('_in_cents')) return 'cents';
  return /_(at|on|date|until|timestamp)$/.test(column) ? 'moment' : 'text';
};

const OF_ACCOUNT = 'LEFT JOIN accounts c ON c.site_id = r.site_id AND c.id = r.account_id';
const OF_INVOICE = 'LEFT JOIN invoices i ON i.site_id = r.site_id AND i.uuid = r.invoice_id';
const ACCOUNT_CODE = 'account_code=c.account_code';
const INVOICE_NUMBER = 'invoice_number=i.invoice_number_prefix||i.invoice_number';

/** The tables that are exported, and all of their columns. */
export const EXPORT_TABLES: readonly StoredExportTable[] = [
  {
    name: 'accounts',
    about: 'Customers.',
    from: 'accounts r LEFT JOIN accounts p ON p.site_id = r.site_id AND p.id = r.parent_id',
    key: [['r.id', '']],
    columns: stored(
      'id account_code parent_account_code=p.account_code state email first_name last_name company_name',
      'city=r.address_city region=r.address_state postal_code=r.address_zip country=r.address_country',
      'vat_number flag:tax_exempt preferred_locale bill_to created_at updated_at closed_at',
    ),
  },
  {
    name: 'subscriptions',
    about: 'Subscriptions in every state. `unit_amount` is the price of the plan, `mrr` what reports count.',
    from: `subscriptions r ${OF_ACCOUNT}`,
    key: [['r.uuid', '']],
    columns: stored(
      `uuid ${ACCOUNT_CODE} plan_code plan_name state currency unit_amount_in_cents count:quantity mrr_in_cents`,
      'interval_unit count:interval_length activated_at trial_started_at trial_ends_at current_period_started_at',
      'current_period_ends_at current_term_ends_at flag:auto_renew collection_method paused_at canceled_at',
      'cancel_reason expires_at created_at updated_at',
    ),
  },
  {
    name: 'invoices',
    about: 'Charge invoices and credit invoices. Amounts of credit are below 0.',
    from: `invoices r ${OF_ACCOUNT}`,
    key: [['r.uuid', '']],
    columns: stored(
      `uuid invoice_number=r.invoice_number_prefix||r.invoice_number ${ACCOUNT_CODE} type state origin currency`,
      'subtotal_before_discount_in_cents discount_in_cents subtotal_in_cents tax_in_cents total_in_cents',
      'balance_in_cents vat_number po_number collection_method count:net_terms due_on created_at updated_at closed_at',
    ),
  },
  {
    name: 'line_items',
    about: 'Lines of invoices, and charges and credits that are not invoiced yet. `taxes` is JSON.',
    from: `adjustments r ${OF_ACCOUNT} ${OF_INVOICE}`,
    key: [['r.uuid', '']],
    columns: stored(
      `uuid ${INVOICE_NUMBER} count:position ${ACCOUNT_CODE} subscription_uuid=r.subscription_id plan_code`,
      'item_code product_code type state origin description accounting_code revenue_gl_account_code',
      'revenue_schedule_type currency unit_amount_in_cents count:quantity quantity_decimal discount_in_cents',
      'tax_in_cents taxes total_in_cents flag:tax_exempt original_line_uuid=r.original_adjustment_uuid',
      'credit_reason_code start_date end_date created_at updated_at liability_gl_account_code',
      'performance_obligation_id',
    ),
  },
  {
    name: 'transactions',
    about: 'Payments, refunds, authorizations and verifications, declined ones too.',
    from: `transactions r ${OF_ACCOUNT} ${OF_INVOICE}`,
    key: [['r.uuid', '']],
    columns: stored(
      `uuid original_transaction_uuid ${ACCOUNT_CODE} ${INVOICE_NUMBER} action status origin currency`,
      'amount_in_cents payment_method gateway_code reference approval_code flag:recurring initiator dispute_state',
      'collected_at created_at updated_at',
    ),
  },
  {
    name: 'credit_payments',
    about: 'Credit that was used for invoices, refunded or reduced.',
    from:
      `credit_payments r ${OF_ACCOUNT} ` +
      'LEFT JOIN invoices o ON o.site_id = r.site_id AND o.uuid = r.original_invoice_id ' +
      'LEFT JOIN invoices i ON i.site_id = r.site_id AND i.uuid = r.applied_to_invoice_id',
    key: [['r.uuid', '']],
    columns: stored(
      `uuid ${ACCOUNT_CODE} action original_invoice_number=o.invoice_number_prefix||o.invoice_number`,
      'applied_to_invoice_number=i.invoice_number_prefix||i.invoice_number original_credit_payment_uuid',
      'refund_transaction_uuid currency amount_in_cents created_at updated_at voided_at',
    ),
  },
  {
    name: 'ledger_postings',
    about: 'Postings of the double-entry ledger: those of each movement add up to 0, debits are above 0.',
    from:
      'ledger_entries r JOIN ledger_movements m ON m.site_id = r.site_id AND m.id = r.movement_id ' +
      'LEFT JOIN accounts c ON c.site_id = m.site_id AND c.id = m.account_id ' +
      'LEFT JOIN journal_movements j ON j.site_id = m.site_id AND j.movement_id = m.id',
    key: [
      ['r.movement_id', ''],
      ['r.line', -1],
    ],
    columns: stored(
      `movement_id count:line posted_at=m.at kind=m.kind subject=m.subject ${ACCOUNT_CODE} ledger_account=r.account`,
      'currency=m.currency amount_in_cents=r.amount count:journal_batch=j.batch',
    ),
  },
  {
    name: 'coupon_redemptions',
    about: 'Coupons that customers redeemed.',
    from: `redemptions r ${OF_ACCOUNT}`,
    key: [['r.uuid', '']],
    columns: stored(
      `uuid ${ACCOUNT_CODE} coupon_code subscription_uuid=r.subscription_id flag:single_use currency`,
      'total_discounted_in_cents active_until ended_at created_at updated_at',
    ),
  },
  {
    name: 'gift_cards',
    about:
      'Gift cards, without the codes that redeem them. `balance` is empty until a card is redeemed; its value is ' +
      '`unit_amount`.',
    from:
      'gift_cards r LEFT JOIN accounts g ON g.site_id = r.site_id AND g.id = r.gifter_account_id ' +
      'LEFT JOIN accounts c ON c.site_id = r.site_id AND c.id = r.recipient_account_id',
    key: [['r.key', '']],
    columns: stored(
      'id gifter_account_code=g.account_code recipient_account_code=c.account_code product_code currency',
      'unit_amount_in_cents balance_in_cents delivered_at redeemed_at canceled_at created_at updated_at breakage_at',
    ),
  },
  {
    name: 'mrr_movements',
    about: 'Movements of monthly recurring revenue.',
    from: `mrr_movements r ${OF_ACCOUNT}`,
    key: [['r.id', '']],
    columns: stored(
      `id subscription_uuid=r.subscription_id ${ACCOUNT_CODE} plan_code currency moved_at=r.at kind amount_in_cents`,
      'past_due_in_cents mrr_in_cents reason country',
    ),
  },
];
