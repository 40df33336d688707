import { account } from '../../resources/account.ts';
import { addOn } from '../../resources/add-on.ts';
import { postalFields } from '../../resources/address.ts';
import { billingInfo } from '../../resources/billing-info.ts';
import { coupon } from '../../resources/coupon.ts';
import { currencyKind } from '../../resources/kind.ts';
import { INTERVAL_UNITS, MOST_CYCLES, plan } from '../../resources/plan.ts';
import { COLLECTION_METHODS, subscription } from '../../resources/subscription.ts';
import { AMOUNT_KIND, type ImportColumn, importTable, kindOf } from './column.ts';
import { ADD_ONS, CODES, choice, count, DATE, FLAG, MOMENT, REFERENCE } from './written-kinds.ts';

const accountCode = {
  kind: kindOf(account.fields.account_code),
  required: true,
  holds: 'the code of the account',
} as const;
const currency = { kind: currencyKind(), required: true, holds: 'ISO 4217, a currency of the site' } as const;

/** Columns of an address, which are the same in all files. */
const address = {
  address1: { kind: kindOf(postalFields.address1), synonyms: ['street1'], holds: 'street and number' },
  address2: { kind: kindOf(postalFields.address2), synonyms: ['street2'], holds: 'the second line' },
  city: { kind: kindOf(postalFields.city), holds: 'city' },
  region: {
    kind: kindOf(postalFields.state),
    synonyms: ['state_or_region', 'address_state'],
    holds: 'state or region',
  },
  postal_code: { kind: kindOf(postalFields.zip), synonyms: ['zip'], holds: 'postal code' },
  country: { kind: kindOf(postalFields.country), holds: 'ISO 3166, two letters' },
  phone: { kind: kindOf(postalFields.phone), holds: 'telephone number' },
} as const;

const STAMPS = ['id', 'uuid', 'created_at', 'updated_at'] as const;

export const ACCOUNTS = importTable({
  file: 'accounts.csv',
  otherFiles: [],
  holds: 'Customers. A parent is above its children. Closed accounts are left out.',
  columns: {
    account_code: { ...accountCode, holds: 'the code that your own system has for the customer' },
    parent_account_code: { kind: kindOf(account.fields.account_code), holds: 'the account that it belongs to' },
    bill_to: { kind: choice(['self', 'parent']), holds: 'who pays: `self` unless it says `parent`' },
    account_state: { kind: choice(['active', 'closed']), synonyms: ['state', 'status'], holds: '`active` or `closed`' },
    username: { kind: kindOf(account.fields.username), holds: 'name of the user' },
    email: { kind: kindOf(account.fields.email), holds: 'email address' },
    cc_emails: { kind: kindOf(account.fields.cc_emails), holds: 'addresses that get copies, separated by commas' },
    first_name: { kind: kindOf(account.fields.first_name), holds: 'first name' },
    last_name: { kind: kindOf(account.fields.last_name), holds: 'last name' },
    company_name: { kind: kindOf(account.fields.company_name), synonyms: ['company'], holds: 'company' },
    vat_number: { kind: kindOf(account.fields.vat_number), holds: 'VAT number, with the country' },
    tax_exempt: { kind: FLAG, holds: '`true`: no tax' },
    ...address,
    preferred_locale: { kind: kindOf(account.fields.preferred_locale), holds: 'language, such as `de-CH`' },
    preferred_time_zone: { kind: kindOf(account.fields.preferred_time_zone), holds: 'IANA name' },
  },
  ignored: [...STAMPS, 'closed_at', 'hosted_login_token', 'accept_language'],
});

export const GATEWAY_METHODS = importTable({
  file: 'payment_methods.csv',
  otherFiles: ['billing_info.csv'],
  holds:
    'Payment methods that a gateway holds, one for an account: its primary. Further ones, such as a backup, are added with `POST /v2/accounts/{account_code}/billing_infos` after the import. The gateway is asked for each, and no bank is.',
  columns: {
    account_code: accountCode,
    gateway_code: {
      kind: kindOf(billingInfo.fields.gateway_code),
      required: true,
      holds: 'the code of the gateway account here',
    },
    gateway_token: {
      kind: { name: 'the token of the method at the gateway, at most 255 characters', read: (text: string) => text },
      required: true,
      synonyms: ['payment_method_token', 'reference'],
      holds: 'the token of the method at the gateway',
    },
    account_reference: {
      kind: { name: 'the reference of the customer at the gateway', read: (text: string) => text },
      synonyms: ['customer_reference'],
      holds: 'the customer at the gateway, where the token belongs to one',
    },
    first_name: { kind: kindOf(account.fields.first_name), holds: 'first name of the holder' },
    last_name: { kind: kindOf(account.fields.last_name), holds: 'last name of the holder' },
    company_name: { kind: kindOf(account.fields.company_name), synonyms: ['company'], holds: 'company' },
    ...address,
  },
  ignored: [...STAMPS, 'card_type', 'first_six', 'last_four', 'last_two', 'month', 'year', 'state', 'vat_number'],
});

