import { sampleSubscription } from '@service/billing/domain/webhooks/samples/records.ts';
import { sampleEvent } from '@service/billing/domain/webhooks/samples/sample-event.ts';
import { ALL_TYPES, type NotificationType, TYPES_BY_TOPIC } from '@service/billing/domain/webhooks/types.ts';
import { describe, expect, test } from 'vitest';
import type { Element } from '../xml/codec/element.ts';
import { parse } from '../xml/codec/parse.ts';
import { renderNotification } from './document.ts';
import { subscriptionElement } from './subscription.ts';

const AT = Date.parse('2026-11-20T12:00:00Z') / 1000;

const rendered = (type: NotificationType): Element =>
  parse(Buffer.from(renderNotification(sampleEvent(type, AT), type)));
const child = (element: Element, name: string): Element => {
  const found = element.children.find((each) => each.name === name);
  if (!found) throw new Error(`${element.name} has no ${name}`);
  return found;
};
const names = (element: Element): string => element.children.map(({ name }) => name).join(' ');

/** The elements of each record, in order. */
const ACCOUNT = 'account_code username email first_name last_name company_name phone';
const SHIPPING_ADDRESS =
  'id nickname first_name last_name company_name vat_number street1 street2 city state zip country email phone';
const SUBSCRIPTION =
  'plan uuid state quantity total_amount_in_cents subscription_add_ons activated_at canceled_at expires_at ' +
  'current_period_started_at current_period_ends_at trial_started_at trial_ends_at collection_method ' +
  'paused_at resume_at remaining_pause_cycles';
const ADD_ON =
  'add_on_code name quantity unit_amount_in_cents external_sku add_on_type usage_percentage measured_unit_id tier_type';
const INVOICE =
  'uuid state origin invoice_number_prefix invoice_number address vat_number currency balance_in_cents total_in_cents ' +
  'tax_in_cents subtotal_in_cents subtotal_before_discount_in_cents discount_in_cents subscription_ids customer_notes ' +
  'created_at updated_at closed_at';
const CHARGE = `${INVOICE} po_number terms_and_conditions due_on net_terms collection_method`;
const DUNNED = `${CHARGE} dunning_events_count final_dunning_event`;
const INVOICE_ADDRESS = 'address1 address2 city state zip country phone';
const LEGACY_INVOICE =
  'uuid subscription_id state invoice_number_prefix invoice_number po_number vat_number total_in_cents currency date ' +
  'closed_at net_terms collection_method';
const CREDIT_PAYMENT =
  'uuid action currency amount_in_cents original_invoice_number applied_to_invoice_number ' +
  'original_credit_payment_uuid refund_transaction_uuid created_at updated_at voided_at';
const TRANSACTION =
  'id invoice_id invoice_number_prefix invoice_number subscription_id subscription_ids action date gateway ' +
  'payment_method amount_in_cents status message gateway_error_codes failure_type reference source cvv_result ' +
  'avs_result avs_result_street avs_result_postal billing_phone billing_postal billing_country test voidable refundable';
const GIFT_CARD =
  'redemption_code id product_code unit_amount_in_cents currency gifter_account_code recipient_account_code ' +
  'invoice_number delivery created_at updated_at delivered_at redeemed_at canceled_at';
const ITEM =
  'item_code name description external_sku accounting_code revenue_schedule_type tax_exempt tax_code state created_at ' +
  'updated_at deleted_at';
const EXTERNAL_SUBSCRIPTION =
  'uuid external_id state last_purchased auto_renew in_grace_period app_identifier quantity activated_at canceled_at ' +
  'expires_at trial_started_at trial_ends_at created_at updated_at test imported';
const DELIVERY = 'method email_address deliver_at first_name last_name address gifter_name personal_message';
const USAGE =
  'id subscription_id add_on_code measured_unit_id amount merchant_tag recording_timestamp usage_timestamp created_at ' +
  'modified_at billed_at usage_type unit_amount_in_cents usage_percentage';

const addressed = (type: NotificationType) => type.includes('shipping_address');
const EXPECTED: Readonly<Record<string, (type: NotificationType) => Readonly<Record<string, string>>>> = {
  account: (type) => ({ account: ACCOUNT, ...(addressed(type) ? { shipping_address: SHIPPING_ADDRESS } : {}) }),
  subscription: (type) =>
    type === 'new_usage'
      ? { account: ACCOUNT, usage: USAGE }
      : {
          ...(type === 'prerenewal' ? { notification_type: '' } : {}),
          account: ACCOUNT,
          subscription: SUBSCRIPTION,
          shipping_address: SHIPPING_ADDRESS,
        },
  charge_invoice: (type) =>
    type === 'new_dunning_event'
      ? { account: ACCOUNT, invoice: DUNNED, subscription: SUBSCRIPTION, transaction: TRANSACTION }
      : { account: ACCOUNT, invoice: CHARGE },
  credit_invoice: (type) =>
    type.endsWith('payment')
      ? { account: ACCOUNT, credit_payment: CREDIT_PAYMENT }
      : { account: ACCOUNT, invoice: INVOICE },
  payment: () => ({ account: ACCOUNT, transaction: TRANSACTION }),
  gift_card: (type) => ({
    gift_card: type === 'updated_balance_gift_card' ? `${GIFT_CARD} balance_in_cents` : GIFT_CARD,
  }),
  item: () => ({ item: ITEM }),
  external_subscription: () => ({ account: ACCOUNT, external_subscription: EXTERNAL_SUBSCRIPTION }),
  legacy_invoice: () => ({ account: ACCOUNT, invoice: LEGACY_INVOICE }),
};

