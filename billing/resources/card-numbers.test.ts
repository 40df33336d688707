import { expect, test } from 'vitest';
import { editedInvoice } from './edited-invoice.ts';
import { resources } from './index.ts';
import { offlinePayment } from './offline-payment.ts';
import { payment } from './payment.ts';
import { postedInvoice } from './posted-invoice.ts';
import { purchase } from './purchase.ts';
import { refund } from './refund.ts';
import type { Resource, Shape } from './schema.ts';

const NUMBER = '4111 1111 1111 1111';

/** Every field of a table that takes text from a client, those inside other records too, with the kind of its value. */
const textFields = (table: Resource, seen: Resource[] = []): [string, boolean][] => {
  if (seen.includes(table)) return [];
  return Object.entries(table.fields).flatMap(([name, { input, writer }]) =>
    input && writer !== 'service' ? ofShape(name, input, [...seen, table]) : [],
  );
};

const ofShape = (name: string, shape: Shape, seen: Resource[]): [string, boolean][] => {
  if (shape.is === 'record' || shape.is === 'list') return textFields(shape.of(), seen);
  if (shape.is === 'words') return [[name, shape.kind.containsCardNumber?.(NUMBER) ?? false]];
  if (shape.is !== 'value' || shape.kind.empty !== '') return [];
  return [[name, shape.kind.containsCardNumber?.(NUMBER) ?? false]];
};

const tables = [...resources, purchase, payment, refund, postedInvoice, editedInvoice, offlinePayment];
const fields = tables.flatMap((table) => textFields(table));

test('every text that a client writes is searched for card numbers, but codes and identifiers', () => {
  const spared = new Set(fields.filter(([, searched]) => !searched).map(([name]) => name));
  expect([...spared].sort()).toEqual([
    'account_code',
    'account_reference',
    'accounting_code',
    'add_on_code',
    'billing_info_uuid',
    'code',
    'coupon_code',
    'coupon_codes',
    'currency',
    'dunning_campaign_id',
    'exemption_certificate',
    'external_account_code',
    'external_connection_type',
    'external_sku',
    'fraud_session_id',
    'gateway_code',
    'ip_address',
    'item_code',
    'item_codes',
    'mandate_reference',
    'parent_account_code',
    'paypal_billing_agreement_id',
    'plan_code',
    'plan_codes',
    'product_code',
    'redemption_code',
    'reference_code',
    'routing_number',
    'setup_fee_accounting_code',
    'shipping_method_code',
    'subscription_uuid',
    'tax_code',
    'three_d_secure_action_result_token_id',
    'token_id',
    'unique_code_template',
    'unique_template_code',
    'uuid',
    'vat_number',
  ]);
});

test('names, notes, descriptions, addresses and custom fields are searched', () => {
  const searched = new Set(fields.filter(([, searched]) => searched).map(([name]) => name));
  const named = [
    'first_name',
    'company_name',
    'customer_notes',
    'description',
    'address1',
    'zip',
    'value',
    'email',
    'phone',
  ];
  expect(named.filter((name) => !searched.has(name))).toEqual([]);
});
