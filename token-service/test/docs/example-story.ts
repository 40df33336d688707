import { type ApiResponse, textOf, within } from '../service.ts';

/**
 * Sends the request of an operation and shows it and its answer on the page of the operation. `status`: that of an
 * operation that always refuses.
 */
export type Show = (operation: string, path: string, body?: string, status?: number) => Promise<ApiResponse>;

interface Story {
  readonly show: Show;
  /** Sends a request that no page shows. */
  readonly send: (method: string, path: string, body?: string, status?: number) => Promise<ApiResponse>;
  /** Exchanges a card for a token. */
  readonly token: () => Promise<string>;
  /** Passes the challenge of an action token in the browser, and returns the result token. */
  readonly confirm: (actionToken: string) => Promise<string>;
}

const uuidOf = ({ xml }: ApiResponse): string => textOf(xml, 'uuid') ?? '';
const idOf = ({ xml }: ApiResponse): string => textOf(xml, 'id') ?? '';
const account = (code: string): string => `<account><account_code>${code}</account_code></account>`;

const CARD = `<billing_info>
  <first_name>Ada</first_name>
  <last_name>Lovelace</last_name>
  <number>4111111111111111</number>
  <month>12</month>
  <year>2040</year>
  <verification_value>123</verification_value>
  <address1>12 Harbour Street</address1>
  <city>Portland</city>
  <state>OR</state>
  <zip>97201</zip>
  <country>US</country>
</billing_info>`;

/** Lives a few days of a merchant on the demo site, using every operation of the XML API once. */
export const liveAnExample = async (story: Story): Promise<void> => {
  await sellPlans(story);
  await openAccounts(story);
  await offerCoupons(story);
  await chargeAccounts(story);
  await sellSubscriptions(story);
  await purchase(story);
  await sellGiftCards(story);
  await listEverything(story);
  await end(story);
};

