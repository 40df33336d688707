/** A page of the reference: a resource, its operations and the records that they show. */
export interface Topic {
  /** The last part of the page's address. */
  readonly slug: string;
  readonly title: string;
  /** A description of the resource, in a sentence or two. */
  readonly about: string;
  /** Titles of the tables of records that the page describes. */
  readonly records: readonly string[];
  /** Descriptions of operations, by the name of their endpoint or list, in the order of the page. */
  readonly operations: Readonly<Record<string, string>>;
}

export const addressOf = ({ slug }: Topic): string => `/docs/${slug}`;

/** Every operation and every table of the XML API is on one of these pages; a test checks it. */
export const topics: readonly Topic[] = [
  {
    slug: 'accounts',
    title: 'Accounts',
    about:
      'An account is a customer of your site. Everything else belongs to an account: how it pays, what it has subscribed to, its invoices.',
    records: ['account', 'account_balance', 'note', 'address', 'custom_field'],
    operations: {
      accounts: 'Lists accounts.',
      create_account:
        'Creates an account, with billing info and shipping addresses if you send them. The code of a closed account opens it again.',
      account: 'Returns an account.',
      update_account: 'Changes an account. Fields that you do not send stay as they are.',
      close_account:
        'Closes an account: its subscriptions are canceled, its billing info is deleted, its open invoices fail.',
      reopen_account: 'Opens a closed account again. Its subscriptions stay as they are.',
      account_balance: 'Returns what the account owes or has as credit, in each currency.',
      account_notes: 'Lists the notes that operators have written about the account.',
      child_accounts: 'Lists the accounts of which this one is the parent.',
    },
  },
  {
    slug: 'account-acquisition',
    title: 'Account acquisition',
    about: 'How a customer was acquired, and what that cost.',
    records: ['account_acquisition'],
    operations: {
      account_acquisition: 'Returns how the account was acquired.',
      create_account_acquisition: 'Records how the account was acquired.',
      update_account_acquisition: 'Changes how the account was acquired, or records it.',
      delete_account_acquisition: 'Removes what is recorded about the acquisition.',
    },
  },
  {
    slug: 'shipping-addresses',
    title: 'Shipping addresses',
    about: 'The addresses that an account has goods sent to, at most 20. Invoices are taxed by them.',
    records: ['shipping_address'],
    operations: {
      shipping_addresses: 'Lists the shipping addresses of an account.',
      create_shipping_address: 'Adds a shipping address to an account.',
      shipping_address: 'Returns a shipping address.',
      update_shipping_address: 'Changes a shipping address. What is on invoices stays as it was.',
      delete_shipping_address: 'Deletes a shipping address that no live subscription uses.',
      shipping_address_subscriptions: 'Lists the subscriptions that are sent to a shipping address.',
    },
  },
  {
    slug: 'entitlements',
    title: 'Entitlements',
    about:
      'What a customer may use: the permissions that the plans and items of their subscriptions grant. You define permissions with `npm run permission`.',
    records: ['entitlement', 'customer_permission', 'permissions'],
    operations: {
      entitlements:
        'Lists the permissions of an account, each once, with the subscriptions that grant it. Without a state: those of active subscriptions, and of canceled ones until they end.',
      account_permissions:
        'Returns the codes of all permissions that the customer has now, in one small answer with an ETag: made for applications that ask often.',
    },
  },
  {
    slug: 'app-stores',
    title: 'App stores',
    about:
      'Subscriptions that customers have at app stores, as a mirror of what the stores say: they grant permissions like your own, and are invoiced and collected by the store. `npm run import` writes them.',
    records: [
      'external_account',
      'external_product',
      'external_product.plan',
      'external_product_reference',
      'external_subscription',
      'external_invoice',
      'external_charge',
      'external_payment_phase',
    ],
    operations: {
      external_accounts: 'Lists the accounts of a customer at app stores.',
      create_external_account: 'Records an account of a customer at an app store.',
      external_account: 'Returns an account of a customer at an app store.',
      update_external_account: 'Changes an account of a customer at an app store.',
      delete_external_account: 'Removes an account of a customer at an app store.',
      external_products: 'Lists the products that app stores sell.',
      create_external_product: 'Records a product that app stores sell, with the plan that it stands for.',
      external_product: 'Returns a product that app stores sell.',
      update_external_product: 'Changes the plan of a product. Its name never changes.',
      delete_external_product: 'Removes a product with its references. Subscriptions to it stay and grant nothing.',
      external_product_references: 'Lists what a product is called at app stores.',
      create_external_product_reference: 'Adds the name of a product at an app store.',
      external_product_reference_of_product: 'Returns a reference of a product.',
      delete_external_product_reference: 'Removes a reference of a product.',
      external_product_reference: 'Returns a reference by its own id.',
      external_subscriptions: 'Lists subscriptions at app stores.',
      account_external_subscriptions: 'Lists the subscriptions of an account at app stores.',
      external_subscription:
        'Returns a subscription at an app store, by its id, `uuid-` and its id, or `external-id-` and the id of the store.',
      external_subscription_invoices: 'Lists the invoices of a subscription at an app store.',
      external_payment_phases: 'Lists the payment phases of a subscription at an app store.',
      external_payment_phase_of_subscription: 'Returns a payment phase of a subscription.',
      external_payment_phase: 'Returns a payment phase by its own id.',
      external_invoices: 'Lists invoices of app stores.',
      account_external_invoices: 'Lists the invoices that app stores made for an account.',
      external_invoice: 'Returns an invoice of an app store, by its id, or `external-id-` and the id of the store.',
    },
  },
  {
    slug: 'billing-info',
    title: 'Billing info',
    about:
      'How an account pays: a card, a bank account or a wallet. Numbers are exchanged for a token in the browser, so that your server never sees them.',
    records: ['billing_info', 'gateway_attributes'],
    operations: {
      billing_info: 'Returns how the account pays, without the number.',
      create_billing_info: 'Stores how the account pays, after checking it with the bank.',
      update_billing_info: 'Replaces how the account pays. Past-due invoices are collected at once.',
      delete_billing_info: 'Deletes the stored payment method. Renewals can no longer be collected.',
      verify_billing_info: 'Asks the bank whether the stored payment method is still good, without charging it.',
      verify_cvv: 'Checks a security code against the stored card.',
    },
  },
  {
    slug: 'payment-methods',
    title: 'Payment methods',
    about:
      'An account has up to twenty payment methods. The primary pays unless another one is named, and is the one that the endpoints of billing info show.',
    records: [],
    operations: {
      billing_infos: 'Lists the payment methods of an account, the primary first.',
      create_wallet_billing_info:
        'Adds a payment method, after checking it with the bank. The first one becomes the primary.',
      wallet_billing_info: 'Returns a payment method, without the number.',
      update_wallet_billing_info:
        'Replaces a payment method, or changes its role alone. Past-due invoices that it pays are collected at once.',
      delete_wallet_billing_info: 'Deletes a payment method. The primary is deleted last; name another primary first.',
      verify_wallet_billing_info: 'Asks the bank whether a payment method is still good, without charging it.',
      verify_wallet_cvv: 'Checks a security code against a stored card.',
    },
  },
  {
    slug: 'purchases',
    title: 'Purchases',
    about:
      'A purchase sells any number of subscriptions, charges and gift cards on one invoice, to a new or an existing account, in one request.',
    records: ['invoice_collection'],
    operations: {
      create_purchase:
        'Sells, invoices and collects. If the payment is declined, nothing is created except the declined transaction.',
      preview_purchase: 'Returns the invoices that the same purchase would create, and changes nothing.',
      authorize_purchase: 'Reserves the amount with the bank. The sale happens when you capture it, within seven days.',
      pending_purchase: 'Prepares a purchase that the customer pays on a page of another provider.',
      capture_purchase: 'Collects an authorized purchase and completes the sale.',
      cancel_purchase: 'Releases an authorized purchase. Nothing is sold.',
    },
  },
  {
    slug: 'subscriptions',
    title: 'Subscriptions',
    about:
      'A subscription bills a plan, with its add-ons, at the beginning of each period until it is canceled or its term ends.',
    records: [
      'subscription',
      'subscription_add_on',
      'tier',
      'percentage_tier',
      'ramp_interval',
      'pending_subscription',
      'subscription.plan',
      'subscription.gift_card',
    ],
    operations: {
      subscriptions: 'Lists subscriptions.',
      account_subscriptions: 'Lists the subscriptions of an account.',
      create_subscription: 'Begins a subscription for a new or an existing account, and collects its first invoice.',
      create_account_subscription: 'Begins a subscription for the account in the path, and collects its first invoice.',
      preview_subscription:
        'Returns the subscription and the invoices that the same request would create, and changes nothing.',
      subscription: 'Returns a subscription.',
      update_subscription:
        'Changes plan, price, quantity or add-ons now or later, and settings such as the collection method at once.',
      preview_subscription_change:
        'Returns the subscription and the invoices that the same change would create, and changes nothing.',
      update_subscription_notes: 'Changes the notes and custom fields of a subscription; nothing is billed.',
      cancel_subscription: 'Stops a subscription at the end of its period or term. Until then it can be reactivated.',
      reactivate_subscription: 'Undoes a cancellation before it takes effect.',
      terminate_subscription: 'Ends a subscription now, with a full, a partial or no refund.',
      postpone_subscription: 'Moves the next bill date.',
      convert_trial:
        'Ends the trial now and bills the first period. The body is optional: it completes a payment that the customer confirmed.',
      pause_subscription: 'Skips the next periods, or changes how many are skipped; 0 cancels the pause.',
      resume_subscription: 'Resumes a paused subscription now.',
    },
  },
  {
    slug: 'usage',
    title: 'Usage',
    about:
      'What a customer used of an add-on that is billed by usage. It is charged at the end of the period in which it happened.',
    records: ['usage'],
    operations: {
      usages: 'Lists the usage of an add-on.',
      create_usage: 'Records usage of an add-on.',
      usage: 'Returns a usage record.',
      update_usage: 'Corrects a usage record that is not billed yet.',
      delete_usage: 'Deletes a usage record that is not billed yet.',
    },
  },
  {
    slug: 'adjustments',
    title: 'Charges and credits',
    about:
      'An adjustment is a charge or a credit. It waits on the account until the next invoice, of which it becomes a line.',
    records: ['adjustment', 'tax_detail', 'adjustment.shipping_address'],
    operations: {
      account_adjustments: 'Lists the charges and credits of an account.',
      create_adjustment: 'Adds a charge, or with a negative amount a credit, to an account.',
      adjustment: 'Returns a charge or credit.',
      delete_adjustment: 'Deletes a charge or credit that is not on an invoice.',
      credit_adjustments: 'Lists the credits that were issued for a charge.',
    },
  },
  {
    slug: 'invoices',
    title: 'Invoices',
    about:
      'What an account has been billed. Charge invoices are collected; credit invoices refund them or pay later ones. A finished invoice never changes its amounts.',
    records: ['invoice', 'invoice.address'],
    operations: {
      invoices: 'Lists invoices.',
      account_invoices: 'Lists the invoices of an account.',
      create_invoice: 'Invoices the pending charges and credits of an account.',
      preview_invoice: 'Returns the invoices that the same request would create, and changes nothing.',
      invoice: 'Returns an invoice, as XML or as PDF.',
      e_invoice: 'Returns an invoice as an e-invoice of EN 16931.',
      update_invoice: 'Changes address, notes and terms of an invoice, never its amounts.',
      invoice_adjustments: 'Lists the lines of an invoice.',
      line_items: 'Lists the lines of an invoice, at an older address.',
      credit_invoices: 'Lists the credit invoices of a charge invoice.',
      original_invoices: 'Lists the charge invoices that a credit invoice was issued for.',
      invoice_subscriptions: 'Lists the subscriptions that an invoice bills.',
    },
  },
  {
    slug: 'collecting-and-refunding',
    title: 'Collecting and refunding',
    about: 'What can be done with an invoice: collect it, record a payment, give it up, or return its money.',
    records: [],
    operations: {
      collect_invoice:
        'Charges the stored payment method for an open invoice. The body is optional: it completes a payment that the customer confirmed.',
      apply_credit_balance: 'Pays an open invoice with the account’s credit.',
      create_invoice_transaction: 'Records a payment that you received by other means.',
      mark_invoice_successful: 'Marks a manual invoice as paid.',
      mark_invoice_failed: 'Gives an open invoice up: no more attempts are made.',
      refund_invoice: 'Refunds lines, an amount or everything. The answer is the credit invoice.',
      void_invoice: 'Voids a credit invoice whose credit has not been used.',
    },
  },
  {
    slug: 'credit-payments',
    title: 'Credit payments',
    about: 'The use of credit: how much of which credit invoice paid which charge invoice.',
    records: ['credit_payment'],
    operations: {
      credit_payments: 'Lists credit payments.',
      account_credit_payments: 'Lists the credit payments of an account.',
      invoice_credit_payments: 'Lists the credit payments of an invoice.',
      credit_payment: 'Returns a credit payment.',
    },
  },
  {
    slug: 'transactions',
    title: 'Transactions',
    about: 'One payment, refund, authorization or check at a gateway, or a payment that you recorded.',
    records: [
      'transaction',
      'transaction_error',
      'fraud',
      'reference_only_currency_conversion',
      'details',
      'invoice.transaction.details.account',
      'invoice.transaction.details.account.billing_info',
    ],
    operations: {
      transactions: 'Lists transactions.',
      account_transactions: 'Lists the transactions of an account.',
      invoice_transactions: 'Lists the transactions of an invoice.',
      create_transaction: 'Charges an account once, with an invoice of one line.',
      create_account_transaction: 'Charges the account in the path once, with an invoice of one line.',
      transaction: 'Returns a transaction.',
      transaction_subscriptions: 'Lists the subscriptions that a transaction paid for.',
      refund_transaction: 'Voids or refunds a payment, in whole or in part.',
    },
  },
  {
    slug: 'plans',
    title: 'Plans',
    about:
      'What customers subscribe to: a price for each period, a setup fee, a trial. A new price is for new subscriptions; existing ones keep theirs.',
    records: ['plan', 'plan.ramp_interval'],
    operations: {
      plans: 'Lists plans.',
      create_plan: 'Creates a plan.',
      plan: 'Returns a plan.',
      update_plan: 'Changes a plan. Existing subscriptions keep their price.',
      delete_plan: 'Deletes a plan. Existing subscriptions go on renewing.',
    },
  },
  {
    slug: 'add-ons',
    title: 'Add-ons',
    about:
      'What can be added to a subscription to a plan: at a fixed price for each period, in tiers, or billed by usage.',
    records: ['add_on', 'add_on.tier', 'add_on.percentage_tier', 'add_on.percentage_tier.tier'],
    operations: {
      add_ons: 'Lists the add-ons of a plan.',
      create_add_on: 'Adds an add-on to a plan.',
      add_on: 'Returns an add-on.',
      update_add_on: 'Changes an add-on. Existing subscriptions keep their price.',
      delete_add_on: 'Deletes an add-on. Existing subscriptions keep it.',
    },
  },
  {
    slug: 'custom-field-definitions',
    title: 'Custom field definitions',
    about:
      'What accounts, subscriptions, plans, items and charges can have besides their own fields. Operators define them; values are sent with the records.',
    records: ['custom_field_definition'],
    operations: {
      custom_field_definitions: 'Lists the custom fields of the site.',
      custom_field_definition: 'Returns a custom field.',
    },
  },
  {
    slug: 'dunning-campaigns',
    title: 'Dunning campaigns',
    about:
      'When customers of past-due invoices are reminded, and what happens at the end. Operators make and change campaigns. That of the account comes before that of the plan, and that before the default; an assignment is for invoices that become past due later.',
    records: ['dunning_campaign', 'dunning_cycle', 'interval'],
    operations: {
      dunning_campaigns: 'Lists the campaigns of the site, with the built-in default.',
      dunning_campaign: 'Returns a campaign.',
      assign_dunning_campaign: 'Assigns a campaign to plans, in place of earlier ones.',
    },
  },
  {
    slug: 'measured-units',
    title: 'Measured units',
    about: 'The units that usage is measured in, such as gigabytes or messages.',
    records: ['measured_unit'],
    operations: {
      measured_units: 'Lists measured units.',
      create_measured_unit: 'Creates a measured unit.',
      measured_unit: 'Returns a measured unit.',
      update_measured_unit: 'Changes a measured unit.',
      delete_measured_unit: 'Deletes a measured unit that no add-on uses.',
    },
  },
  {
    slug: 'items',
    title: 'Items',
    about:
      'A product of your catalogue, with the name, the codes and the tax rules that its lines get. It has no price: what sells it states one.',
    records: ['item'],
    operations: {
      items: 'Lists items, inactive ones too.',
      create_item: 'Creates an item.',
      item: 'Returns an item, also an inactive one.',
      update_item: 'Changes an item. What is sold already stays as it is.',
      deactivate_item: 'Makes an item inactive: it is not sold any more. What is sold already stays.',
      reactivate_item: 'Makes an inactive item active again.',
    },
  },
  {
    slug: 'business-entities',
    title: 'Business entities',
    about:
      'The companies of yours that sell, each with a name, an address, taxes, texts and invoice numbers of its own. Add them with npm run business-entity.',
    records: ['business_entity', 'business_entity.address'],
    operations: {
      business_entities: 'Lists business entities.',
      business_entity: 'Returns a business entity.',
      business_entity_invoices: 'Lists the invoices that a business entity sold.',
      business_entity_accounts: 'Lists the accounts that name a business entity or are billed in its countries.',
    },
  },
  {
    slug: 'invoice-templates',
    title: 'Invoice templates',
    about:
      'How the documents of invoices look: pictures, the address of the seller, texts with custom fields, and what of the lines is shown. Make them with npm run invoice-template. An account names its template by invoice_template_uuid; invoices keep the look that they were made with.',
    records: ['invoice_template'],
    operations: {
      invoice_templates: 'Lists invoice templates.',
      invoice_template: 'Returns an invoice template.',
      invoice_template_accounts: 'Lists the accounts that name an invoice template.',
    },
  },
  {
    slug: 'general-ledger',
    title: 'General ledger',
    about:
      'The accounts of your bookkeeping and the performance obligations that plans, add-ons and charges refer to. Invoice lines repeat their codes for revenue recognition.',
    records: ['general_ledger_account', 'performance_obligation'],
    operations: {
      general_ledger_accounts: 'Lists general ledger accounts.',
      create_general_ledger_account: 'Creates a general ledger account.',
      general_ledger_account: 'Returns a general ledger account.',
      update_general_ledger_account: 'Changes the code or the description. Lines that exist keep their code.',
      performance_obligations: 'Lists performance obligations: six are built in.',
      performance_obligation: 'Returns a performance obligation.',
    },
  },
  {
    slug: 'shipping-methods',
    title: 'Shipping methods',
    about:
      'The ways of delivery that subscriptions and purchases have fees for. The operator of the site defines them with npm run shipping-method.',
    records: ['shipping_method'],
    operations: {
      shipping_methods: 'Lists shipping methods.',
      shipping_method: 'Returns a shipping method.',
    },
  },
  {
    slug: 'coupons',
    title: 'Coupons',
    about:
      'A discount that customers redeem by a code: a percentage, a fixed amount or a free trial, once, for a time or forever.',
    records: ['coupon'],
    operations: {
      coupons: 'Lists coupons.',
      create_coupon: 'Creates a coupon.',
      coupon: 'Returns a coupon.',
      update_coupon: 'Changes a coupon; what it takes off stays as it is.',
      expire_coupon: 'Ends a coupon: its code is refused until the coupon is restored. Redemptions that exist go on.',
      restore_coupon: 'Makes an expired coupon redeemable again.',
      generate_unique_codes: 'Makes unique codes of a bulk coupon, at most 200 at a time.',
      unique_coupon_codes: 'Lists the unique codes of a bulk coupon.',
    },
  },
  {
    slug: 'redemptions',
    title: 'Coupon redemptions',
    about: 'A coupon that an account or a subscription has redeemed, and what it has taken off so far.',
    records: ['redemption'],
    operations: {
      redeem_coupon: 'Redeems a coupon for an account or a subscription.',
      redeem_coupon_by_put: 'Redeems a coupon, for clients that send PUT.',
      account_redemptions: 'Lists the redemptions of an account.',
      coupon_redemptions: 'Lists the redemptions of a coupon.',
      subscription_redemptions: 'Lists the redemptions that apply to a subscription.',
      invoice_redemptions: 'Lists the redemptions that an invoice used.',
      redemption: 'Returns a redemption.',
      remove_redemption: 'Removes a redemption. It still counts toward the coupon’s limit.',
      active_redemption: 'Returns the active redemption of an account; for older clients.',
      remove_active_redemption: 'Removes the active redemption of an account; for older clients.',
      invoice_redemption: 'Returns the redemption that an invoice used; for older clients.',
    },
  },
  {
    slug: 'gift-cards',
    title: 'Gift cards',
    about: 'A value that one customer buys and another redeems. Redeemed, it is credit of the recipient’s account.',
    records: ['gift_card', 'delivery'],
    operations: {
      gift_cards: 'Lists gift cards.',
      create_gift_card: 'Sells a gift card.',
      preview_gift_card: 'Returns what the same gift card would cost, and changes nothing.',
      gift_card: 'Returns a gift card.',
      redeem_gift_card: 'Redeems a gift card for an account.',
    },
  },
  {
    slug: 'reports',
    title: 'Reports',
    about:
      'What finance asks for, from the ledger and the movements of recurring revenue: the same reports as in the console and by `npm run report`, for programs. A report and its result are XML, or with Accept application/json or text/csv.',
    records: ['report', 'row', 'cell', 'report_run', 'filter', 'journal_batch', 'total', 'journal_file', 'journals'],
    operations: {
      journals:
        'Lists the latest 100 batches of postings for accounting software, the latest first, also those that were given up.',
      journal: 'Returns a batch with the files that it has in a format.',
      journal_file:
        'Returns a file of a batch: with Accept for text/csv or text/plain its content, for XML what it is.',
      report:
        'Returns a report about a day or a period of at most 10,000 rows. Amounts are in cents, and named so; CSV has them in whole units too. A tax return that lacks exchange rates is answered with 412: as JSON with `missing_rates` and the rows that need none.',
      start_report_run:
        'Makes the same report in the background, of any number of rows. Ask for the run until it is done, then for its result. A site has at most 10 that wait or run.',
      report_runs: 'Lists the reports that are made in the background, and those of the last seven days.',
      report_run: 'Returns how far a report is.',
      report_run_result:
        'Returns a report that is done: with Accept for application/json or text/csv of any number of rows, as XML of at most 10,000. It is kept for seven days after the request.',
      cancel_report_run:
        'Stops a report that waits or is being made, and keeps nothing of it. 412 where it has ended already.',
    },
  },
  {
    slug: 'export-files',
    title: 'Export files',
    about:
      'The files that a site exports at night, where the operator has scheduled it: all records of a kind as CSV. Each file is at an address that needs no credentials for an hour.',
    records: ['export_date', 'export_file'],
    operations: {
      export_dates: 'Lists the dates that have export files.',
      export_files: 'Lists the export files of a date.',
      export_file: 'Returns where to download an export file.',
    },
  },
  {
    slug: 'sandbox-clock',
    title: 'Sandbox clock',
    about:
      'The clock of a sandbox site. Move it forward to see months of renewals in seconds; everything that becomes due on the way happens, in order.',
    records: ['clock'],
    operations: {
      sandbox_clock: 'Returns what the clock shows.',
      travel:
        'Moves the clock forward, at most ten years: everything that becomes due on the way happens. A long move continues after the answer, which is then 202.',
      cancel_clock_move:
        'Stops a clock that is moving, within a day of the last due work that was done. 412 where the clock is not moving.',
    },
  },
  {
    slug: 'sandbox-mail',
    title: 'Sandbox mail',
    about:
      'The mail that an account of a sandbox site got, as its customer reads it. Links in it sign the reader in. Production sites answer 404.',
    records: ['mailbox', 'mail'],
    operations: {
      sandbox_mailbox: 'Returns the latest 20 messages of an account, newest first.',
    },
  },
];
