import type Stripe from 'stripe';
import { createdFilter, pageOf } from '../http/lists.ts';
import { type Call, type Route, route } from '../http/router.ts';
import { decideDispute, updateDispute } from '../operations/disputes/decide-dispute.ts';

const needed = ({ world, ids }: Call): Stripe.Dispute => world.state.disputes.need(ids[0]!);

const list = ({ world, params, path }: Call): object => {
  const charge = params.text('charge');
  const intent = params.text('payment_intent');
  const created = createdFilter(params);
  const rows = world.state.disputes
    .newest()
    .filter(
      (row) =>
        created(row) &&
        (charge === undefined || row.charge === charge) &&
        (intent === undefined || row.payment_intent === intent),
    );
  return pageOf(rows, params, path);
};

const update = (call: Call): Stripe.Dispute => {
  const dispute = needed(call);
  updateDispute(call.world, dispute, call.params);
  return dispute;
};

const close = (call: Call): Stripe.Dispute => {
  call.params.finish();
  const dispute = needed(call);
  decideDispute(call.world, dispute, 'lost');
  return dispute;
};

const listWarnings = ({ world, params, path }: Call): object => {
  const charge = params.text('charge');
  const intent = params.text('payment_intent');
  const created = createdFilter(params);
  const rows = world.state.fraudWarnings
    .newest()
    .filter(
      (row) =>
        created(row) &&
        (charge === undefined || row.charge === charge) &&
        (intent === undefined || row.payment_intent === intent),
    );
  return pageOf(rows, params, path);
};

export const disputeRoutes: readonly Route[] = [
  route('GET', '/v1/disputes', list),
  route('GET', '/v1/disputes/:id', needed),
  route('POST', '/v1/disputes/:id', update),
  route('POST', '/v1/disputes/:id/close', close),
  route('GET', '/v1/radar/early_fraud_warnings', listWarnings),
  route('GET', '/v1/radar/early_fraud_warnings/:id', ({ world, ids }) => world.state.fraudWarnings.need(ids[0]!)),
];
