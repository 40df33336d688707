import type { ListedApproval } from '@service/billing/domain/approvals/approval.ts';
import type { Facts, MailMatter } from '@service/billing/domain/mail/facts.ts';
import type { MailContent } from '@service/billing/ports/mail.ts';
import { CUSTOMER_MAIL, type MailKind, OPERATOR_MAIL } from '@service/billing/resources/mail-kind.ts';
import { aGiftCard, anAccount, aSite, id, NOON } from '../../adapters/storage/testing/samples.ts';
import { anAdjustment, anInvoice } from '../../adapters/storage/testing/selling-samples.ts';

const VISA = { type: 'credit_card', card_type: 'Visa', last_four: '1111' };
const PLAN = { subscription_id: id(9), plan_name: 'Tideline', quantity: 1 };
const DAY = 86_400;
const money = (amount_in_cents: number) => ({ amount_in_cents, currency: 'USD' });
const about = { invoice_id: id(8), invoice_number: '1001', currency: 'USD', method: VISA };

const goesOn = { since_ms: NOON * 1000, until_ms: null };
const disputed = { account_code: 'ada', invoice_number: '1001', ...money(2499), reason: 'fraudulent' };

const REFUND_TO_APPROVE: ListedApproval = {
  uuid: id(6),
  kind: 'invoice_refund',
  account_id: id(1),
  account_code: 'ada',
  subject: '1001',
  form: { reason: 'goodwill', comment: 'was away' },
  ...money(90_000),
  requested_by: 'operator:grace@example.com',
  requested_at: NOON,
  state: 'declined',
  decided_by: 'operator:charles@example.com',
  decided_at: NOON + DAY,
  outcome: 'Half of it was refunded in May.',
};

/** Facts of a message of every kind. */
export const sampleFacts: Facts = {
  order_confirmation: {
    subscriptions: [{ ...PLAN, starts_at: null, trial_ends_at: NOON + 7 * DAY }],
    invoice: { id: id(8), number: '1001', ...money(2499), due_on: null },
  },
  receipt: { ...about, ...money(2499), paid_at: NOON },
  payment_failed: {
    ...about,
    ...money(1999),
    next_attempt_at: NOON + 3 * DAY,
    ends_at: NOON + 28 * DAY,
    final: false,
    written_off: false,
  },
  payment_confirmation: { ...about, ...money(1999), ends_at: NOON + 28 * DAY, final: false },
  card_expiring: { ...VISA, year: 2026, month: 12, billing_info_uuid: '0123456789ab' },
  trial_ending: { ...PLAN, ...money(1999), ends_at: NOON + 3 * DAY },
  renewal_ahead: {
    ...PLAN,
    plan_name: 'Tideline Yearly',
    ...money(19_900),
    renews_at: NOON + 30 * DAY,
    new_price_in_cents: 24_900,
  },
  subscription_canceled: {
    ...PLAN,
    ends_at: NOON + 20 * DAY,
    charges: {
      owed: [money(1999)],
      under_way: [money(500)],
      uninvoiced: [money(100)],
      usage: true,
      renews: true,
    },
  },
  subscription_expired: { ...PLAN, unpaid_invoice_number: '1001' },
  refund: { ...money(1999), method: VISA, invoice_number: '1002' },
  gift_card_delivery: { gift_card_id: 1 },
  account_link: {},
  email_changed: {},
  payment_method_changed: { ...VISA, primary: true },
  payment_method_added: VISA,
  payment_method_removed: VISA,
  private_key_changed: { change: 'regenerated', key_name: 'Shop server', read_only: false },
  limit_exceeded: { limit: 1000, window_in_seconds: 300 },
  card_testing: { setting: 'tokens_per_minute', limit: 3000 },
  webhook_endpoint_paused: { endpoint_id: id(5), host: 'shop.example' },
  dispute_opened: { ...disputed, withdrawn: true, evidence_due_at: NOON + 14 * DAY },
  dispute_closed: { ...disputed, outcome: 'lost' },
  refund_failed: { account_code: 'ada', invoice_number: '1001', ...money(1999) },
  gateway_unavailable: { gateway_code: 'europe', error_code: 'gateway_unavailable' },
  approval_requested: { approval_id: id(6) },
  approval_decided: { approval_id: id(6) },
  gateway_available: { gateway_code: 'europe', since: 1_798_761_600, until: 1_798_772_400 },
  due_work_parked: { detail: 'collection: 3, dunning: 1', ...goesOn },
  due_work_late: { detail: 'collection: 200', ...goesOn, until_ms: NOON * 1000 + 3_600_000 },
  webhook_endpoint_failing: { detail: `shop.example (${id(5)})`, ...goesOn },
  payouts_not_fetched: { detail: 'main: The gateway main did not answer: connection refused', ...goesOn },
  export_failed: { detail: 'AccessDenied', ...goesOn },
  backup_old: { detail: 'The last one was taken 30 hours ago.', ...goesOn },
  disk_nearly_full: { detail: '90 MB are free in /var/lib/billing.', ...goesOn },
  key_ending: { detail: 'Shop server: ends at 2026-12-31T18:00:00Z', ...goesOn, until_ms: NOON * 1000 + 3_600_000 },
  certificate_ending: { detail: 'The certificate at PUBLIC_URL ends in 9 days.', ...goesOn },
  clock_wrong: { detail: 'The clock of this machine and that of database are 60 minutes apart.', ...goesOn },
  token_store_failing: { detail: 'TOKEN_STORE_KEY is not the key of the other processes.', ...goesOn },
  secrets_unreadable: { detail: 'Some secrets cannot be decrypted with SECRETS_KEY.', ...goesOn },
  gateway_slow: {
    detail: 'The gateway account main takes more than five seconds for each of the latest calls.',
    ...goesOn,
  },
  worker_silent: { detail: 'Workers that have left no sign for a minute: 1 of 2.', ...goesOn },
};

