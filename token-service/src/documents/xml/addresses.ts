import type { Resource } from '@service/billing/resources/schema.ts';
import type { EndpointAddress } from './address.ts';

// biome-ignore lint/suspicious/noExplicitAny: each entry is written for the record its resource is rendered from
type Towards = (record: any) => EndpointAddress | undefined;

/** The targets of the relations of a record. Resource tables name relations; their addresses belong to this API. */
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

/** A method as the singular endpoint shows it has that address; in the wallet, it has one of its own. */
const ofBillingInfo: Towards = ({ account_code, uuid, wallet }) =>
  wallet
    ? { endpoint: 'wallet_billing_info', params: { account_code, billing_info_uuid: uuid } }
    : { endpoint: 'billing_info', params: { account_code } };

/** The method that a subscription or an invoice names: it is of the account that pays. */
const ofChosenMethod: Towards = ({
  account_code: own,
  payer_account_code: account_code = own,
  billing_info_uuid: uuid,
}) =>
  account_code && uuid
    ? { endpoint: 'wallet_billing_info', params: { account_code, billing_info_uuid: uuid } }
    : undefined;

const accountAt = (account_code: string | null): EndpointAddress | undefined =>
  account_code ? { endpoint: 'account', params: { account_code } } : undefined;

const ofPlan =
  (endpoint: string): Towards =>
  ({ plan_code }) => ({ endpoint, params: { plan_code } });

/** A reader from whom the code is hidden gets no address that contains it. */
const ofCoupon =
  (endpoint: string): Towards =>
  ({ coupon_code }) =>
    coupon_code === null ? undefined : { endpoint, params: { coupon_code } };

/** A preview has no address yet, and one that was removed before it started has none any more. */
const ofSubscription =
  (endpoint: string): Towards =>
  ({ uuid, preview, removed }) =>
    preview || removed ? undefined : { endpoint, params: { subscription_uuid: uuid } };

const ofTransaction =
  (endpoint: string): Towards =>
  ({ uuid }) => ({ endpoint, params: { uuid } });

/** An invoice as its address names it: prefix and number in one, or its id. */
const invoiceAt = (invoice_number: string | null | undefined): EndpointAddress | undefined =>
  invoice_number ? { endpoint: 'invoice', params: { invoice_number } } : undefined;

/** A preview has no number, and so no address. */
const ofInvoice =
  (endpoint: string): Towards =>
  ({ invoice_number_prefix, invoice_number }) =>
    invoice_number === null
      ? undefined
      : { endpoint, params: { invoice_number: `${invoice_number_prefix}${invoice_number}` } };

const subscriptionAt = (uuid: string | null): EndpointAddress | undefined =>
  uuid ? ofSubscription('subscription')({ uuid }) : undefined;

const ofParent: Towards = ({ parent_account_code }) => accountAt(parent_account_code);

const entityAt = (id: string | null | undefined): EndpointAddress | undefined =>
  id ? { endpoint: 'business_entity', params: { business_entity_id: id } } : undefined;

const templateAt = (endpoint: string, uuid: string | null | undefined): EndpointAddress | undefined =>
  uuid ? { endpoint, params: { invoice_template_uuid: uuid } } : undefined;

const invoiceRelations: Relations = {
  self: ofInvoice('invoice'),
  links: {
    account: ({ account_code }) => accountAt(account_code),
    subscription: ({ subscription_id }) => subscriptionAt(subscription_id),
    subscriptions: ofInvoice('invoice_subscriptions'),
    parent_account: ofParent,
    billing_info: ofChosenMethod,
    business_entity: ({ business_entity_id }) => entityAt(business_entity_id),
    original_invoice: ({ original }) => (original ? ofInvoice('invoice')(original) : undefined),
    original_invoices: (invoice) => (invoice.type === 'credit' ? ofInvoice('original_invoices')(invoice) : undefined),
    credit_invoices: (invoice) => (invoice.type === 'charge' ? ofInvoice('credit_invoices')(invoice) : undefined),
    redemptions: ofInvoice('invoice_redemptions'),
    all_line_items: (invoice) => (invoice.has_more_lines ? ofInvoice('invoice_adjustments')(invoice) : undefined),
    all_transactions: (invoice) =>
      invoice.has_more_transactions ? ofInvoice('invoice_transactions')(invoice) : undefined,
  },
  actions: {
    refund: ofInvoice('refund_invoice'),
    mark_successful: ofInvoice('mark_invoice_successful'),
    mark_failed: ofInvoice('mark_invoice_failed'),
    force_collect: ofInvoice('collect_invoice'),
    apply_credit_balance: ofInvoice('apply_credit_balance'),
    void: ofInvoice('void_invoice'),
  },
};

