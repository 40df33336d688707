import type Stripe from 'stripe';
import { pageOf } from '../http/lists.ts';
import { type Call, type Route, route } from '../http/router.ts';
import { preferredOf } from '../objects/payment-method.ts';
import { mergeMetadata } from '../operations/metadata.ts';
import { createPaymentMethod, resolvePaymentMethod } from '../operations/payment-methods/create-payment-method.ts';
import { readBillingDetails } from '../operations/payment-methods/read-billing-details.ts';
import { attachPaymentMethod, detachPaymentMethod } from '../operations/payment-methods/use-payment-method.ts';

const create = ({ world, params }: Call): Stripe.PaymentMethod => {
  const method = createPaymentMethod(world, params);
  params.finish();
  return method;
};

const update = ({ world, params, ids }: Call): Stripe.PaymentMethod => {
  const method = world.state.paymentMethods.need(ids[0]!);
  const billing = readBillingDetails(params);
  const metadata = params.map('metadata');
  const card = params.object('card');
  const month = card?.whole('exp_month');
  const year = card?.whole('exp_year');
  const networks = card?.object('networks');
  const preferred = networks?.text('preferred');
  params.finish();
  if (billing) {
    const sent = Object.fromEntries(Object.entries(billing).filter(([, value]) => value !== null));
    method.billing_details = { ...method.billing_details, ...sent };
  }
  if (method.card && month !== undefined) method.card.exp_month = month;
  if (method.card && year !== undefined) method.card.exp_year = year;
  if (method.card?.networks && networks)
    method.card.networks.preferred = preferredOf(method.card.networks.available, preferred);
  method.metadata = mergeMetadata(method.metadata, metadata);
  world.emit('payment_method.updated', method);
  return method;
};

const attach = ({ world, params, ids }: Call): Stripe.PaymentMethod => {
  const customer = params.needText('customer');
  params.finish();
  world.state.customers.need(customer, 'customer');
  const method = resolvePaymentMethod(world, ids[0]!, 'id');
  attachPaymentMethod(world, method, customer);
  return method;
};

const detach = ({ world, params, ids }: Call): Stripe.PaymentMethod => {
  params.finish();
  const method = world.state.paymentMethods.need(ids[0]!);
  detachPaymentMethod(world, method);
  return method;
};

const list = ({ world, params, path }: Call): object => {
  const customer = params.text('customer');
  const type = params.text('type');
  const rows = world.state.paymentMethods
    .newest()
    .filter(
      (row) =>
        (customer === undefined ? row.customer !== null : row.customer === customer) &&
        (type === undefined || row.type === type),
    );
  return pageOf(rows, params, path);
};

export const paymentMethodRoutes: readonly Route[] = [
  route('POST', '/v1/payment_methods', create),
  route('GET', '/v1/payment_methods', list),
  route('GET', '/v1/payment_methods/:id', ({ world, ids }) => world.state.paymentMethods.need(ids[0]!)),
  route('POST', '/v1/payment_methods/:id', update),
  route('POST', '/v1/payment_methods/:id/attach', attach),
  route('POST', '/v1/payment_methods/:id/detach', detach),
];
