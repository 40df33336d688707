import type Stripe from 'stripe';
import { invalidRequest } from '../../http/api-error.ts';
import type { RequestParams } from '../../http/params.ts';
import { newPaymentIntent } from '../../objects/payment-intent.ts';
import type { SimulatorWorld } from '../../world/world.ts';
import { createPaymentMethod, resolvePaymentMethod } from '../payment-methods/create-payment-method.ts';
import { readShipping } from '../payment-methods/read-billing-details.ts';
import { checkUsable } from '../payment-methods/use-payment-method.ts';
import { confirmPayment } from './confirm-payment.ts';
import {
  needReturnUrl,
  readAmount,
  readConfirmation,
  readCurrency,
  readMethodOptions,
  readMethodTypes,
} from './read-payment.ts';

/**
 * Creates a PaymentIntent, and confirms it when `confirm` is true.
 *
 * @throws {ApiError} 400 for parameters that are not valid; 402 when the payment is declined
 */
export const createPayment = (world: SimulatorWorld, params: RequestParams): Stripe.PaymentIntent => {
  const amount = readAmount(params);
  const currency = readCurrency(params);
  const { types, allowed, automatic } = readMethodTypes(world, params, currency);
  const options = readMethodOptions(params, types);
  const confirmation = readConfirmation(params, options);
  const confirm = params.flag('confirm') ?? false;
  const customer = params.text('customer') ?? null;
  const confirmation_method = params.choice('confirmation_method', ['automatic', 'manual']) ?? 'automatic';
  const setup_future_usage = params.choice('setup_future_usage', ['off_session', 'on_session']) ?? null;
  if (customer !== null) world.state.customers.need(customer, 'customer');
  checkTogether({ confirm, confirmation, automatic: automatic !== null, confirmation_method, setup_future_usage });
  if (confirm) needReturnUrl(automatic, confirmation.return_url, 'PaymentIntent');

  const facts = {
    amount,
    currency,
    allowed_payment_method_types: allowed,
    automatic_payment_methods: automatic,
    capture_method: params.choice('capture_method', ['automatic', 'automatic_async', 'manual']) ?? 'automatic_async',
    confirmation_method,
    customer,
    description: params.text('description') ?? null,
    metadata: params.map('metadata') ?? {},
    payment_method_options: options.shown,
    payment_method_types: types,
    receipt_email: params.text('receipt_email') ?? null,
    setup_future_usage,
    shipping: readShipping(params),
    statement_descriptor: params.text('statement_descriptor') ?? null,
    statement_descriptor_suffix: params.text('statement_descriptor_suffix') ?? null,
  };
  const read = readMethod(world, params);
  params.finish();
  const method = read();
  if (method) checkUsable(world, method, customer);
  const intent = world.state.paymentIntents.add(
    newPaymentIntent(world, { ...facts, payment_method: method?.id ?? null }),
  );
  world.emit('payment_intent.created', intent);
  if (confirm) confirmPayment(world, intent, confirmation);
  return intent;
};

/**
 * Reads `payment_method` or `payment_method_data`. The function that is returned looks the payment method up: later,
 * because a predefined one such as `pm_card_visa` is created then, which a request that is not valid must not do.
 */
export const readMethod = (world: SimulatorWorld, params: RequestParams): (() => Stripe.PaymentMethod | undefined) => {
  const id = params.text('payment_method');
  const data = params.object('payment_method_data');
  if (id !== undefined && data)
    throw invalidRequest('You may only specify one of these parameters: payment_method, payment_method_data.', {
      code: 'parameters_exclusive',
    });
  if (id !== undefined) return () => resolvePaymentMethod(world, id);
  if (!data) return () => undefined;
  const method = createPaymentMethod(world, data);
  return () => method;
};

interface Together {
  confirm: boolean;
  confirmation: { offSession: boolean; failOnAction: boolean; securityCode: string | null };
  automatic: boolean;
  confirmation_method: string;
  setup_future_usage: string | null;
}

const checkTogether = (read: Together): void => {
  const { confirm, confirmation, automatic, confirmation_method, setup_future_usage } = read;
  if (!confirm && confirmation.offSession)
    throw invalidRequest('You cannot set `off_session` when `confirm` is not `true`.', { param: 'off_session' });
  if (!confirm && confirmation.failOnAction)
    throw invalidRequest('You cannot set `error_on_requires_action` when `confirm` is not `true`.', {
      param: 'error_on_requires_action',
    });
  if (!confirm && confirmation.securityCode !== null)
    throw invalidRequest('You can provide `cvc_token` during confirmation only.', {
      param: 'payment_method_options[card][cvc_token]',
    });
  if (confirmation.offSession && setup_future_usage !== null)
    throw invalidRequest('You cannot use both `off_session` and `setup_future_usage` on one confirmation.', {
      param: 'setup_future_usage',
    });
  if (automatic && confirmation_method === 'manual')
    throw invalidRequest(
      'You cannot use `confirmation_method=manual` with `automatic_payment_methods`: send `allowed_payment_method_types`, or ' +
        'leave `confirmation_method` out.',
      { param: 'confirmation_method' },
    );
};