const itemAt = (item_code: string | null | undefined): EndpointAddress | undefined =>
  item_code ? { endpoint: 'item', params: { item_code } } : undefined;

const ofAdjustment =
  (endpoint: string): Towards =>
  ({ uuid, preview }) =>
    preview ? undefined : { endpoint, params: { adjustment_uuid: uuid } };

const creditPaymentAt = (uuid: string | null): EndpointAddress | undefined =>
  uuid ? { endpoint: 'credit_payment', params: { credit_payment_uuid: uuid } } : undefined;

const ofExternalSubscription =
  (endpoint: string): Towards =>
  ({ uuid }) => ({ endpoint, params: { external_subscription_id: uuid } });

const externalInvoiceAt = (id: string): EndpointAddress => ({
  endpoint: 'external_invoice',
  params: { external_invoice_id: id },
});

const externalPhaseAt = (uuid: string, id: string): EndpointAddress => ({
  endpoint: 'external_payment_phase_of_subscription',
  params: { external_subscription_id: uuid, external_payment_phase_id: id },
});

const relations: Readonly<Record<string, Relations>> = {
  account: {
    self: ofAccount('account'),
    links: {
      adjustments: ofAccount('account_adjustments'),
      account_balance: ofAccount('account_balance'),
      billing_info: (account) => (account.has_billing_info ? ofAccount('billing_info')(account) : undefined),
      child_accounts: (account) => (account.has_children ? ofAccount('child_accounts')(account) : undefined),
      credit_payments: ofAccount('account_credit_payments'),
      entitlements: ofAccount('entitlements'),
      external_accounts: ofAccount('external_accounts'),
      external_invoices: ofAccount('account_external_invoices'),
      external_subscriptions: ofAccount('account_external_subscriptions'),
      invoice_template: ({ invoice_template_uuid: uuid }) => templateAt('invoice_template', uuid),
      invoices: ofAccount('account_invoices'),
      notes: ofAccount('account_notes'),
      override_business_entity: ({ override_business_entity_id }) => entityAt(override_business_entity_id),
      parent_account: ofParent,
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
  entitlement: {
    links: {
      subscription: ofSubscription('subscription'),
      external_subscription: ofExternalSubscription('external_subscription'),
    },
  },
  external_account: {
    self: ({ account_code, id }) => ({
      endpoint: 'external_account',
      params: { account_code, external_account_id: id },
    }),
  },
  external_product: { self: ({ id }) => ({ endpoint: 'external_product', params: { external_product_id: id } }) },
  external_product_reference: {
    self: ({ id, product_id }) =>
      product_id
        ? {
            endpoint: 'external_product_reference_of_product',
            params: { external_product_id: product_id, external_product_reference_id: id },
          }
        : { endpoint: 'external_product_reference', params: { external_product_reference_id: id } },
  },
  external_subscription: {
    self: ofExternalSubscription('external_subscription'),
    links: {
      account: ofAccount('account'),
      external_invoices: ofExternalSubscription('external_subscription_invoices'),
      external_payment_phases: ofExternalSubscription('external_payment_phases'),
    },
  },
  external_invoice: {
    self: ({ id }) => externalInvoiceAt(id),
    links: {
      account: ofAccount('account'),
      external_subscription: ({ subscription_uuid: uuid }) => ofExternalSubscription('external_subscription')({ uuid }),
      external_payment_phase: ({ subscription_uuid, phase_id }) =>
        phase_id === null ? undefined : externalPhaseAt(subscription_uuid, phase_id),
    },
  },
  external_charge: {
    links: { account: ofAccount('account'), external_invoice: ({ invoice_id }) => externalInvoiceAt(invoice_id) },
  },
  external_payment_phase: { self: ({ subscription_uuid, id }) => externalPhaseAt(subscription_uuid, id) },
  permissions: { self: ofAccount('account_permissions'), links: { account: ofAccount('account') } },
  shipping_address: {
    self: ({ account_code, id }) => ({ endpoint: 'shipping_address', params: { account_code, id } }),
    links: {
      account: ofAccount('account'),
      subscriptions: ({ account_code, id }) => ({
        endpoint: 'shipping_address_subscriptions',
        params: { account_code, id },
      }),
    },
  },
  billing_info: { self: ofBillingInfo, links: { account: ofAccount('account') } },
  plan: {
    // As a subscription names it, it may have been taken off sale.
    self: (plan) => (plan.gone ? undefined : ofPlan('plan')(plan)),
    links: { add_ons: ofPlan('add_ons') },
  },
  add_on: {
    self: ({ plan_code, add_on_code }) => ({ endpoint: 'add_on', params: { plan_code, add_on_code } }),
    links: {
      plan: ofPlan('plan'),
      item: ({ item_code }) => itemAt(item_code),
      measured_unit: ({ measured_unit_id }) =>
        measured_unit_id === null ? undefined : { endpoint: 'measured_unit', params: { measured_unit_id } },
    },
  },
  export_date: {
    links: { export_files: ({ date }) => ({ endpoint: 'export_files', params: { date } }) },
  },
  // By itself it is at the address that was asked for.
  export_file: {
    self: ({ date, name }) => (name ? { endpoint: 'export_file', params: { date, name } } : undefined),
  },
  report_run: {
    self: ({ id }) => ({ endpoint: 'report_run', params: { run_id: id } }),
    links: {
      result: ({ id, state }) =>
        state === 'done' ? { endpoint: 'report_run_result', params: { run_id: id } } : undefined,
    },
    actions: {
      cancel: ({ id, isOpen }) => (isOpen ? { endpoint: 'cancel_report_run', params: { run_id: id } } : undefined),
    },
  },
  measured_unit: { self: ({ id }) => ({ endpoint: 'measured_unit', params: { measured_unit_id: id } }) },
  shipping_method: { self: ({ code }) => ({ endpoint: 'shipping_method', params: { code } }) },
  item: {
    self: ({ item_code }) => ({ endpoint: 'item', params: { item_code } }),
    actions: { reactivate: ({ item_code }) => ({ endpoint: 'reactivate_item', params: { item_code } }) },
  },
  business_entity: {
    self: ({ id }) => entityAt(id),
    links: { invoices: ({ id }) => ({ endpoint: 'business_entity_invoices', params: { business_entity_id: id } }) },
  },
  invoice_template: { links: { accounts: ({ uuid }) => templateAt('invoice_template_accounts', uuid) } },
  general_ledger_account: {
    self: ({ id }) => ({ endpoint: 'general_ledger_account', params: { general_ledger_account_id: id } }),
  },
  performance_obligation: {
    self: ({ id }) => ({ endpoint: 'performance_obligation', params: { performance_obligation_id: id } }),
  },
  coupon: {
    self: ofCoupon('coupon'),
    links: {
      redemptions: ofCoupon('coupon_redemptions'),
      bulk_coupon: ({ bulk_coupon_code }) =>
        bulk_coupon_code ? ofCoupon('coupon')({ coupon_code: bulk_coupon_code }) : undefined,
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
  custom_field_definition: {
    self: ({ id }) => ({ endpoint: 'custom_field_definition', params: { custom_field_definition_id: id } }),
  },
  dunning_campaign: {
    actions: {
      bulk_update: ({ id }) => ({ endpoint: 'assign_dunning_campaign', params: { dunning_campaign_id: id } }),
    },
  },
  redemption: {
    self: ({ account_code, uuid }) => ({ endpoint: 'redemption', params: { account_code, redemption_uuid: uuid } }),
    links: {
      coupon: ofCoupon('coupon'),
      account: ofAccount('account'),
      subscription: ({ subscription_id }) => subscriptionAt(subscription_id),
    },
  },
  gift_card: {
    self: ({ id }) => (id === null ? undefined : { endpoint: 'gift_card', params: { gift_card_id: id } }),
    links: {
      gifter_account: ({ gifter_account_code }) => accountAt(gifter_account_code),
      recipient_account: ({ recipient_account_code }) => accountAt(recipient_account_code),
      invoice: ({ purchase_invoice }) => invoiceAt(purchase_invoice),
      purchase_invoice: ({ purchase_invoice }) => invoiceAt(purchase_invoice),
      redemption_invoice: ({ redemption_invoice }) => invoiceAt(redemption_invoice),
    },
    actions: {
      redeem: ({ redemption_code }) => ({ endpoint: 'redeem_gift_card', params: { redemption_code } }),
    },
  },
  clock: { self: () => ({ endpoint: 'sandbox_clock', params: {} }) },
  adjustment: {
    self: ofAdjustment('adjustment'),
    links: {
      account: ({ account_code, invoice_account_code }) => accountAt(invoice_account_code ?? account_code),
      bill_for_account: ({ account_code, bill_for_account_code }) => accountAt(bill_for_account_code ?? account_code),
      billing_info: ({ account_code, invoice_account_code, ...line }) =>
        ofChosenMethod({ ...line, account_code: invoice_account_code ?? account_code }),
      invoice: ({ invoice }) => invoiceAt(invoice),
      subscription: ({ subscription_id, preview }) => (preview ? undefined : subscriptionAt(subscription_id)),
      item: ({ item_code }) => itemAt(item_code),
      credit_adjustments: (line) => (line.type === 'charge' ? ofAdjustment('credit_adjustments')(line) : undefined),
    },
  },
  invoice: invoiceRelations,
  charge_invoice: invoiceRelations,
  credit_invoice: invoiceRelations,
  credit_payment: {
    self: ({ uuid, preview }) => (preview ? undefined : creditPaymentAt(uuid)),
    links: {
      account: ofAccount('account'),
      original_invoice: ({ original_invoice }) => invoiceAt(original_invoice),
      applied_to_invoice: ({ applied_to_invoice }) => invoiceAt(applied_to_invoice),
      original_credit_payment: ({ original_credit_payment_uuid }) => creditPaymentAt(original_credit_payment_uuid),
      refund_transaction: ({ refund_transaction_uuid }) =>
        refund_transaction_uuid ? ofTransaction('transaction')({ uuid: refund_transaction_uuid }) : undefined,
    },
  },
  subscription: {
    self: ofSubscription('subscription'),
    links: {
      account: ({ account_code }) => accountAt(account_code),
      parent_account: ofParent,
      invoice: ({ invoice }) => invoiceAt(invoice),
      redemptions: ofSubscription('subscription_redemptions'),
      billing_info: ofChosenMethod,
      // One that a preview would add has no number yet.
      shipping_address: ({ account_code, shipping_address_id: id }) =>
        account_code && id ? { endpoint: 'shipping_address', params: { account_code, id } } : undefined,
    },
    actions: {
      cancel: ofSubscription('cancel_subscription'),
      terminate: ofSubscription('terminate_subscription'),
      postpone: ofSubscription('postpone_subscription'),
      notes: ofSubscription('update_subscription_notes'),
      reactivate: ofSubscription('reactivate_subscription'),
    },
  },
  subscription_add_on: {
    links: {
      item: ({ item_code }) => itemAt(item_code),
      measured_unit: ({ measured_unit_id }) =>
        measured_unit_id ? { endpoint: 'measured_unit', params: { measured_unit_id } } : undefined,
      // Of an add-on of a stored subscription.
      usage: ({ add_on_type, add_on_code, subscription_uuid }) =>
        add_on_type === 'usage' && subscription_uuid
          ? { endpoint: 'usages', params: { subscription_uuid, add_on_code } }
          : undefined,
    },
  },
  usage: {
    self: ({ subscription_id, add_on_code, id }) => ({
      endpoint: 'usage',
      params: { subscription_uuid: subscription_id, add_on_code, usage_id: id },
    }),
    links: {
      measured_unit: ({ measured_unit_id }) =>
        measured_unit_id ? { endpoint: 'measured_unit', params: { measured_unit_id } } : undefined,
    },
  },
  transaction: {
    self: ofTransaction('transaction'),
    links: {
      account: ({ account_code }) => accountAt(account_code),
      invoice: ({ invoice }) => invoiceAt(invoice),
      subscription: ({ subscription_id }) => subscriptionAt(subscription_id),
      subscriptions: ofTransaction('transaction_subscriptions'),
      original_transaction: ({ original_transaction_uuid }) =>
        original_transaction_uuid ? ofTransaction('transaction')({ uuid: original_transaction_uuid }) : undefined,
    },
    actions: { refund: ofTransaction('refund_transaction') },
  },
};

export const relationsOf = (resource: Resource): Relations | undefined => relations[resource.name];
