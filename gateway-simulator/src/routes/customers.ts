import type Stripe from 'stripe';
import { createdFilter, pageOf } from '../http/lists.ts';
import type { RequestParams } from '../http/params.ts';
import { type Call, type Route, route } from '../http/router.ts';
import { newCustomer } from '../objects/customer.ts';
import { mergeMetadata } from '../operations/metadata.ts';
import { readAddress, readShipping } from '../operations/payment-methods/read-billing-details.ts';
import { detachPaymentMethod } from '../operations/payment-methods/use-payment-method.ts';

const TEXTS = ['description', 'email', 'name', 'phone'] as const;

/** Reads the fields that were sent; an empty text empties its field. */
const readFields = (params: RequestParams): Partial<Stripe.Customer> => ({
  ...Object.fromEntries(TEXTS.filter((name) => params.has(name)).map((name) => [name, params.text(name) ?? null])),
  ...(params.has('address') && { address: readAddress(params) }),
  ...(params.has('shipping') && { shipping: readShipping(params) as Stripe.Customer.Shipping | null }),
});

const create = ({ world, params }: Call): Stripe.Customer => {
  const fields = readFields(params);
  const metadata = params.map('metadata') ?? {};
  params.finish();
  const nothing = { address: null, description: null, email: null, name: null, phone: null, shipping: null };
  const customer = world.state.customers.add(newCustomer(world, { ...nothing, ...fields, metadata }));
  world.emit('customer.created', customer);
  return customer;
};

const update = ({ world, params, ids }: Call): Stripe.Customer => {
  const customer = world.state.customers.need(ids[0]!);
  const fields = readFields(params);
  const metadata = params.map('metadata');
  const settings = params.object('invoice_settings');
  const method = settings?.text('default_payment_method');
  params.finish();
  if (method !== undefined) {
    world.state.paymentMethods.need(method, 'invoice_settings[default_payment_method]');
    customer.invoice_settings.default_payment_method = method;
  }
  Object.assign(customer, fields, { metadata: mergeMetadata(customer.metadata, metadata) });
  world.emit('customer.updated', customer);
  return customer;
};

const remove = ({ world, ids }: Call): Stripe.DeletedCustomer => {
  const customer = world.state.customers.need(ids[0]!);
  for (const method of methodsOf(world, customer.id)) detachPaymentMethod(world, method);
  world.state.customers.remove(customer.id);
  world.emit('customer.deleted', customer);
  return { id: customer.id, object: 'customer', deleted: true };
};

const methodsOf = (world: Call['world'], customer: string): Stripe.PaymentMethod[] =>
  world.state.paymentMethods.newest().filter((method) => method.customer === customer);

const list = ({ world, params, path }: Call): object => {
  const email = params.text('email');
  const created = createdFilter(params);
  const rows = world.state.customers
    .newest()
    .filter((row) => created(row) && (email === undefined || row.email === email));
  return pageOf(rows, params, path);
};

const listMethods = ({ world, params, ids, path }: Call): object => {
  const type = params.text('type');
  const { id } = world.state.customers.need(ids[0]!, 'customer');
  const rows = methodsOf(world, id).filter((row) => type === undefined || row.type === type);
  return pageOf(rows, params, path);
};

export const customerRoutes: readonly Route[] = [
  route('POST', '/v1/customers', create),
  route('GET', '/v1/customers', list),
  route('GET', '/v1/customers/:id', ({ world, ids }) => world.state.customers.need(ids[0]!)),
  route('POST', '/v1/customers/:id', update),
  route('DELETE', '/v1/customers/:id', remove),
  route('GET', '/v1/customers/:id/payment_methods', listMethods),
  route('GET', '/v1/customers/:id/payment_methods/:method', ({ world, ids }) => {
    const method = world.state.paymentMethods.need(ids[1]!);
    return method.customer === ids[0] ? method : world.state.paymentMethods.need('');
  }),
];
