import type Stripe from 'stripe';
import { invalidRequest } from '../http/api-error.ts';
import { createdFilter, pageOf } from '../http/lists.ts';
import type { RequestParams } from '../http/params.ts';
import { type Call, type Route, route } from '../http/router.ts';
import { needMandate } from '../operations/mandates.ts';
import { mergeMetadata } from '../operations/metadata.ts';
import { verifyAccount } from '../operations/microdeposits.ts';
import { readShipping } from '../operations/payment-methods/read-billing-details.ts';
import { cancelPayment } from '../operations/payments/cancel-payment.ts';
import { capturePayment } from '../operations/payments/capture-payment.ts';
import { confirmPayment } from '../operations/payments/confirm-payment.ts';
import { createPayment, readMethod } from '../operations/payments/create-payment.ts';
import { debitBank } from '../operations/payments/debit-bank.ts';
import {
  needReturnUrl,
  readAmount,
  readConfirmation,
  readCurrency,
  readMethodOptions,
} from '../operations/payments/read-payment.ts';
import { needStatus } from '../operations/payments/unexpected-state.ts';
import { searchByMetadata } from '../operations/search.ts';
import { expandedId } from '../world/state.ts';

const needed = ({ world, ids }: Call): Stripe.PaymentIntent => world.state.paymentIntents.need(ids[0]!);

const confirm = (call: Call): Stripe.PaymentIntent => {
  const { world, params } = call;
  const intent = needed(call);
  const options = readMethodOptions(params, intent.payment_method_types);
  const confirmation = readConfirmation(params, options);
  const usage = params.choice('setup_future_usage', ['off_session', 'on_session']);
  const read = readMethod(world, params);
  const receipt = params.text('receipt_email');
  params.finish();
  needReturnUrl(intent.automatic_payment_methods, confirmation.return_url, 'PaymentIntent');
  const method = read();
  // Another payment method starts the intent again, also while the customer is authenticating the earlier one.
  if (method && ['requires_action', 'requires_payment_method', 'requires_confirmation'].includes(intent.status)) {
    if (method.id !== intent.payment_method) world.state.authentications.delete(intent.id);
    if (intent.status === 'requires_action' && method.id !== intent.payment_method) intent.next_action = null;
    if (intent.status !== 'requires_action' || intent.next_action === null) intent.status = 'requires_confirmation';
    intent.payment_method = method.id;
  }
  if (usage) intent.setup_future_usage = usage;
  if (receipt !== undefined) intent.receipt_email = receipt;
  confirmPayment(world, intent, confirmation);
  return intent;
};

const update = (call: Call): Stripe.PaymentIntent => {
  const { world, params } = call;
  const intent = needed(call);
  const changes = readChanges(params);
  const metadata = params.map('metadata');
  const read = readMethod(world, params);
  const customer = params.text('customer');
  params.finish();
  if (customer !== undefined) world.state.customers.need(customer, 'customer');
  const method = read();
  if (Object.keys(changes).length > 0 || method || customer !== undefined)
    needStatus(intent, 'updated', ['requires_payment_method', 'requires_confirmation', 'requires_action']);
  Object.assign(intent, changes, customer !== undefined && { customer });
  if (method) {
    intent.payment_method = method.id;
    intent.status = 'requires_confirmation';
  }
  intent.metadata = mergeMetadata(intent.metadata, metadata);
  return intent;
};

/** Reads what an update changes while the intent is not confirmed; metadata can change at any time. */
const readChanges = (params: RequestParams): Partial<Stripe.PaymentIntent> => {
  const usage = params.choice('setup_future_usage', ['off_session', 'on_session']);
  return {
    ...(params.has('amount') && { amount: readAmount(params) }),
    ...(params.has('currency') && { currency: readCurrency(params) }),
    ...(params.has('description') && { description: params.text('description') ?? null }),
    ...(params.has('receipt_email') && { receipt_email: params.text('receipt_email') ?? null }),
    ...(params.has('shipping') && { shipping: readShipping(params) }),
    ...(usage && { setup_future_usage: usage }),
  };
};

const capture = (call: Call): Stripe.PaymentIntent => {
  const { world, params } = call;
  const intent = needed(call);
  const amount = params.whole('amount_to_capture');
  const metadata = params.map('metadata');
  const descriptor = params.text('statement_descriptor');
  const suffix = params.text('statement_descriptor_suffix');
  if (params.flag('final_capture') === false)
    throw invalidRequest('Multicapture is not available for this PaymentIntent: leave final_capture out.', {
      param: 'final_capture',
    });
  params.finish();
  capturePayment(world, intent, amount);
  intent.metadata = mergeMetadata(intent.metadata, metadata);
  if (descriptor !== undefined) intent.statement_descriptor = descriptor;
  if (suffix !== undefined) intent.statement_descriptor_suffix = suffix;
  return intent;
};

const cancel = (call: Call): Stripe.PaymentIntent => {
  const intent = needed(call);
  const reason = call.params.choice('cancellation_reason', [
    'abandoned',
    'duplicate',
    'fraudulent',
    'requested_by_customer',
  ]);
  call.params.finish();
  cancelPayment(call.world, intent, reason ?? null);
  return intent;
};

const verify = (call: Call): Stripe.PaymentIntent => {
  const { world, params } = call;
  const intent = needed(call);
  needStatus(intent, 'verified', ['requires_action']);
  const method = world.state.paymentMethods.need(expandedId(intent.payment_method) ?? '');
  const bank = world.state.instruments.get(method.id);
  if (bank?.kind !== 'us_bank_account' || intent.next_action?.type !== 'verify_with_microdeposits')
    throw invalidRequest('This PaymentIntent does not wait for a verification with microdeposits.', {
      code: 'payment_intent_unexpected_state',
      payment_intent: intent,
    });
  verifyAccount(bank, params);
  params.finish();
  debitBank(world, intent, method, bank, needMandate(world, method, null, null, 'payment'));
  return intent;
};

const list = ({ world, params, path }: Call): object => {
  const customer = params.text('customer');
  const created = createdFilter(params);
  const rows = world.state.paymentIntents
    .newest()
    .filter((row) => created(row) && (customer === undefined || row.customer === customer));
  return pageOf(rows, params, path);
};

export const paymentIntentRoutes: readonly Route[] = [
  route('POST', '/v1/payment_intents', ({ world, params }) => createPayment(world, params)),
  route('GET', '/v1/payment_intents', list),
  route('GET', '/v1/payment_intents/search', ({ world, params, path }) =>
    searchByMetadata(world, world.state.paymentIntents.newest(), params, path),
  ),
  route('GET', '/v1/payment_intents/:id', (call) => {
    call.params.text('client_secret');
    return needed(call);
  }),
  route('POST', '/v1/payment_intents/:id', update),
  route('POST', '/v1/payment_intents/:id/confirm', confirm),
  route('POST', '/v1/payment_intents/:id/capture', capture),
  route('POST', '/v1/payment_intents/:id/cancel', cancel),
  route('POST', '/v1/payment_intents/:id/verify_microdeposits', verify),
];