const sellPlans = async ({ show }: Story): Promise<void> => {
  await show(
    'create_plan',
    '/v2/plans',
    `<plan>
  <plan_code>lighthouse</plan_code>
  <name>Lighthouse</name>
  <plan_interval_length>1</plan_interval_length>
  <plan_interval_unit>months</plan_interval_unit>
  <trial_interval_length>14</trial_interval_length>
  <trial_interval_unit>days</trial_interval_unit>
  <unit_amount_in_cents>
    <USD>3000</USD>
    <EUR>2800</EUR>
  </unit_amount_in_cents>
</plan>`,
  );
  await show('plan', '/v2/plans/lighthouse');
  await show(
    'update_plan',
    '/v2/plans/lighthouse',
    `<plan>
  <unit_amount_in_cents>
    <USD>3200</USD>
  </unit_amount_in_cents>
</plan>`,
  );
  const unit = await show(
    'create_measured_unit',
    '/v2/measured_units',
    `<measured_unit>
  <name>message</name>
  <display_name>Messages</display_name>
  <description>Text messages sent</description>
</measured_unit>`,
  );
  const unitPath = `/v2/measured_units/${idOf(unit)}`;
  await show('measured_unit', unitPath);
  await show(
    'update_measured_unit',
    unitPath,
    `<measured_unit>
  <display_name>Text messages</display_name>
</measured_unit>`,
  );
  await show('measured_units', '/v2/measured_units');
  const ledgerAccount = await show(
    'create_general_ledger_account',
    '/v2/general_ledger_accounts',
    `<general_ledger_account>
  <code>4000</code>
  <account_type>revenue</account_type>
  <description>Subscriptions</description>
</general_ledger_account>`,
  );
  const ledgerPath = `/v2/general_ledger_accounts/${idOf(ledgerAccount)}`;
  await show('general_ledger_account', ledgerPath);
  await show(
    'update_general_ledger_account',
    ledgerPath,
    `<general_ledger_account>
  <description>Revenue of subscriptions</description>
</general_ledger_account>`,
  );
  await show('general_ledger_accounts', '/v2/general_ledger_accounts');
  const entities = await show('business_entities', '/v2/business_entities');
  const entityPath = `/v2/business_entities/${textOf(entities.xml?.children[0], 'id')}`;
  await show('business_entity', entityPath);
  await show('business_entity_invoices', `${entityPath}/invoices`);
  await show('business_entity_accounts', `${entityPath}/accounts`);
  const templates = await show('invoice_templates', '/v2/invoice_templates');
  const templatePath = `/v2/invoice_templates/${textOf(templates.xml?.children[0], 'uuid')}`;
  await show('invoice_template', templatePath);
  await show('invoice_template_accounts', `${templatePath}/accounts`);
  await show('performance_obligation', '/v2/performance_obligations/1');
  await show('performance_obligations', '/v2/performance_obligations');
  await show('shipping_methods', '/v2/shipping_methods');
  await show('shipping_method', '/v2/shipping_methods/parcel');
  await show('custom_field_definitions', '/v2/custom_field_definitions');
  await show('custom_field_definition', '/v2/custom_field_definitions/1');
  await show('dunning_campaigns', '/v2/dunning_campaigns');
  await show('dunning_campaign', '/v2/dunning_campaigns/default');
  await show(
    'assign_dunning_campaign',
    '/v2/dunning_campaigns/default/bulk_update',
    `<dunning_campaign>
  <plan_codes>
    <plan_code>lighthouse</plan_code>
  </plan_codes>
</dunning_campaign>`,
  );
  await show(
    'create_item',
    '/v2/items',
    `<item>
  <item_code>barometer</item_code>
  <name>Brass barometer</name>
  <external_sku>BAR-180-B</external_sku>
  <accounting_code>instruments</accounting_code>
  <revenue_schedule_type>at_range_start</revenue_schedule_type>
</item>`,
  );
  await show('item', '/v2/items/barometer');
  await show(
    'update_item',
    '/v2/items/barometer',
    `<item>
  <description>180 mm, with a bevelled glass</description>
</item>`,
  );
  await show('deactivate_item', '/v2/items/barometer');
  await show('reactivate_item', '/v2/items/barometer/reactivate');
  await show('items', '/v2/items');
  await show(
    'create_add_on',
    '/v2/plans/lighthouse/add_ons',
    `<add_on>
  <add_on_code>text-messages</add_on_code>
  <name>Text messages</name>
  <add_on_type>usage</add_on_type>
  <usage_type>price</usage_type>
  <measured_unit_id>${idOf(unit)}</measured_unit_id>
  <unit_amount_in_cents>
    <USD>5</USD>
    <EUR>5</EUR>
  </unit_amount_in_cents>
</add_on>`,
  );
  await show('add_on', '/v2/plans/tideline/add_ons/storm-alerts');
  await show(
    'update_add_on',
    '/v2/plans/lighthouse/add_ons/text-messages',
    `<add_on>
  <name>Text messages, each</name>
</add_on>`,
  );
  await show('add_ons', '/v2/plans/lighthouse/add_ons');
};

