import type {
  AccountRecord,
  BillingInfoRecord,
  Intent,
  Outgoing,
  ShippingAddressRecord,
  TransactionRecord,
} from '@service/billing/ports/records.ts';
import type { Key } from '@service/billing/ports/sites.ts';
import type { Site } from '@service/billing/site.ts';

/** 2026-03-01T12:00:00Z, in whole seconds. */
export const NOON = 1_772_366_400;

/** The nth id: later ones sort behind earlier ones, as UUIDv7s do. */
export const id = (n: number): string => n.toString(16).padStart(32, '0');

export const aSite = (n: number, changes: Partial<Site> = {}): Site => ({
  id: id(n),
  subdomain: `site-${n}`,
  mode: 'sandbox',
  tier: 'base',
  standing: 'good',
  technical_contact: 'tech@example.com',
  seller_country: 'US',
  currencies: ['USD', 'EUR'],
  address_requirement: 'none',
  customer_notes: null,
  terms_and_conditions: 'Pay within a month.',
  vat_reverse_charge_notes: null,
  manual_invoicing: false,
  time_zone: 'Europe/Vienna',
  custom_fields: ['size'],
  ended_versions: 'by_mode',
  unknown_versions: 'serve_latest',
  attempts_per_hour: 20,
  requests_per_minute: null,
  clock_offset: 0,
  ...changes,
});

export const aKey = (n: number, site: Site, changes: Partial<Key> = {}): Key => ({
  id: id(n),
  site_id: site.id,
  kind: 'private',
  name: `key ${n}`,
  hash: id(n).repeat(2),
  value: null,
  read_only: false,
  created_at: NOON * 1000 + n,
  valid_until: null,
  ...changes,
});

/** What storage holds and reads of an account: not what a client may only send. */
export const anAccount = (n: number, changes: Partial<AccountRecord> = {}): AccountRecord => {
  const held = {
    id: id(n),
    parent_id: null,
    account_code: `customer-${n}`,
    state: 'active',
    username: null,
    email: 'ada@example.com',
    cc_emails: null,
    first_name: 'Ada',
    last_name: 'Løvelace',
    company_name: '',
    vat_number: null,
    tax_exempt: true,
    exemption_certificate: null,
    entity_use_code: null,
    address: {
      address1: '1 Quay',
      address2: null,
      city: 'Cork',
      state: null,
      zip: 'T12',
      country: 'IE',
      phone: null,
    },
    accept_language: null,
    hosted_login_token: id(n),
    created_at: NOON + n,
    updated_at: NOON + n,
    closed_at: null,
    preferred_locale: null,
    custom_fields: [{ name: 'size', value: 'L' }],
    parent_account_code: null,
    has_billing_info: false,
    has_children: false,
    has_live_subscription: false,
    has_active_subscription: false,
    has_future_subscription: false,
    has_canceled_subscription: false,
    has_paused_subscription: false,
    has_past_due_invoice: false,
    ...changes,
  };
  return held as AccountRecord;
};

export const anAddress = (n: number, account: AccountRecord): ShippingAddressRecord => ({
  key: id(n),
  account_id: account.id,
  id: n,
  first_name: 'Ada',
  last_name: 'Løvelace',
  nickname: 'Home',
  company_name: null,
  email: null,
  phone: null,
  vat_number: null,
  address1: '1 Quay',
  address2: null,
  city: 'Cork',
  state: 'Munster',
  zip: 'T12',
  country: 'IE',
  created_at: NOON + n,
  updated_at: NOON + n,
});

export const aBillingInfo = (account: AccountRecord): BillingInfoRecord => {
  const held = {
    account_id: account.id,
    reference: 'card-1',
    gateway_code: 'test',
    created_at: NOON,
    type: 'credit_card' as const,
    first_name: 'Ada',
    last_name: 'Løvelace',
    name_on_account: null,
    company: null,
    address1: '1 Quay',
    address2: null,
    city: 'Cork',
    state: null,
    zip: 'T12',
    country: 'IE',
    phone: null,
    vat_number: null,
    ip_address: '192.0.2.1',
    ip_address_country: null,
    card_type: 'Visa',
    year: 2030,
    month: 11,
    first_six: '411111',
    last_four: '1111',
    account_type: null,
    routing_number: null,
    updated_at: NOON,
  };
  return held as unknown as BillingInfoRecord;
};

export const aTransaction = (
  n: number,
  account: AccountRecord | null,
  changes: Partial<TransactionRecord> = {},
): TransactionRecord => ({
  account_id: account?.id ?? null,
  type: 'credit_card',
  uuid: id(n),
  action: 'verify',
  amount_in_cents: 0,
  tax_in_cents: 0,
  currency: 'EUR',
  status: 'failed',
  payment_method: 'credit_card',
  reference: '12345',
  source: 'billing_info',
  recurring: false,
  test: true,
  voidable: false,
  refundable: false,
  ip_address: null,
  gateway_type: 'test',
  origin: 'api',
  message: null,
  approval_code: null,
  transaction_error: { error_code: 'insufficient_funds', error_category: 'soft', gateway_error_code: '51' },
  cvv_result: { code: 'M', text: 'Match' },
  avs_result: null,
  avs_result_street: null,
  avs_result_postal: 'Y',
  created_at: NOON + n,
  updated_at: NOON + n,
  details: {
    account: {
      account_code: account?.account_code ?? 'nobody',
      first_name: 'Ada',
      last_name: null,
      company: null,
      email: null,
      billing_info: null,
    },
  },
  ...changes,
});

export const anIntent = (n: number, subject: string, leased_until: number): Intent => ({
  id: id(n),
  kind: 'verify',
  subject,
  gateway_key: `key-${n}`,
  gateway_code: 'test',
  correlation: 'request-1',
  leased_until,
});

export const aMessage = (n: number, kind: string): Outgoing => ({
  id: id(n),
  kind,
  recipient: 'tech@example.com',
  correlation: 'request-1',
  payload: { limit: 400 },
});
