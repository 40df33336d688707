import type Stripe from 'stripe';
import { createdFilter, momentFilter, pageOf } from '../http/lists.ts';
import { type Call, type Route, route } from '../http/router.ts';

const listPayouts = ({ world, params, path }: Call): object => {
  const status = params.text('status');
  const created = createdFilter(params);
  const arrived = momentFilter(params, 'arrival_date');
  const rows = world.state.payouts
    .newest()
    .filter((row) => created(row) && arrived(row.arrival_date) && (status === undefined || row.status === status));
  return pageOf(rows, params, path);
};

const listBalanceTransactions = ({ world, params, path }: Call): object => {
  const payout = params.text('payout');
  const type = params.text('type');
  const source = params.text('source');
  const currency = params.text('currency');
  const created = createdFilter(params);
  const isWanted = (row: Stripe.BalanceTransaction): boolean =>
    created(row) &&
    (payout === undefined || world.state.paidOut.get(row.id) === payout) &&
    (type === undefined || row.type === type) &&
    (source === undefined || row.source === source) &&
    (currency === undefined || row.currency === currency);
  return pageOf(world.state.balanceTransactions.newest().filter(isWanted), params, path);
};

export const payoutRoutes: readonly Route[] = [
  route('GET', '/v1/balance_transactions', listBalanceTransactions),
  route('GET', '/v1/payouts', listPayouts),
  route('GET', '/v1/payouts/:id', ({ world, ids }) => world.state.payouts.need(ids[0]!)),
];