const openAccounts = async ({ show, send, token }: Story): Promise<void> => {
  await show(
    'create_account',
    '/v2/accounts',
    `<account>
  <account_code>ada</account_code>
  <email>ada@example.com</email>
  <first_name>Ada</first_name>
  <last_name>Lovelace</last_name>
  <preferred_locale>en-US</preferred_locale>
</account>`,
  );
  await show('account', '/v2/accounts/ada');
  await show(
    'update_account',
    '/v2/accounts/ada',
    `<account>
  <company_name>Analytical Engines</company_name>
</account>`,
  );
  await show(
    'create_billing_info',
    '/v2/accounts/ada/billing_info',
    `<billing_info>
  <token_id>${await token()}</token_id>
</billing_info>`,
  );
  await show('update_billing_info', '/v2/accounts/ada/billing_info', CARD);
  await show('billing_info', '/v2/accounts/ada/billing_info');
  await show('verify_billing_info', '/v2/accounts/ada/billing_info/verify');
  await show(
    'verify_cvv',
    '/v2/accounts/ada/billing_info/verify_cvv',
    `<billing_info>
  <verification_value>123</verification_value>
</billing_info>`,
  );
  const added = await show(
    'create_wallet_billing_info',
    '/v2/accounts/ada/billing_infos',
    `<billing_info>
  <token_id>${await token()}</token_id>
  <backup_payment_method type="boolean">true</backup_payment_method>
</billing_info>`,
  );
  const addedPath = `/v2/accounts/ada/billing_infos/${textOf(added.xml, 'uuid')}`;
  await show('billing_infos', '/v2/accounts/ada/billing_infos');
  await show('wallet_billing_info', addedPath);
  await show(
    'update_wallet_billing_info',
    addedPath,
    `<billing_info>
  <backup_payment_method type="boolean">false</backup_payment_method>
</billing_info>`,
  );
  await show('verify_wallet_billing_info', `${addedPath}/verify`);
  await show(
    'verify_wallet_cvv',
    `${addedPath}/verify_cvv`,
    `<billing_info>
  <verification_value>123</verification_value>
</billing_info>`,
  );
  await show('delete_wallet_billing_info', addedPath);
  const home = await show(
    'create_shipping_address',
    '/v2/accounts/ada/shipping_addresses',
    `<shipping_address>
  <nickname>Home</nickname>
  <first_name>Ada</first_name>
  <last_name>Lovelace</last_name>
  <address1>12 Harbour Street</address1>
  <city>Portland</city>
  <state>OR</state>
  <zip>97201</zip>
  <country>US</country>
</shipping_address>`,
  );
  const address = `/v2/accounts/ada/shipping_addresses/${idOf(home)}`;
  await show('shipping_address', address);
  await show(
    'update_shipping_address',
    address,
    `<shipping_address>
  <phone>+1 503 555 0100</phone>
</shipping_address>`,
  );
  await show('shipping_addresses', '/v2/accounts/ada/shipping_addresses');
  await show('shipping_address_subscriptions', `${address}/subscriptions`);
  await show('delete_shipping_address', address);
  await show(
    'create_account_acquisition',
    '/v2/accounts/ada/acquisition',
    `<account_acquisition>
  <cost_in_cents>199</cost_in_cents>
  <currency>USD</currency>
  <channel>blog</channel>
  <campaign>spring tides</campaign>
</account_acquisition>`,
  );
  await show('account_acquisition', '/v2/accounts/ada/acquisition');
  await show(
    'update_account_acquisition',
    '/v2/accounts/ada/acquisition',
    `<account_acquisition>
  <channel>referral</channel>
</account_acquisition>`,
  );
  await show('delete_account_acquisition', '/v2/accounts/ada/acquisition');
  await send(
    'POST',
    '/v2/accounts',
    '<account><account_code>byron</account_code><parent_account_code>ada</parent_account_code></account>',
  );
  await show('child_accounts', '/v2/accounts/ada/child_accounts');
  await show('account_notes', '/v2/accounts/ada/notes');
};

