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

const accountAt = (account_code: string | null): Address | undefined =>
  account_code === null ? undefined : { endpoint: 'account', params: { account_code } };

const ofPlan =
  (endpoint: string): Towards =>
  ({ plan_code }) => ({ endpoint, params: { plan_code } });

const ofCoupon =
  (endpoint: string): Towards =>
  ({ coupon_code }) => ({ endpoint, params: { coupon_code } });

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
  coupon: {
    self: ofCoupon('coupon'),
    links: {
      redemptions: ofCoupon('coupon_redemptions'),
      unique_coupon_codes: (coupon) =>
        coupon.coupon_type === 'bulk' ? ofCoupon('unique_coupon_codes')(coupon) : undefined,
    },
    actions: {
      redeem: ofCoupon('redeem_coupon'),
      generate: ofCoupon('generate_unique_codes'),
      restore: ofCoupon('restore_coupon'),
      update: ofCoupon('update_coupon'),
      delete: ofCoupon('expire_coupon'),
    },
  },
  redemption: {
    self: ({ account_code, uuid }) => ({ endpoint: 'redemption', params: { account_code, redemption_uuid: uuid } }),
    links: {
      coupon: ofCoupon('coupon'),
      account: ofAccount('account'),
      subscription: ({ subscription_id }) =>
        subscription_id ? { endpoint: 'subscription', params: { uuid: subscription_id } } : undefined,
    },
  },
  gift_card: {
    self: ({ id }) => (id === null ? undefined : { endpoint: 'gift_card', params: { gift_card_id: id } }),
    links: {
      gifter_account: ({ gifter_account_code }) => accountAt(gifter_account_code),
      recipient_account: ({ recipient_account_code }) => accountAt(recipient_account_code),
    },
  },
  clock: { self: () => ({ endpoint: 'sandbox_clock', params: {} }) },
  transaction: {
    self: ({ uuid }) => ({ endpoint: 'transaction', params: { uuid } }),
    links: { account: (transaction) => (transaction.account_code ? ofAccount('account')(transaction) : undefined) },
  },
};

export const relationsOf = (resource: Resource): Relations | undefined => relations[resource.name];