const wholeUnits = (name: string, holds: string): ImportColumn<import('./column.ts').WrittenAmount> => ({
  kind: AMOUNT_KIND,
  inCents: [`${name}_in_cents`],
  holds,
});

export const PLANS = importTable({
  file: 'plans.csv',
  otherFiles: [],
  holds:
    'Plans with a fixed price, a row for each currency. Rows of one plan follow one another; the first says the rest.',
  columns: {
    plan_code: { kind: kindOf(plan.fields.plan_code), required: true, holds: 'the code of the plan' },
    name: { kind: kindOf(plan.fields.name), required: true, holds: 'name' },
    currency,
    unit_amount: { ...wholeUnits('unit_amount', 'price of a period'), required: true },
    setup_fee: wholeUnits('setup_fee', 'charged once, to new customers'),
    interval_length: {
      kind: kindOf(plan.fields.plan_interval_length),
      synonyms: ['plan_interval_length'],
      holds: 'length of a period: 1',
    },
    interval_unit: {
      kind: choice(INTERVAL_UNITS, { day: 'days', month: 'months' }),
      synonyms: ['plan_interval_unit'],
      holds: '`months` or `days`',
    },
    trial_interval_length: { kind: kindOf(plan.fields.trial_interval_length), holds: 'length of the trial: none' },
    trial_interval_unit: {
      kind: choice(INTERVAL_UNITS, { day: 'days', month: 'months' }),
      holds: '`months` or `days`',
    },
    total_billing_cycles: { kind: kindOf(plan.fields.total_billing_cycles), holds: 'periods of a term: no end' },
    auto_renew: { kind: FLAG, holds: 'whether a term follows another: `true`' },
    tax_exempt: { kind: FLAG, holds: '`true`: no tax' },
    tax_code: { kind: kindOf(plan.fields.tax_code), holds: 'tax code' },
    accounting_code: { kind: kindOf(plan.fields.accounting_code), holds: 'accounting code' },
  },
  ignored: [...STAMPS, 'state', 'description'],
});

export const ADD_ON_PRICES = importTable({
  file: 'add_ons.csv',
  otherFiles: [],
  holds: 'Add-ons of the plans with a fixed price, a row for each currency. Rows of one add-on follow one another.',
  columns: {
    plan_code: { kind: kindOf(plan.fields.plan_code), required: true, holds: 'a plan of the site or of `plans.csv`' },
    add_on_code: { kind: kindOf(addOn.fields.add_on_code), required: true, holds: 'the code of the add-on' },
    name: { kind: kindOf(addOn.fields.name), required: true, holds: 'name' },
    currency: { ...currency, holds: 'a currency of the plan' },
    unit_amount: { ...wholeUnits('unit_amount', 'price of one'), required: true },
  },
  ignored: STAMPS,
});

export const COUPONS = importTable({
  file: 'coupons.csv',
  otherFiles: [],
  holds: 'Coupons that customers still have.',
  columns: {
    coupon_code: { kind: kindOf(coupon.fields.coupon_code), required: true, holds: 'the code of the coupon' },
    name: { kind: kindOf(coupon.fields.name), required: true, holds: 'name' },
    discount_type: {
      kind: choice(['percent', 'dollars'], { fixed: 'dollars' }),
      required: true,
      holds: '`percent`, or `dollars` for an amount of any currency',
    },
    discount_percent: { kind: kindOf(coupon.fields.discount_percent), holds: 'whole percent, of `percent`' },
    discount: wholeUnits('discount', 'the amount, of `dollars`'),
    currency: { kind: currencyKind(), holds: 'the currency of the amount' },
    duration: {
      kind: choice(['forever', 'single_use', 'temporal']),
      holds: '`forever`, `single_use` or `temporal`: `forever`',
    },
    temporal_amount: { kind: kindOf(coupon.fields.temporal_amount), holds: 'how long, of `temporal`' },
    temporal_unit: { kind: choice(['day', 'week', 'month', 'year']), holds: '`day`, `week`, `month` or `year`' },
    plan_codes: { kind: CODES, holds: 'the plans that it is for, separated by semicolons: all' },
    redemption_resource: { kind: choice(['account', 'subscription']), holds: '`account` or `subscription`: `account`' },
  },
  ignored: [...STAMPS, 'state'],
});