const offerCoupons = async ({ show, send }: Story): Promise<void> => {
  await show(
    'create_coupon',
    '/v2/coupons',
    `<coupon>
  <coupon_code>SPRING10</coupon_code>
  <name>10 % off for three months</name>
  <discount_type>percent</discount_type>
  <discount_percent>10</discount_percent>
  <duration>temporal</duration>
  <temporal_unit>month</temporal_unit>
  <temporal_amount>3</temporal_amount>
</coupon>`,
  );
  await show('coupon', '/v2/coupons/SPRING10');
  await show(
    'update_coupon',
    '/v2/coupons/SPRING10',
    `<coupon>
  <max_redemptions>1000</max_redemptions>
</coupon>`,
  );
  const redeemed = await show(
    'redeem_coupon',
    '/v2/coupons/SPRING10/redeem',
    `<redemption>
  <account_code>ada</account_code>
  <currency>USD</currency>
</redemption>`,
  );
  const redemption = `/v2/accounts/ada/redemptions/${uuidOf(redeemed)}`;
  await show('redemption', redemption);
  await show('active_redemption', '/v2/accounts/ada/redemption');
  await show('account_redemptions', '/v2/accounts/ada/redemptions');
  await show('coupon_redemptions', '/v2/coupons/SPRING10/redemptions');
  await show('remove_active_redemption', '/v2/accounts/ada/redemption');
  const again = await show(
    'redeem_coupon_by_put',
    '/v2/coupons/TIDE15/redeem',
    `<redemption>
  <account_code>ada</account_code>
  <currency>USD</currency>
</redemption>`,
  );
  await show('remove_redemption', `/v2/accounts/ada/redemptions/${uuidOf(again)}`);
  await send(
    'POST',
    '/v2/coupons',
    `<coupon><coupon_code>FRIENDS</coupon_code><name>Friends</name><discount_type>percent</discount_type>
<discount_percent>20</discount_percent><coupon_type>bulk</coupon_type><unique_code_template>'FRIEND-'999999</unique_code_template></coupon>`,
  );
  await show(
    'generate_unique_codes',
    '/v2/coupons/FRIENDS/generate',
    `<coupon>
  <number_of_unique_codes>2</number_of_unique_codes>
</coupon>`,
  );
  await show('unique_coupon_codes', '/v2/coupons/FRIENDS/unique_coupon_codes?per_page=1');
  await send('DELETE', '/v2/coupons/FIRSTMONTH');
  await show('restore_coupon', '/v2/coupons/FIRSTMONTH/restore', '<coupon/>');
  await show('expire_coupon', '/v2/coupons/WELCOME5');
};

const chargeAccounts = async ({ show, send }: Story): Promise<void> => {
  const charge = (amount: number): string => `<adjustment>
  <currency>USD</currency>
  <unit_amount_in_cents>${amount}</unit_amount_in_cents>
  <quantity>1</quantity>
  <description>Set-up of your account</description>
  <tax_exempt>true</tax_exempt>
</adjustment>`;
  const added = await show('create_adjustment', '/v2/accounts/ada/adjustments', charge(5000));
  await show('adjustment', `/v2/adjustments/${uuidOf(added)}`);
  await show('account_adjustments', '/v2/accounts/ada/adjustments?state=pending');
  await show('preview_invoice', '/v2/accounts/ada/invoices/preview');
  await show(
    'create_invoice',
    '/v2/accounts/ada/invoices',
    `<invoice>
  <po_number>PO-1815</po_number>
</invoice>`,
  );
  await show('invoice', '/v2/invoices/1000');
  await show('e_invoice', '/v2/invoices/1000/e_invoice?format=xrechnung_ubl', undefined, 422);
  await show(
    'update_invoice',
    '/v2/invoices/1000',
    `<invoice>
  <customer_notes>Thank you for your order.</customer_notes>
</invoice>`,
  );
  await show('invoice_adjustments', '/v2/invoices/1000/adjustments');
  await show('line_items', '/v2/invoices/1000/line_items');
  await show(
    'refund_invoice',
    '/v2/invoices/1000/refund',
    `<invoice>
  <amount_in_cents>500</amount_in_cents>
</invoice>`,
  );
  await show('credit_invoices', '/v2/invoices/1000/credit_invoices');
  await show('credit_adjustments', `/v2/adjustments/${uuidOf(added)}/credit_adjustments`);
  await show('original_invoices', '/v2/invoices/1001/original_invoices');
  await show('invoice_transactions', '/v2/invoices/1000/transactions');

  const mistaken = await send('POST', '/v2/accounts/ada/adjustments', charge(100));
  await show('delete_adjustment', `/v2/adjustments/${uuidOf(mistaken)}`);

  await send('POST', '/v2/accounts/ada/adjustments', charge(-2000));
  await send('POST', '/v2/accounts/ada/invoices');
  await show('void_invoice', '/v2/invoices/1002/void');
};