export interface SampleOptions {
  readonly language?: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly plan_name?: string;
  readonly site?: Partial<MailContent['site']>;
  readonly personal_message?: string;
}

/** Returns a message of a kind with everything it says. */
export const sampleMail = (kind: MailKind, options: SampleOptions = {}): MailContent => {
  const { language = 'en', first_name = 'Ada', last_name = 'Lovelace', plan_name } = options;
  const account = anAccount(1, { first_name, last_name, email: 'ada@example.com', preferred_locale: language });
  const facts = { ...sampleFacts[kind], ...(plan_name && 'plan_name' in sampleFacts[kind] ? { plan_name } : {}) };
  const hasInvoice = kind === 'receipt' || kind === 'order_confirmation';
  const line = {
    ...anAdjustment(1, account),
    account_code: 'ada',
    invoice: '1001',
    description: plan_name ?? 'Tideline',
    quantity: 1,
  };
  const card = aGiftCard(1, account);
  return {
    id: id(77),
    matter: { kind, facts } as unknown as MailMatter,
    site: {
      ...aSite(1),
      company: 'Tideline',
      company_address: ['1 Pier', 'Dover, DE 19901'],
      mail_logo: null,
      logo: null,
      brand_color: null,
      brand_font: 'inter',
      shop_url: null,
      privacy_url: null,
      mail_language: 'en',
      ...options.site,
    },
    account: (CUSTOMER_MAIL as readonly string[]).includes(kind) ? account : undefined,
    approval: (OPERATOR_MAIL as readonly string[]).includes(kind) ? REFUND_TO_APPROVE : undefined,
    giftCard:
      kind === 'gift_card_delivery'
        ? {
            ...card,
            redemption_code: 'DEMOGIFTUSD00020',
            unit_amount_in_cents: 2000,
            currency: 'USD',
            delivery: {
              ...card.delivery,
              first_name,
              last_name,
              gifter_name: 'Charles',
              personal_message: options.personal_message ?? 'Happy birthday.\nSee you at the sea.',
            },
          }
        : undefined,
    invoice: hasInvoice
      ? {
          invoice: { ...anInvoice(1001, account), account_code: 'ada', parent_account_code: null },
          lines: [
            { ...line, unit_amount_in_cents: 1999 },
            { ...line, origin: 'setup_fee', description: 'Tideline: setup fee', unit_amount_in_cents: 500 },
          ],
          transactions: [],
          creditPayments: [],
        }
      : undefined,
    recipient: 'ada@example.com',
    links_until: NOON + 30 * DAY,
    is_copy: false,
    copies: [],
  };
};
