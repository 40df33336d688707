import { accountAcquisition } from './account-acquisition.ts';
import { address } from './address.ts';
import { billingInfo } from './billing-info.ts';
import { confirmationFields } from './confirmation.ts';
import { customField } from './custom-field.ts';
import { externalAccount, MOST_EXTERNAL_ACCOUNTS } from './external-account.ts';
import {
  aliasOf,
  always,
  code,
  credential,
  derived,
  editable,
  email,
  emails,
  embedded,
  flag,
  identity,
  inputOnly,
  link,
  linkAccepting,
  list,
  maybe,
  noted,
  omittedWhenAbsent,
  onCreate,
  oneOf,
  orElse,
  personal,
  recordId,
  required,
  since,
  text,
  time,
  timeZone,
  unshown,
} from './field.ts';
import { resource, type Writable } from './resource.ts';
import type { Infer } from './schema.ts';
import { shippingAddress } from './shipping-address.ts';

export const ACCOUNT_STATES = ['active', 'closed'] as const;

export const BILL_TO = ['self', 'parent'] as const;

/**
 * The pattern of an account code: no dot first, and nothing that would break an address, such as a slash, a semicolon
 * or a control character.
 */
const ACCOUNT_CODE = /^[^./;\p{Cc}][^/;\p{Cc}]*$/u;

/** A customer of a site. */
export const account = resource(
  'account',
  {
    adjustments: link(),
    account_balance: link(),
    billing_info: linkAccepting(editable(embedded(() => billingInfo))),
    child_accounts: since('2.19', link()),
    credit_payments: since('2.10', link()),
    entitlements: since('2.29', link()),
    external_accounts: since('2.29', linkAccepting(editable(list(() => externalAccount, MOST_EXTERNAL_ACCOUNTS)))),
    external_invoices: since('2.29', link()),
    external_subscriptions: since('2.29', link()),
    invoice_template: since('2.29', link()),
    invoices: link(),
    notes: since('2.15', link()),
    override_business_entity: since('2.29', link()),
    parent_account: since('2.19', link()),
    redemptions: link(),
    shipping_addresses: linkAccepting(editable(list(() => shippingAddress))),
    subscriptions: link(),
    transactions: link(),
    account_code: identity(onCreate(required(code(50, ACCOUNT_CODE)))),
    parent_account_code: noted('Empty removes the parent.', since('2.19', derived(editable(code(50))))),
    bill_to: noted(
      'The account whose invoices its charges and credits are on, and which pays them. Changes once all of them are paid.',
      since('2.29', editable(orElse('self', oneOf(BILL_TO)))),
    ),
    state: oneOf(ACCOUNT_STATES),
    username: personal(editable(text())),
    email: personal(editable(email())),
    cc_emails: personal(editable(emails())),
    first_name: personal(editable(text())),
    last_name: personal(editable(text())),
    company_name: editable(text()),
    vat_location_valid: noted(
      'Whether the country of its address is that of its payment method. Left out where one of both is unknown.',
      omittedWhenAbsent(derived(maybe(flag()))),
    ),
    company: aliasOf('company_name', editable(text())),
    vat_number: noted('Must be a number of the country of the address.', editable(code(50))),
    tax_exempt: editable(orElse(false, flag())),
    exemption_certificate: omittedWhenAbsent(since('2.17', editable(code(30)))),
    entity_use_code: omittedWhenAbsent(since('2.17', editable(text(1, /^[A-R]$/)))),
    address: noted('An update replaces the whole address.', always(editable(embedded(() => address)))),
    shipping_address: noted('A list of one.', inputOnly(editable(embedded(() => shippingAddress)))),
    accept_language: editable(text(35)),
    hosted_login_token: credential(text(32)),
    created_at: time(),
    updated_at: time(),
    closed_at: maybe(time()),
    has_live_subscription: derived(flag()),
    has_active_subscription: derived(flag()),
    has_future_subscription: derived(flag()),
    has_canceled_subscription: derived(flag()),
    has_paused_subscription: since('2.11', derived(flag())),
    has_past_due_invoice: derived(flag()),
    preferred_locale: since('2.11', editable(text(12))),
    preferred_time_zone: since('2.29', editable(timeZone())),
    custom_fields: since(
      '2.14',
      editable(
        orElse(
          [],
          list(() => customField),
        ),
      ),
    ),
    account_acquisition: since('2.4', inputOnly(editable(embedded(() => accountAcquisition)))),
    dunning_campaign_id: since(
      '2.29',
      noted('Empty: no campaign of its own.', omittedWhenAbsent(derived(editable(code(13))))),
    ),
    transaction_type: confirmationFields.transaction_type,
    invoice_template_uuid: noted(
      'Chooses the look of invoices from the next one on. An empty one goes back to the default.',
      unshown(since('2.29', editable(recordId()))),
    ),
    override_business_entity_id: noted(
      'The id of a business entity, in place of the one for the country. An empty one takes it away.',
      unshown(since('2.29', editable(recordId()))),
    ),
  },
  {
    ignored: ['phone'],
    actions: { reopen: { method: 'put', when: ({ state }: { state: string }) => state === 'closed' } },
  },
);

export type Account = Infer<typeof account>;
export type AccountInput = Writable<typeof account>;