const sellSubscriptions = async ({ show, send, token }: Story): Promise<void> => {
  const lighthouse = `<subscription>
  <plan_code>lighthouse</plan_code>
  <currency>USD</currency>
  ${account('ada')}
  <subscription_add_ons>
    <subscription_add_on>
      <add_on_code>text-messages</add_on_code>
    </subscription_add_on>
  </subscription_add_ons>
</subscription>`;
  await show('preview_subscription', '/v2/subscriptions/preview', lighthouse);
  const trial = await show('create_subscription', '/v2/subscriptions', lighthouse);
  const path = `/v2/subscriptions/${uuidOf(trial)}`;
  const usages = `${path}/add_ons/text-messages/usage`;
  await show('convert_trial', `${path}/convert_trial`);
  const used = await show(
    'create_usage',
    usages,
    `<usage>
  <amount>40</amount>
  <merchant_tag>November campaign</merchant_tag>
</usage>`,
  );
  await show('usage', `${usages}/${idOf(used)}`);
  await show(
    'update_usage',
    `${usages}/${idOf(used)}`,
    `<usage>
  <amount>42</amount>
</usage>`,
  );
  await show('usages', usages);
  await show('delete_usage', `${usages}/${idOf(used)}`);
  await show('subscription', path);
  const more = `<subscription>
  <timeframe>now</timeframe>
  <quantity>2</quantity>
</subscription>`;
  await show('preview_subscription_change', `${path}/preview`, more);
  await show('update_subscription', path, more);
  await show(
    'update_subscription_notes',
    `${path}/notes`,
    `<subscription>
  <customer_notes>Thank you for staying.</customer_notes>
</subscription>`,
  );
  await show('cancel_subscription', `${path}/cancel`);
  await show('reactivate_subscription', `${path}/reactivate`);
  await show('postpone_subscription', `${path}/postpone?next_bill_date=2027-01-05T12:00:00Z`);
  await show(
    'pause_subscription',
    `${path}/pause`,
    `<subscription>
  <remaining_pause_cycles>2</remaining_pause_cycles>
</subscription>`,
  );
  await show('subscription_redemptions', `${path}/redemptions`);

  await send(
    'POST',
    '/v2/accounts',
    `<account><account_code>mary</account_code><billing_info><token_id>${await token()}</token_id></billing_info></account>`,
  );
  const other = await show(
    'create_account_subscription',
    '/v2/accounts/mary/subscriptions',
    `<subscription>
  <plan_code>tideline</plan_code>
  <currency>USD</currency>
</subscription>`,
  );
  await show('terminate_subscription', `/v2/subscriptions/${uuidOf(other)}/terminate?refund=partial`);
};