const subscriptionReference = ['subscription_uuid', 'subscription_id'] as const;

export const REDEMPTIONS = importTable({
  file: 'redemptions.csv',
  otherFiles: ['coupon_redemptions.csv'],
  holds: 'Coupons that customers redeemed and that still discount. Those that ended are left out.',
  columns: {
    account_code: accountCode,
    coupon_code: {
      kind: kindOf(coupon.fields.coupon_code),
      required: true,
      holds: 'a coupon of the site or of `coupons.csv`',
    },
    subscription: {
      kind: REFERENCE,
      synonyms: subscriptionReference,
      holds: 'the subscription that it is for: all that the account buys',
    },
    currency: { kind: currencyKind(), holds: 'the currency that the account pays in: the default of the site' },
    redeemed_at: { kind: MOMENT, required: true, synonyms: ['created_at'], holds: 'when it was redeemed' },
    active_until: {
      kind: MOMENT,
      holds: 'the last moment at which it discounts: that of the coupon, counted from `redeemed_at`',
    },
    ended_at: { kind: MOMENT, holds: 'when it ended: such a row is left out' },
  },
  ignored: ['id', 'uuid', 'updated_at', 'single_use', 'total_discounted', 'total_discounted_in_cents', 'state'],
});

export const SUBSCRIPTIONS = importTable({
  file: 'subscriptions.csv',
  otherFiles: [],
  holds: 'Running subscriptions. Expired and failed ones are left out.',
  columns: {
    subscription: {
      kind: REFERENCE,
      required: true,
      synonyms: ['uuid', ...subscriptionReference],
      holds: 'its name in the other system; 32 hexadecimal digits stay its uuid',
    },
    account_code: accountCode,
    plan_code: { kind: kindOf(plan.fields.plan_code), required: true, holds: 'a plan of the site or of `plans.csv`' },
    state: {
      kind: choice(['active', 'canceled', 'future', 'paused', 'expired', 'failed'], {
        in_trial: 'active',
        trial: 'active',
        trialing: 'active',
        past_due: 'active',
        live: 'active',
      }),
      required: true,
      holds: '`active` (also in its trial), `canceled`, `future` or `paused`',
    },
    currency,
    unit_amount: wholeUnits('unit_amount', 'price of the plan for one: that of the plan'),
    quantity: { kind: count(1, 999_999_999), holds: 'quantity: 1' },
    add_ons: { kind: ADD_ONS, holds: 'add-ons such as `seats:3@5.00;support`: code, quantity and price for one' },
    activated_at: { kind: MOMENT, holds: 'when it began; required unless it is `future`' },
    current_period_started_at: { kind: MOMENT, holds: 'when the current period began; required unless `future`' },
    current_period_ends_at: {
      kind: MOMENT,
      synonyms: ['next_bill_date', 'next_billing_date'],
      holds: 'when it is billed next; required unless `future`',
    },
    trial_started_at: { kind: MOMENT, holds: 'when its trial began' },
    trial_ends_at: { kind: MOMENT, holds: 'when its trial ends or ended; a running one ends with the current period' },
    starts_at: { kind: MOMENT, holds: 'when a `future` one begins' },
    canceled_at: { kind: MOMENT, holds: 'when it was canceled' },
    expires_at: { kind: MOMENT, holds: 'when a `canceled` one ends: with the current period' },
    paused_at: { kind: MOMENT, holds: 'when a `paused` one was paused' },
    remaining_pause_cycles: {
      kind: count(1, 999),
      holds: 'periods that a `paused` one stays paused, this one included',
    },
    total_billing_cycles: {
      kind: kindOf(subscription.fields.total_billing_cycles),
      holds: 'periods of a term: those of the plan',
    },
    remaining_billing_cycles: {
      kind: count(0, MOST_CYCLES),
      holds: 'periods of the term that are still to be billed; required where there is a term',
    },
    current_term_started_at: { kind: MOMENT, holds: 'when the term began: with the current period' },
    auto_renew: { kind: FLAG, holds: 'whether another term follows: as the plan says' },
    collection_method: { kind: choice(COLLECTION_METHODS), holds: '`automatic` or `manual`: `automatic`' },
    net_terms: { kind: kindOf(subscription.fields.net_terms), holds: 'days to pay, of `manual`: 0' },
    po_number: { kind: kindOf(subscription.fields.po_number), holds: 'the number of the purchase order' },
    tax_inclusive: { kind: FLAG, holds: '`true`: the price contains the tax' },
  },
  ignored: [
    ...([
      'id',
      'created_at',
      'updated_at',
      'plan_name',
      'mrr',
      'mrr_in_cents',
      'interval_unit',
      'interval_length',
    ] as const),
    ...(['current_term_ends_at', 'cancel_reason'] as const),
  ],
});

