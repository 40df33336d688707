import type { FieldGroup, TableField } from './table-spec.ts';

const ACCOUNTING: FieldGroup = {
  title: 'Taxes and accounting',
  folded: true,
  fields: [
    { name: 'tax_code', label: 'Tax code' },
    { name: 'tax_exempt', label: 'Exempt from taxes' },
    { name: 'accounting_code', label: 'Accounting code' },
    { name: 'setup_fee_accounting_code', label: 'Accounting code of the setup fee' },
    { name: 'revenue_schedule_type', label: 'Revenue is recognized' },
    { name: 'setup_fee_revenue_schedule_type', label: 'Revenue of the setup fee is recognized' },
  ],
};

/** The fields of a plan but those that refer to general ledger accounts. */
const GROUPS: readonly FieldGroup[] = [
  {
    title: 'Plan',
    fields: [
      { name: 'name', label: 'Name', hint: 'Customers read it on invoices and in the account pages.' },
      {
        name: 'plan_code',
        label: 'Code',
        hint: 'Your programs name the plan by it. Subscriptions keep the code that they were sold under.',
      },
      { name: 'description', label: 'Description' },
    ],
  },
  {
    title: 'Prices',
    fields: [
      { name: 'unit_amount_in_cents', label: 'Price', hint: 'Of one unit and one period, for new sales only.' },
      { name: 'setup_fee_in_cents', label: 'Setup fee', hint: 'Charged once, whatever the quantity.' },
    ],
  },
  {
    title: 'Billing',
    fields: [
      { name: 'plan_interval_length', label: 'Length of a period', hint: 'It cannot be changed later.' },
      { name: 'plan_interval_unit', label: 'Unit of the period' },
      { name: 'total_billing_cycles', label: 'Periods of a term', hint: 'Empty: until the subscription is canceled.' },
      { name: 'auto_renew', label: 'Renew at the end of the term' },
      {
        name: 'allow_any_item_on_subscriptions',
        label: 'Sell items with subscriptions',
        hint: 'Subscriptions may then have any item of the catalogue besides the add-ons.',
      },
    ],
  },
  {
    title: 'Trial',
    fields: [
      { name: 'trial_interval_length', label: 'Length of the trial', hint: '0: no trial.' },
      { name: 'trial_interval_unit', label: 'Unit of the trial' },
      { name: 'trial_requires_billing_info', label: 'The trial needs a payment method' },
    ],
  },
  ACCOUNTING,
  {
    title: 'Pages of your shop',
    folded: true,
    fields: [
      { name: 'unit_name', label: 'Name of a unit', hint: 'For example “seat”.' },
      { name: 'display_quantity', label: 'Ask for a quantity' },
      { name: 'display_phone_number', label: 'Ask for a phone number' },
      { name: 'display_donation_amounts', label: 'Let the customer choose the amount' },
      { name: 'bypass_hosted_confirmation', label: 'Leave out the confirmation' },
      { name: 'success_url', label: 'Address after a purchase' },
      { name: 'cancel_url', label: 'Address after giving up' },
      { name: 'payment_page_tos_link', label: 'Address of the terms of service' },
    ],
  },
];

/**
 * Returns the fields of the form of a plan. `ledger`: those that refer to general ledger accounts. A ramp has its
 * prices in its steps.
 */
export const planGroups = (ledger: readonly TableField[], { isRamp }: { readonly isRamp: boolean }) =>
  GROUPS.map((group): FieldGroup => {
    const fields = group.fields.filter(({ name }) => !(isRamp && name === 'unit_amount_in_cents'));
    return { ...group, fields: group === ACCOUNTING ? [...fields, ...ledger] : fields };
  });