const purchase = async (story: Story): Promise<void> => {
  const { show, send } = story;
  const order = (code: string, coupon = ''): string => `<purchase>
  <account>
    <account_code>${code}</account_code>
    <email>${code}@example.com</email>
    ${CARD.replaceAll('\n', '\n    ')}
  </account>
  <currency>USD</currency>
  <subscriptions>
    <subscription>
      <plan_code>tideline</plan_code>
    </subscription>
  </subscriptions>${coupon}
</purchase>`;
  const withCoupon = `
  <coupon_codes>
    <coupon_code>TIDE15</coupon_code>
  </coupon_codes>`;
  await show('preview_purchase', '/v2/purchases/preview', order('grace', withCoupon));
  const sold = await show('create_purchase', '/v2/purchases', order('grace'));
  const discounted = await send('POST', '/v2/purchases', order('ruth', withCoupon));
  const number = textOf(discounted.xml, 'charge_invoice', 'invoice_number') ?? '';
  await show('invoice_subscriptions', `/v2/invoices/${number}/subscriptions`);
  await show('invoice_redemptions', `/v2/invoices/${number}/redemptions`);
  await show('invoice_redemption', `/v2/invoices/${number}/redemption`);

  const authorized = await show('authorize_purchase', '/v2/purchases/authorize', order('hedy'));
  const paidBy = (answer: ApiResponse): string => `/v2/purchases/transaction-uuid-${transactionOf(answer)}`;
  await show('capture_purchase', `${paidBy(authorized)}/capture`);
  await show('cancel_purchase', `${paidBy(await send('POST', '/v2/purchases/authorize', order('joan')))}/cancel`);
  await show(
    'pending_purchase',
    '/v2/purchases/pending',
    `<purchase>
  <account>
    <account_code>alan</account_code>
    <email>alan@example.com</email>
    <billing_info>
      <external_hpp_type>bank</external_hpp_type>
    </billing_info>
  </account>
  <currency>EUR</currency>
  <adjustments>
    <adjustment>
      <unit_amount_in_cents>2500</unit_amount_in_cents>
      <quantity>1</quantity>
      <description>Chart of the coast</description>
    </adjustment>
  </adjustments>
</purchase>`,
  );
  const charged = await show(
    'create_transaction',
    '/v2/transactions',
    `<transaction>
  <amount_in_cents>2500</amount_in_cents>
  <currency>USD</currency>
  <description>Chart of the coast</description>
  ${account('grace')}
</transaction>`,
  );
  await show(
    'create_account_transaction',
    '/v2/accounts/grace/transactions',
    `<transaction>
  <amount_in_cents>900</amount_in_cents>
  <currency>USD</currency>
  <description>Tide table</description>
</transaction>`,
  );
  const transaction = `/v2/transactions/${uuidOf(charged)}`;
  await show('transaction', transaction);
  await show('transaction_subscriptions', `/v2/transactions/${transactionOf(sold)}/subscriptions`);
  await show('refund_transaction', `${transaction}?amount_in_cents=500`);

  const bill = async (code: string): Promise<string> => {
    await send(
      'POST',
      `/v2/accounts/${code}/adjustments`,
      '<adjustment><currency>USD</currency><unit_amount_in_cents>1500</unit_amount_in_cents><description>Poster</description></adjustment>',
    );
    const billed = await send(
      'POST',
      `/v2/accounts/${code}/invoices`,
      '<invoice><collection_method>manual</collection_method></invoice>',
    );
    return `/v2/invoices/${textOf(billed.xml, 'charge_invoice', 'invoice_number')}`;
  };
  await show(
    'create_invoice_transaction',
    `${await bill('grace')}/transactions`,
    `<transaction>
  <payment_method>check</payment_method>
  <amount_in_cents>1500</amount_in_cents>
  <description>Check 4711</description>
</transaction>`,
  );
  await collectConfirmed(story);
  await show('mark_invoice_successful', `${await bill('grace')}/mark_successful`);
  await show('mark_invoice_failed', `${await bill('grace')}/mark_failed`);
};

/** Opens an account that has credit and an invoice that was declined, and returns the path of the invoice. */
/** Collects an invoice whose payment the customer has to confirm. */
const collectConfirmed = async ({ show, send, confirm }: Story): Promise<void> => {
  const challenged = CARD.replace('4111111111111111', '4000008400001629');
  await send('POST', '/v2/accounts', `<account><account_code>emmy</account_code>${challenged}</account>`);
  await send(
    'POST',
    '/v2/accounts/emmy/adjustments',
    '<adjustment><currency>USD</currency><unit_amount_in_cents>1800</unit_amount_in_cents></adjustment>',
  );
  const posted = await send('POST', '/v2/accounts/emmy/invoices');
  const path = `/v2/invoices/${textOf(posted.xml, 'charge_invoice', 'invoice_number')}/collect`;
  const declined = await send('PUT', path, undefined, 422);
  const result = await confirm(textOf(declined.xml, 'transaction_error', 'three_d_secure_action_token_id') ?? '');
  await show(
    'collect_invoice',
    path,
    `<invoice>
  <billing_info>
    <three_d_secure_action_result_token_id>${result}</three_d_secure_action_result_token_id>
  </billing_info>
</invoice>`,
  );
};

/** The uuid of the first transaction of an invoice collection. */
const transactionOf = ({ xml }: ApiResponse): string =>
  textOf(within(xml, 'charge_invoice'), 'transactions', 'transaction', 'uuid') ?? '';