test.each([...TYPES_BY_TOPIC].flatMap(([topic, types]) => types.map((type) => [type, topic] as const)))(
  '%s has the elements of its kind, in order',
  (type, topic) => {
    const root = rendered(type);
    expect(root.name).toBe(`${type}_notification`);
    const expected = EXPECTED[topic]?.(type) ?? {};
    expect(Object.fromEntries(root.children.map((each) => [each.name, names(each)]))).toEqual(expected);
    expect(names(root)).toBe(Object.keys(expected).join(' '));
  },
);

describe('the parts of records', () => {
  test('have their elements', () => {
    const subscription = child(rendered('new_subscription'), 'subscription');
    expect(names(child(subscription, 'plan'))).toBe('plan_code name');
    const [addOn] = child(subscription, 'subscription_add_ons').children;
    expect([addOn?.name, addOn && names(addOn)]).toEqual(['subscription_add_on', ADD_ON]);
    expect(names(child(child(rendered('new_charge_invoice'), 'invoice'), 'address'))).toBe(INVOICE_ADDRESS);
    const delivery = child(child(rendered('purchased_gift_card'), 'gift_card'), 'delivery');
    expect(names(delivery)).toBe(DELIVERY);
    expect(names(child(delivery, 'address'))).toBe(INVOICE_ADDRESS);
  });

  test('have types, and nil where a value is absent', () => {
    const attributes = (type: NotificationType, record: string, ...path: string[]) => {
      const element = path.reduce(child, child(rendered(type), record));
      return [Object.fromEntries(element.attributes), element.text];
    };
    expect(attributes('new_charge_invoice', 'invoice', 'invoice_number')).toEqual([{ type: 'integer' }, '1042']);
    expect(attributes('new_charge_invoice', 'invoice', 'created_at')).toEqual([
      { type: 'datetime' },
      '2026-11-20T12:00:00Z',
    ]);
    expect(attributes('new_charge_invoice', 'invoice', 'closed_at')).toEqual([{ nil: 'true' }, '']);
    expect(attributes('new_charge_invoice', 'invoice', 'subscription_ids')).toEqual([{ type: 'array' }, '']);
    expect(attributes('successful_payment', 'transaction', 'test')).toEqual([{ type: 'boolean' }, 'true']);
    expect(attributes('successful_payment', 'transaction', 'cvv_result')).toEqual([{ code: 'M' }, 'Match']);
    expect(attributes('successful_refund', 'transaction', 'action')).toEqual([{}, 'credit']);
    expect(attributes('failed_payment', 'transaction', 'status')).toEqual([{}, 'declined']);
    expect(attributes('failed_payment', 'transaction', 'failure_type')).toEqual([{}, 'insufficient_funds']);
    expect(attributes('new_credit_payment', 'credit_payment', 'action')).toEqual([{ type: 'symbol' }, 'payment']);
    expect(attributes('new_usage', 'usage', 'usage_type')).toEqual([{}, 'PRICE']);
    expect(attributes('closed_invoice', 'invoice', 'state')).toEqual([{}, 'collected']);
    expect(attributes('new_invoice', 'invoice', 'state')).toEqual([{}, 'open']);
    expect(attributes('updated_balance_gift_card', 'gift_card', 'balance_in_cents')).toEqual([
      { type: 'integer' },
      '2600',
    ]);
  });

  test('of a subscription add up what a period costs: the plan and its fixed add-ons', () => {
    const [addOn] = sampleSubscription(AT).add_ons;
    if (!addOn) throw new Error('no add-on');
    const tiers = [
      { ending: 10, unit: 100 },
      { ending: 999_999_999, unit: 50 },
    ];
    const subscription = sampleSubscription(AT, {
      quantity: 2,
      add_ons: [
        { ...addOn, quantity: 3 },
        { ...addOn, add_on_code: 'seats', tier_type: 'tiered', tiers, quantity: 12, unit_amount_in_cents: null },
        { ...addOn, add_on_code: 'calls', add_on_type: 'usage', usage_type: 'price', quantity: null },
      ],
    });
    // 2 × 19.00, 3 × 5.00, 10 × 1.00 + 2 × 0.50; usage is billed later.
    const total = 2 * 1900 + 3 * 500 + (10 * 100 + 2 * 50);
    expect(subscriptionElement(subscription)).toContain(
      `<total_amount_in_cents type="integer">${total}</total_amount_in_cents>`,
    );
  });

  test('of a paused subscription say when it resumes', () => {
    const paused = child(rendered('subscription_paused'), 'subscription');
    // Two periods of 30 days are left after the one that ends on 20 December.
    expect(child(paused, 'state').text).toBe('paused');
    expect(child(paused, 'resume_at').attributes.get('type')).toBe('datetime');
    expect(child(child(rendered('new_subscription'), 'subscription'), 'resume_at').attributes.get('nil')).toBe('true');
  });
});

test('text of customers is escaped', () => {
  const event = sampleEvent('new_account', AT);
  if (!('account' in event)) throw new Error('no account');
  const evil = '</first_name><email>forged@example.com</email>&"\'';
  const xml = renderNotification(
    { ...event, account: { ...event.account, first_name: evil } } as typeof event,
    'new_account',
  );
  expect(child(child(parse(Buffer.from(xml)), 'account'), 'first_name').text).toBe(evil);
});

test('a document names no more than its records: no card number, token or key', () => {
  for (const type of ALL_TYPES) {
    const xml = renderNotification(sampleEvent(type, AT), type);
    expect(xml, type).not.toMatch(/hosted_login_token|action_token|first_six|last_four/);
  }
});
