import type Stripe from 'stripe';
import { invalidRequest } from '../http/api-error.ts';
import { createdFilter, pageOf } from '../http/lists.ts';
import { type Call, type Route, route } from '../http/router.ts';
import { newSetupIntent } from '../objects/setup-intent.ts';
import { mergeMetadata } from '../operations/metadata.ts';
import { verifyAccount } from '../operations/microdeposits.ts';
import { checkUsable } from '../operations/payment-methods/use-payment-method.ts';
import { readMethod } from '../operations/payments/create-payment.ts';
import {
  type MethodOptions,
  needReturnUrl,
  readConfirmation,
  readMethodOptions,
  readMethodTypes,
} from '../operations/payments/read-payment.ts';
import { confirmSetup, finishSetup, needSetupStatus } from '../operations/setups/confirm-setup.ts';
import { expandedId } from '../world/state.ts';

const needed = ({ world, ids }: Call): Stripe.SetupIntent => world.state.setupIntents.need(ids[0]!);

const create = ({ world, params }: Call): Stripe.SetupIntent => {
  const { types, allowed, automatic } = readMethodTypes(world, params, null);
  const options = readMethodOptions(params, types);
  const confirmation = readConfirmation(params, options);
  const confirm = params.flag('confirm') ?? false;
  const customer = params.text('customer') ?? null;
  const facts = {
    allowed_payment_method_types: allowed as Stripe.SetupIntent['allowed_payment_method_types'],
    automatic_payment_methods: automatic,
    customer,
    description: params.text('description') ?? null,
    metadata: params.map('metadata') ?? {},
    payment_method_options: setupOptions(options),
    payment_method_types: types,
    usage: params.choice('usage', ['off_session', 'on_session']) ?? 'off_session',
  };
  const read = readMethod(world, params);
  params.finish();
  if (customer !== null) world.state.customers.need(customer, 'customer');
  if (confirm) needReturnUrl(automatic, confirmation.return_url, 'SetupIntent');
  const method = read();
  if (method) checkUsable(world, method, customer);
  const intent = world.state.setupIntents.add(newSetupIntent(world, { ...facts, payment_method: method?.id ?? null }));
  world.emit('setup_intent.created', intent);
  if (confirm) confirmSetup(world, intent, confirmation);
  return intent;
};

/** Returns what the intent shows of `payment_method_options`. */
const setupOptions = ({ shown, requested }: MethodOptions): Stripe.SetupIntent.PaymentMethodOptions => ({
  ...(shown.card && { card: { mandate_options: null, network: null, request_three_d_secure: requested } }),
  ...(shown.us_bank_account && { us_bank_account: shown.us_bank_account as { verification_method: 'automatic' } }),
});

const confirm = (call: Call): Stripe.SetupIntent => {
  const { world, params } = call;
  const intent = needed(call);
  const confirmation = readConfirmation(params, readMethodOptions(params, intent.payment_method_types));
  const read = readMethod(world, params);
  params.finish();
  needReturnUrl(intent.automatic_payment_methods, confirmation.return_url, 'SetupIntent');
  const method = read();
  if (method && intent.status !== 'succeeded' && intent.status !== 'canceled') {
    if (method.id !== intent.payment_method) {
      world.state.authentications.delete(intent.id);
      intent.next_action = null;
    }
    if (intent.next_action === null) intent.status = 'requires_confirmation';
    intent.payment_method = method.id;
  }
  confirmSetup(world, intent, confirmation);
  return intent;
};

const update = (call: Call): Stripe.SetupIntent => {
  const { world, params } = call;
  const intent = needed(call);
  const read = readMethod(world, params);
  const metadata = params.map('metadata');
  const customer = params.text('customer');
  const description = params.has('description') ? (params.text('description') ?? null) : intent.description;
  params.finish();
  if (customer !== undefined) world.state.customers.need(customer, 'customer');
  const method = read();
  if (method || customer !== undefined)
    needSetupStatus(intent, 'updated', ['requires_payment_method', 'requires_confirmation', 'requires_action']);
  Object.assign(intent, { description }, customer !== undefined && { customer });
  if (method) Object.assign(intent, { payment_method: method.id, status: 'requires_confirmation' });
  intent.metadata = mergeMetadata(intent.metadata, metadata);
  return intent;
};

const cancel = (call: Call): Stripe.SetupIntent => {
  const { world, params } = call;
  const intent = needed(call);
  const reason = params.choice('cancellation_reason', ['abandoned', 'duplicate', 'requested_by_customer']);
  params.finish();
  needSetupStatus(intent, 'canceled', ['requires_payment_method', 'requires_confirmation', 'requires_action']);
  Object.assign(intent, { cancellation_reason: reason ?? null, next_action: null, status: 'canceled' });
  world.state.authentications.delete(intent.id);
  world.emit('setup_intent.canceled', intent);
  return intent;
};

const verify = (call: Call): Stripe.SetupIntent => {
  const { world, params } = call;
  const intent = needed(call);
  needSetupStatus(intent, 'verified', ['requires_action']);
  const method = world.state.paymentMethods.need(expandedId(intent.payment_method) ?? '');
  const bank = world.state.instruments.get(method.id);
  if (bank?.kind !== 'us_bank_account')
    throw invalidRequest('This SetupIntent does not wait for a verification with microdeposits.', {
      code: 'setup_intent_unexpected_state',
      setup_intent: intent,
    });
  verifyAccount(bank, params);
  params.finish();
  finishSetup(world, intent, method, null);
  return intent;
};

const list = ({ world, params, path }: Call): object => {
  const customer = params.text('customer');
  const method = params.text('payment_method');
  const created = createdFilter(params);
  const rows = world.state.setupIntents
    .newest()
    .filter(
      (row) =>
        created(row) &&
        (customer === undefined || row.customer === customer) &&
        (method === undefined || row.payment_method === method),
    );
  return pageOf(rows, params, path);
};

const listAttempts = ({ world, params, path }: Call): object => {
  const intent = params.needText('setup_intent');
  const created = createdFilter(params);
  const rows = world.state.setupAttempts.newest().filter((row) => created(row) && row.setup_intent === intent);
  return pageOf(rows, params, path);
};

export const setupIntentRoutes: readonly Route[] = [
  route('POST', '/v1/setup_intents', create),
  route('GET', '/v1/setup_intents', list),
  route('GET', '/v1/setup_intents/:id', (call) => {
    call.params.text('client_secret');
    return needed(call);
  }),
  route('POST', '/v1/setup_intents/:id', update),
  route('POST', '/v1/setup_intents/:id/confirm', confirm),
  route('POST', '/v1/setup_intents/:id/cancel', cancel),
  route('POST', '/v1/setup_intents/:id/verify_microdeposits', verify),
  route('GET', '/v1/setup_attempts', listAttempts),
];