const sellGiftCards = async ({ show, send }: Story): Promise<void> => {
  const card = `<gift_card>
  <product_code>tideline</product_code>
  <unit_amount_in_cents>5000</unit_amount_in_cents>
  <currency>USD</currency>
  <gifter_account>
    <account_code>grace</account_code>
  </gifter_account>
  <delivery>
    <method>email</method>
    <email_address>mary@example.com</email_address>
    <first_name>Mary</first_name>
    <gifter_name>Grace</gifter_name>
    <personal_message>For your next summer by the sea.</personal_message>
  </delivery>
</gift_card>`;
  await show('preview_gift_card', '/v2/gift_cards/preview', card);
  const bought = await show('create_gift_card', '/v2/gift_cards', card);
  await show('gift_card', `/v2/gift_cards/${idOf(bought)}`);
  await show('gift_cards', '/v2/gift_cards?gifter_account_code=grace');
  await send(
    'POST',
    '/v2/accounts/mary/adjustments',
    '<adjustment><currency>USD</currency><unit_amount_in_cents>1200</unit_amount_in_cents><description>Poster</description></adjustment>',
  );
  const billed = await send(
    'POST',
    '/v2/accounts/mary/invoices',
    '<invoice><collection_method>manual</collection_method></invoice>',
  );
  const number = textOf(billed.xml, 'charge_invoice', 'invoice_number') ?? '';
  await show(
    'redeem_gift_card',
    `/v2/gift_cards/${textOf(bought.xml, 'redemption_code')}/redeem`,
    `<recipient_account>
  <account_code>mary</account_code>
</recipient_account>`,
  );
  await show('apply_credit_balance', `/v2/invoices/${number}/apply_credit_balance`);
  await show('invoice_credit_payments', `/v2/invoices/${number}/credit_payments`);
  const payments = await show('account_credit_payments', '/v2/accounts/mary/credit_payments');
  await show('credit_payment', `/v2/credit_payments/${textOf(payments.xml, 'credit_payment', 'uuid')}`);
};

/** A list of the whole site is shown with one record. */
const sellInApps = async ({ show }: Story): Promise<void> => {
  const held = await show(
    'create_external_account',
    '/v2/accounts/grace/external_accounts',
    `<external_account>
  <external_account_code>a-77</external_account_code>
  <external_connection_type>AppleAppStore</external_connection_type>
</external_account>`,
  );
  const account = `/v2/accounts/grace/external_accounts/${idOf(held)}`;
  await show('external_account', account);
  await show(
    'update_external_account',
    account,
    `<external_account>
  <external_account_code>a-78</external_account_code>
</external_account>`,
  );
  await show('external_accounts', '/v2/accounts/grace/external_accounts');
  await show('delete_external_account', account);
  const sold = await show(
    'create_external_product',
    '/v2/external_products',
    `<external_product>
  <name>Gold in the app</name>
  <plan_code>tideline</plan_code>
</external_product>`,
  );
  const product = `/v2/external_products/${idOf(sold)}`;
  const reference = await show(
    'create_external_product_reference',
    `${product}/external_product_references`,
    `<external_product_reference>
  <reference_code>com.example.gold</reference_code>
  <external_connection_type>google_play_store</external_connection_type>
</external_product_reference>`,
  );
  await show('external_product', product);
  await show('external_products', '/v2/external_products?per_page=1');
  await show(
    'update_external_product',
    product,
    `<external_product>
  <plan_code>tideline-yearly</plan_code>
</external_product>`,
  );
  await show('external_product_references', `${product}/external_product_references`);
  await show('external_product_reference_of_product', `${product}/external_product_references/${idOf(reference)}`);
  await show('external_product_reference', `/v2/external_product_references/${idOf(reference)}`);
  await show('delete_external_product_reference', `${product}/external_product_references/${idOf(reference)}`);
  await show('delete_external_product', product);
  await show('external_subscriptions', '/v2/external_subscriptions');
  await show('account_external_subscriptions', '/v2/accounts/gift-giver/external_subscriptions');
  const bought = await show('external_subscription', '/v2/external_subscriptions/external-id-demo-1001');
  const subscription = `/v2/external_subscriptions/${textOf(bought.xml, 'uuid')}`;
  await show('external_subscription_invoices', `${subscription}/external_invoices`);
  const phases = await show('external_payment_phases', `${subscription}/external_payment_phases`);
  const phase = textOf(phases.xml, 'external_payment_phase', 'id');
  await show('external_payment_phase_of_subscription', `${subscription}/external_payment_phases/${phase}`);
  await show('external_payment_phase', `/v2/external_payment_phases/${phase}`);
  await show('external_invoices', '/v2/external_invoices');
  await show('account_external_invoices', '/v2/accounts/gift-giver/external_invoices');
  await show('external_invoice', '/v2/external_invoices/external-id-demo-1001-1');
};