export const OPEN_INVOICES = importTable({
  file: 'open_invoices.csv',
  otherFiles: ['invoices.csv'],
  holds: 'What customers still owe. Invoices that are paid, failed, voided or closed are left out.',
  columns: {
    invoice_number: {
      kind: REFERENCE,
      required: true,
      holds: 'its number in the other system; it gets a number of this site',
    },
    account_code: accountCode,
    type: { kind: choice(['charge', 'credit', 'legacy']), holds: 'an open `credit` becomes credit of the account' },
    state: {
      kind: choice(['pending', 'past_due', 'open', 'processing', 'paid', 'failed', 'voided', 'closed'], {
        collected: 'paid',
      }),
      holds: 'one that is `processing` has to wait until its payment has settled',
    },
    currency,
    balance: {
      ...wholeUnits('balance', 'what is still owed, with tax'),
      kind: { ...AMOUNT_KIND, read: (text: string) => AMOUNT_KIND.read(text.replace(/^-/, '')) },
      required: true,
      synonyms: ['amount_remaining'],
    },
    due_on: { kind: MOMENT, required: true, synonyms: ['due_at', 'due_date'], holds: 'when it is or was due' },
    collection_method: { kind: choice(COLLECTION_METHODS), holds: '`automatic` or `manual`: `automatic`' },
    net_terms: { kind: kindOf(subscription.fields.net_terms), holds: 'days to pay, of `manual`: 0' },
    po_number: { kind: kindOf(subscription.fields.po_number), holds: 'the number of the purchase order' },
    description: { kind: kindOf(plan.fields.name), holds: 'the text of its line: its number' },
  },
  ignored: [
    ...STAMPS,
    ...(['subtotal_before_discount', 'subtotal_before_discount_in_cents'] as const),
    ...(['origin', 'subtotal', 'subtotal_in_cents', 'discount', 'discount_in_cents', 'tax', 'tax_in_cents'] as const),
    ...([
      'total',
      'total_in_cents',
      'closed_at',
      'tax_type',
      'tax_region',
      'tax_rate',
      'country',
      'vat_number',
    ] as const),
    ...(['credited', 'credited_in_cents', 'recovery_reason', 'business_entity', 'customer', 'paid_at'] as const),
  ],
});

export const CREDITS = importTable({
  file: 'credits.csv',
  otherFiles: [],
  holds: 'Credit that customers have, which the next invoices use.',
  columns: {
    credit: { kind: REFERENCE, required: true, synonyms: ['invoice_number'], holds: 'its name in the other system' },
    account_code: accountCode,
    currency,
    amount: { ...wholeUnits('amount', 'what is left of it'), required: true, synonyms: ['balance'] },
    description: { kind: kindOf(plan.fields.name), holds: 'the text of its line' },
  },
  ignored: STAMPS,
});

export const EXPECTED_RENEWALS = importTable({
  file: 'expected_renewals.csv',
  otherFiles: [],
  holds:
    'What you expect of the next renewal of each subscription, for `import compare`; `import run` does not read it.',
  columns: {
    subscription: {
      kind: REFERENCE,
      required: true,
      synonyms: ['uuid', ...subscriptionReference],
      holds: 'as in `subscriptions.csv`',
    },
    date: {
      kind: DATE,
      required: true,
      synonyms: ['next_bill_date', 'current_period_ends_at'],
      holds: 'when it renews: a day of the site, or a moment',
    },
    currency,
    total: { ...wholeUnits('total', 'the total of the invoice, with tax'), required: true },
    discount: wholeUnits('discount', 'what coupons take off, if you know it'),
    tax: wholeUnits('tax', 'the tax, if you know it'),
    quantity: { kind: count(1, 999_999_999), holds: 'the quantity, if you know it' },
    unit_amount: wholeUnits('unit_amount', 'the price of the plan for one, if you know it'),
  },
  ignored: ['account_code', 'plan_code'],
});

/** The files that an import reads, in the order in which it writes their records. */
export const IMPORT_TABLES = [
  PLANS,
  ADD_ON_PRICES,
  COUPONS,
  ACCOUNTS,
  GATEWAY_METHODS,
  REDEMPTIONS,
  SUBSCRIPTIONS,
  OPEN_INVOICES,
  CREDITS,
] as const;
