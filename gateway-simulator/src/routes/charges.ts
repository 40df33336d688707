import { createdFilter, pageOf } from '../http/lists.ts';
import { type Call, type Route, route } from '../http/router.ts';
import { mergeMetadata } from '../operations/metadata.ts';

const list = ({ world, params, path }: Call): object => {
  const customer = params.text('customer');
  const intent = params.text('payment_intent');
  const created = createdFilter(params);
  const rows = world.state.charges
    .newest()
    .filter(
      (row) =>
        created(row) &&
        (customer === undefined || row.customer === customer) &&
        (intent === undefined || row.payment_intent === intent),
    );
  return pageOf(rows, params, path);
};

const update = ({ world, params, ids }: Call): object => {
  const charge = world.state.charges.need(ids[0]!);
  if (params.has('description')) charge.description = params.text('description') ?? null;
  charge.metadata = mergeMetadata(charge.metadata, params.map('metadata'));
  return charge;
};

export const chargeRoutes: readonly Route[] = [
  route('GET', '/v1/charges', list),
  route('GET', '/v1/charges/:id', ({ world, ids }) => world.state.charges.need(ids[0]!)),
  route('POST', '/v1/charges/:id', update),
];