const listEverything = async (story: Story): Promise<void> => {
  const { show } = story;
  await show('account_balance', '/v2/accounts/mary/balance');
  await show('accounts', '/v2/accounts?state=active&per_page=1');
  await show('subscriptions', '/v2/subscriptions?state=live&per_page=1');
  await show('account_subscriptions', '/v2/accounts/grace/subscriptions');
  await show('entitlements', '/v2/accounts/grace/entitlements');
  await show('account_permissions', '/v2/accounts/grace/permissions');
  await sellInApps(story);
  await show('invoices', '/v2/invoices?state=paid&per_page=1');
  await show('account_invoices', '/v2/accounts/grace/invoices?per_page=1');
  await show('credit_payments', '/v2/credit_payments?per_page=1');
  await show('transactions', '/v2/transactions?per_page=1');
  await show('account_transactions', '/v2/accounts/grace/transactions?per_page=1');
  await show('plans', '/v2/plans?per_page=1');
  await show('coupons', '/v2/coupons?state=redeemable&per_page=1');
  await show('report', '/v2/reports/ledger?from=2026-11-01&to=2026-11-30');
  await show('start_report_run', '/v2/reports/tax/runs?from=2026-11-01&to=2026-11-30');
  await show('journals', '/v2/reports/journals');
  await show('journal', '/v2/reports/journals/1', undefined, 404);
  await show('journal_file', '/v2/reports/journals/1/files/journal-demo-1.csv', undefined, 404);
  await show('export_dates', '/v2/export_dates');
  await show('export_files', '/v2/export_dates/2026-11-20/export_files', undefined, 404);
  await show('export_file', '/v2/export_dates/2026-11-20/export_files/invoices.csv', undefined, 404);
};

const end = async ({ show, send }: Story): Promise<void> => {
  await show('sandbox_clock', '/v2/sandbox/clock');
  await show(
    'travel',
    '/v2/sandbox/clock',
    `<clock>
  <now>2027-01-06T12:00:00Z</now>
</clock>`,
  );
  // Everything that was due has run.
  const runs = await show('report_runs', '/v2/reports/runs');
  const run = `/v2/reports/runs/${textOf(runs.xml, 'report_run', 'id')}`;
  await show('report_run', run);
  await show('report_run_result', `${run}/result`);
  await show('cancel_report_run', `${run}/cancel`, undefined, 412);
  await show('cancel_clock_move', '/v2/sandbox/clock/cancel', undefined, 412);
  // An account without an email address gets no mail, so the example stays short.
  await show('sandbox_mailbox', '/v2/sandbox/mailboxes/mary');
  const paused = await send('GET', '/v2/accounts/ada/subscriptions?state=paused');
  await show('resume_subscription', `/v2/subscriptions/${textOf(paused.xml, 'subscription', 'uuid')}/resume`);
  await show('delete_add_on', '/v2/plans/lighthouse/add_ons/text-messages');
  await show('delete_plan', '/v2/plans/lighthouse');
  const unused = await send(
    'POST',
    '/v2/measured_units',
    '<measured_unit><name>mile</name><display_name>Miles</display_name></measured_unit>',
  );
  await show('delete_measured_unit', `/v2/measured_units/${idOf(unused)}`);
  await show('delete_billing_info', '/v2/accounts/ada/billing_info');
  await send('DELETE', '/v2/accounts/byron');
  await show('close_account', '/v2/accounts/ada');
  await show('reopen_account', '/v2/accounts/ada/reopen');
};
