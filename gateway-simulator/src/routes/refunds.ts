import type Stripe from 'stripe';
import { invalidRequest } from '../http/api-error.ts';
import { createdFilter, pageOf } from '../http/lists.ts';
import { type Call, type Route, route } from '../http/router.ts';
import { mergeMetadata } from '../operations/metadata.ts';
import { refundCharge } from '../operations/refunds/refund-charge.ts';
import { expandedId } from '../world/state.ts';

const create = ({ world, params }: Call): Stripe.Refund => {
  const chargeId = params.text('charge');
  const intentId = params.text('payment_intent');
  const request = {
    amount: params.whole('amount'),
    reason: params.choice('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
    metadata: params.map('metadata') ?? {},
  };
  params.finish();
  if (chargeId === undefined && intentId === undefined)
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.', {
      code: 'parameter_missing',
    });
  if (chargeId !== undefined) return refundCharge(world, world.state.charges.need(chargeId, 'charge'), request);
  const intent = world.state.paymentIntents.need(intentId!, 'payment_intent');
  const charge = world.state.charges.find(expandedId(intent.latest_charge) ?? '');
  if (charge?.status !== 'succeeded' || intent.status !== 'succeeded')
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      code: 'charge_not_refundable',
      param: 'payment_intent',
    });
  return refundCharge(world, charge, request);
};

const list = ({ world, params, path }: Call): object => {
  const charge = params.text('charge');
  const intent = params.text('payment_intent');
  const created = createdFilter(params);
  const rows = world.state.refunds
    .newest()
    .filter(
      (row) =>
        created(row) &&
        (charge === undefined || row.charge === charge) &&
        (intent === undefined || row.payment_intent === intent),
    );
  return pageOf(rows, params, path);
};

const update = ({ world, params, ids }: Call): Stripe.Refund => {
  const refund = world.state.refunds.need(ids[0]!);
  refund.metadata = mergeMetadata(refund.metadata, params.map('metadata'));
  return refund;
};

export const stripeRefundRoutes: readonly Route[] = [
  route('POST', '/v1/refunds', create),
  route('GET', '/v1/refunds', list),
  route('GET', '/v1/refunds/:id', ({ world, ids }) => world.state.refunds.need(ids[0]!)),
  route('POST', '/v1/refunds/:id', update),
];
