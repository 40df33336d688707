import type { Resource } from '@service/billing/resources/resource.ts';
import type { Address } from './endpoint.ts';

// biome-ignore lint/suspicious/noExplicitAny: each entry is written for the record its resource is rendered from
type Towards = (record: any) => Address | undefined;

/** Where the relations of a record lead. Resource tables name relations; their addresses belong to this API. */
export interface Relations {
  readonly self?: Towards;
  readonly links?: Readonly<Record<string, Towards>>;
  readonly actions?: Readonly<Record<string, Towards>>;
}

/** The account that a record belongs to, as every record of an account carries it. */
export interface OfAccount {
  readonly account_code: string;
}

const ofAccount =
  (endpoint: string): Towards =>
  ({ account_code }: OfAccount) => ({ endpoint, params: { account_code } });

const ofPlan =
  (endpoint: string): Towards =>
  ({ plan_code }) => ({ endpoint, params: { plan_code } });

const relations: Readonly<Record<string, Relations>> = {
  account: {
    self: ofAccount('account'),
    links: {
      adjustments: ofAccount('account_adjustments'),
      account_balance: ofAccount('account_balance'),
      billing_info: (account) => (account.has_billing_info ? ofAccount('billing_info')(account) : undefined),
      child_accounts: (account) => (account.has_children ? ofAccount('child_accounts')(account) : undefined),
      credit_payments: ofAccount('account_credit_payments'),
      invoices: ofAccount('account_invoices'),
      notes: ofAccount('account_notes'),
      parent_account: ({ parent_account_code }) =>
        parent_account_code ? { endpoint: 'account', params: { account_code: parent_account_code } } : undefined,
      redemptions: ofAccount('account_redemptions'),
      shipping_addresses: ofAccount('shipping_addresses'),
      subscriptions: ofAccount('account_subscriptions'),
      transactions: ofAccount('account_transactions'),
    },
    actions: { reopen: ofAccount('reopen_account') },
  },
  account_balance: { self: ofAccount('account_balance'), links: { account: ofAccount('account') } },
  account_acquisition: { self: ofAccount('account_acquisition'), links: { account: ofAccount('account') } },
  note: { links: { account: ofAccount('account') } },
  shipping_address: {
    self: ({ account_code, id }) => ({ endpoint: 'shipping_address', params: { account_code, id } }),
    links: { account: ofAccount('account') },
  },
  billing_info: { self: ofAccount('billing_info'), links: { account: ofAccount('account') } },
  plan: {
    self: ofPlan('plan'),
    links: { add_ons: ofPlan('add_ons') },
  },
  add_on: {
    self: ({ plan_code, add_on_code }) => ({ endpoint: 'add_on', params: { plan_code, add_on_code } }),
    links: {
      plan: ofPlan('plan'),
      measured_unit: ({ measured_unit_id }) =>
        measured_unit_id === null ? undefined : { endpoint: 'measured_unit', params: { measured_unit_id } },
    },
  },
  measured_unit: { self: ({ id }) => ({ endpoint: 'measured_unit', params: { measured_unit_id: id } }) },
  clock: { self: () => ({ endpoint: 'sandbox_clock', params: {} }) },
  transaction: {
    self: ({ uuid }) => ({ endpoint: 'transaction', params: { uuid } }),
    links: { account: (transaction) => (transaction.account_code ? ofAccount('account')(transaction) : undefined) },
  },
};

export const relationsOf = (resource: Resource): Relations | undefined => relations[resource.name];
